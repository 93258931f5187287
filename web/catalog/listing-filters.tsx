import type { ReactNode } from 'react'
import type { Sort } from '#contract/products.ts'
import { Icon } from '../ui/icon.tsx'
import { Link } from '../ui/link.tsx'
import { type BuildListingHref, type ListingQuery, priceBandNames, priceBands } from './listing.ts'

const sortNames: Record<Sort, string> = { newest: 'Newest', 'price-asc': 'Price, low to high', 'price-desc': 'Price, high to low' }

/**
 * Order, price and stock, folded away behind one line that says how many of them are set. The browser's own disclosure,
 * so that it opens without JavaScript; every choice is a link.
 */
export function ListingFilters({ query, buildHref }: { query: ListingQuery; buildHref: BuildListingHref }) {
  const { page, ...kept } = query
  const { sort, price, inStock } = kept
  const set = [sort !== 'newest', price !== undefined, inStock].filter(Boolean).length
  return (
    <details className="group max-md:border-t max-md:border-line md:col-start-1 md:row-start-1">
      <summary className="flex min-h-12 items-center gap-2 font-medium md:ml-auto md:w-fit [&::-webkit-details-marker]:hidden">
        Sort and filter
        {set > 0 && (
          <span className="inline-flex size-6 items-center justify-center rounded-full bg-ink text-xs font-bold text-paper tabular-nums">
            {set}
            <span className="sr-only"> set</span>
          </span>
        )}
        <Icon name="down" size={18} className="transition-transform duration-150 group-open:rotate-180 max-md:ml-auto" />
      </summary>
      <div className="grid gap-y-4 border-t border-line py-3 md:gap-y-0">
        <Choices label="Sort">
          {(Object.keys(sortNames) as Sort[]).map((name) => (
            <Choice key={name} to={buildHref({ ...kept, sort: name })} chosen={sort === name} label={sortNames[name]} />
          ))}
        </Choices>
        <Choices label="Price">
          <Choice to={buildHref({ ...kept, price: undefined })} chosen={price === undefined} label="Any price" />
          {priceBandNames.map((band) => (
            <Choice key={band} to={buildHref({ ...kept, price: band })} chosen={price === band} label={priceBands[band].label} />
          ))}
        </Choices>
        <Choices label="Stock">
          <Choice to={buildHref({ ...kept, inStock: false })} chosen={!inStock} label="Everything" />
          <Choice to={buildHref({ ...kept, inStock: true })} chosen={inStock} label="In stock only" />
        </Choices>
      </div>
    </details>
  )
}

function Choices({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav aria-label={label} className="md:flex">
      <p aria-hidden="true" className="text-sm font-semibold md:w-16 md:py-2.5">
        {label}
      </p>
      <ul className="flex flex-wrap gap-x-5">{children}</ul>
    </nav>
  )
}

function Choice({ to, chosen, label }: { to: string; chosen: boolean; label: string }) {
  return (
    <li>
      <Link
        to={to}
        preventScrollReset
        aria-current={chosen ? 'true' : undefined}
        className={`inline-flex min-h-10 items-center text-sm ${chosen ? 'font-semibold text-ink' : 'text-soft hover:text-ink'}`}
      >
        {label}
      </Link>
    </li>
  )
}
