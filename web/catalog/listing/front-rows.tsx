import { type ReactNode, Suspense, use } from 'react'
import { Link } from 'react-router'
import type { Product } from '#contract/catalog/products.ts'
import type { ShownRow } from '#contract/settings/front-page.ts'
import { Picture, phoneImageSizes } from '../../ui/picture.tsx'
import { RichText } from '../../ui/rich-text.tsx'
import type { FrontRowsData } from './load-front-rows.ts'
import { ProductCard } from './product-card.tsx'
import { ProductGrid } from './product-grid.tsx'

interface FrontRowsProps {
  rows: FrontRowsData | Promise<FrontRowsData>
  buildProductHref: (product: Product) => string
  renderActions: (product: Product) => ReactNode
}

/** The rows that the shop shows below the products of its front page. */
export function FrontRows({ rows, ...props }: FrontRowsProps) {
  if (rows instanceof Promise)
    return (
      <Suspense>
        <LoadedRows rows={rows} {...props} />
      </Suspense>
    )
  // biome-ignore lint/suspicious/noArrayIndexKey: rows have no ids and do not move during a visit
  return rows.map((row, index) => <FrontRow key={index} id={`row-${index}`} row={row} {...props} />)
}

const LoadedRows = ({ rows, ...props }: FrontRowsProps & { rows: Promise<FrontRowsData> }) => <FrontRows rows={use(rows)} {...props} />

function FrontRow({ id, row, buildProductHref, renderActions }: Omit<FrontRowsProps, 'rows'> & { id: string; row: ShownRow }) {
  const heading = (
    <h2 id={id} className="title">
      {row.title}
    </h2>
  )
  if (row.kind === 'products')
    return (
      <section aria-labelledby={id} className="page-width flex flex-col gap-6 pt-16 sm:pt-24">
        <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
          {heading}
          {row.href !== null && (
            <Link to={row.href} className="link inline-flex min-h-11 items-center">
              View all<span className="sr-only"> of {row.title}</span>
            </Link>
          )}
        </div>
        <ProductGrid label={row.title}>
          {row.products.map((product) => (
            <ProductCard key={product._id} product={product} to={buildProductHref(product)}>
              {renderActions(product)}
            </ProductCard>
          ))}
        </ProductGrid>
      </section>
    )
  return (
    <section aria-labelledby={id} className="page-width grid items-center gap-x-12 gap-y-6 pt-16 sm:grid-cols-2 sm:pt-24">
      <Picture
        image={row.picture.image}
        alt={row.picture.alt}
        placeholderColor={row.picture.backdrop}
        sizes={`(min-width: 40rem) 44vw, ${phoneImageSizes}`}
      />
      <div className="flex flex-col items-start gap-4">
        {heading}
        <RichText blocks={row.text} className="max-w-prose text-soft" />
        {row.href !== null && (
          <a href={row.href} className="button button-outline">
            See more<span className="sr-only"> about {row.title}</span>
          </a>
        )}
      </div>
    </section>
  )
}
