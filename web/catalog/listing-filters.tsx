import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Sort } from '#contract/business.ts'
import { Icon } from '../ui/icon.tsx'
import { type BuildListingHref, type ListingQuery, priceBandNames, priceBands } from './listing.ts'

const sortLabels: Record<Sort, string> = { newest: 'Newest', 'price-asc': 'Price, low to high', 'price-desc': 'Price, high to low' }

/** Sort order, price and stock in a native disclosure. Every choice is a link, so that it works without JavaScript. */
export function ListingFilters({ query, buildHref }: { query: ListingQuery; buildHref: BuildListingHref }) {
  const { page, ...filters } = query
  const { sort, price, inStock } = filters
  const activeCount = [sort !== 'newest', price !== undefined, inStock].filter(Boolean).length
  return (
    <details className="group max-md:border-t max-md:border-line md:col-start-1 md:row-start-1">
      <summary className="flex min-h-12 items-center gap-2 font-medium md:ml-auto md:w-fit [&::-webkit-details-marker]:hidden">
        Sort and filter
        {activeCount > 0 && (
          <span className="inline-flex size-6 items-center justify-center rounded-full bg-ink text-xs font-bold text-paper tabular-nums">
            {activeCount}
            <span className="sr-only"> applied</span>
          </span>
        )}
        <Icon name="down" size={18} className="transition-transform duration-150 group-open:rotate-180 max-md:ml-auto" />
      </summary>
      <div className="grid gap-y-4 border-t border-line py-3 md:gap-y-0">
        <FilterGroup label="Sort">
          {(Object.keys(sortLabels) as Sort[]).map((name) => (
            <FilterLink key={name} to={buildHref({ ...filters, sort: name })} selected={sort === name} label={sortLabels[name]} />
          ))}
        </FilterGroup>
        <FilterGroup label="Price">
          <FilterLink to={buildHref({ ...filters, price: undefined })} selected={price === undefined} label="Any price" />
          {priceBandNames.map((band) => (
            <FilterLink key={band} to={buildHref({ ...filters, price: band })} selected={price === band} label={priceBands[band].label} />
          ))}
        </FilterGroup>
        <FilterGroup label="Stock">
          <FilterLink to={buildHref({ ...filters, inStock: false })} selected={!inStock} label="All items" />
          <FilterLink to={buildHref({ ...filters, inStock: true })} selected={inStock} label="In stock only" />
        </FilterGroup>
      </div>
    </details>
  )
}

function FilterGroup({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav aria-label={label} className="md:flex">
      <p aria-hidden="true" className="text-sm font-semibold md:w-16 md:py-2.5">
        {label}
      </p>
      <ul className="flex flex-wrap gap-x-5">{children}</ul>
    </nav>
  )
}

/** One choice of a filter; `tab` is the larger style of the category bar. */
export function FilterLink({ to, selected, label, tab = false }: { to: string; selected: boolean; label: string; tab?: boolean }) {
  const size = tab ? 'min-h-12' : 'min-h-10 text-sm'
  const selectedStyle = tab ? 'dashed-underline font-semibold text-thread' : 'font-semibold text-ink'
  return (
    <li>
      <Link
        to={to}
        preventScrollReset
        aria-current={selected ? 'true' : undefined}
        className={`inline-flex items-center ${size} ${selected ? selectedStyle : 'text-soft hover:text-ink'}`}
      >
        {label}
      </Link>
    </li>
  )
}
