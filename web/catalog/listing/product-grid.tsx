import type { ReactNode } from 'react'
import { paging } from '#contract/kernel/business.ts'
import { phoneImageSizes } from '../../ui/picture.tsx'

/**
 * Seven products fill every width because the first card is larger: a whole row at three columns (3 + 3 × 2), two columns
 * wide at four (2 + 2, then 4), two by two at five (4 + 6 = 2 × 5).
 */
export function ProductGrid({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul aria-label={label} className="product-grid">
      {children}
    </ul>
  )
}

/** The grid cells of the large first card. */
export const featureCell = 'sm:col-span-3 md:col-span-2 lg:row-span-2'

/** The `sizes` of the pictures, from the page width and the columns above. */
export const featureSizes = `(min-width: 100rem) 36rem, (min-width: 64rem) 37vw, (min-width: 48rem) 46vw, (min-width: 40rem) 45vw, ${phoneImageSizes}`
export const cardSizes = `(min-width: 100rem) 18rem, (min-width: 64rem) 18vw, (min-width: 48rem) 22vw, (min-width: 40rem) 29vw, ${phoneImageSizes}`

/** A placeholder for the grid while its products load. */
export function GridSkeleton({ hasActions }: { hasActions: boolean }) {
  return (
    <div aria-hidden="true" className="product-grid">
      {[...Array(paging.productsPerPage).keys()].map((index) => (
        <div key={index} className={index === 0 ? `feature-card ${featureCell}` : 'flex flex-col gap-3'}>
          <div className="aspect-4/5 bg-sunk" />
          <div className={hasActions ? 'h-58' : 'h-20'} />
        </div>
      ))}
    </div>
  )
}
