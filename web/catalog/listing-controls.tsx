import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { categories, categoryNames, maxLengths, type Sort } from '#contract/business.ts'
import { Icon } from '../ui/icon.tsx'
import { type BuildListingHref, type ListingQuery, priceBandNames, priceBands } from './listing.ts'
import { SizeGuideButton } from './size-guide-button.tsx'

const sortLabels: Record<Sort, string> = { newest: 'Newest', 'price-asc': 'Price, low to high', 'price-desc': 'Price, high to low' }

/** Heading, search, categories and filters of a listing. Their state is in the URL, so that they work without JavaScript. */
export function ListingControls({
  query,
  buildHref,
  title,
  titleLevel,
}: {
  query: ListingQuery
  buildHref: BuildListingHref
  title: string
  titleLevel: 1 | 2
}) {
  const Heading = titleLevel === 1 ? 'h1' : 'h2'
  const { page, ...filters } = query
  const { q, category } = filters
  const navigate = useNavigate()
  // A GET form replaces the whole query string, so the other filters are sent as hidden fields.
  const [searchPath, filterParams] = buildHref({ ...filters, q: '' }).split('?')
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-end justify-between gap-x-10 gap-y-5">
        <div className="flex flex-wrap items-baseline gap-x-6 max-sm:w-full max-sm:justify-between">
          <Heading id="listing" tabIndex={-1} className="title outline-none">
            {title}
            {page > 1 && <span className="text-soft"> · {page}</span>}
          </Heading>
          <SizeGuideButton className="text-sm" />
        </div>
        <search className="w-full sm:w-72 lg:w-112">
          <form
            key={q}
            method="get"
            action={searchPath}
            onSubmit={(event) => {
              event.preventDefault()
              const searchTerms = String(new FormData(event.currentTarget).get('q') ?? '').trim()
              navigate(buildHref({ ...filters, q: searchTerms }))
            }}
            className="flex"
          >
            {[...new URLSearchParams(filterParams)].map(([name, value]) => (
              <input key={name} type="hidden" name={name} value={value} />
            ))}
            <input
              type="search"
              name="q"
              defaultValue={q}
              maxLength={maxLengths.search}
              aria-label="Search products"
              placeholder="Search products"
              enterKeyHint="search"
              className="min-h-12 min-w-0 grow rounded-l-control border border-r-0 border-edge bg-raised px-4 placeholder:text-soft hover:border-ink"
            />
            <button
              type="submit"
              aria-label="Search"
              className="inline-flex min-h-12 w-14 items-center justify-center rounded-r-control bg-ink text-paper hover:bg-soft"
            >
              <Icon name="search" />
            </button>
          </form>
        </search>
      </div>
      {/* From md on the disclosure overlaps the row of categories and opens below it. */}
      <div className="grid border-y border-line">
        <nav aria-label="Categories" className="z-10 self-start md:col-start-1 md:row-start-1 md:w-fit">
          <ul className="flex flex-wrap justify-between gap-x-3 max-md:text-[0.9375rem] md:gap-x-6">
            <FilterLink tab to={buildHref({ ...filters, category: undefined })} selected={category === undefined} label="All" />
            {categoryNames.map((name) => (
              <FilterLink
                tab
                key={name}
                to={buildHref({ ...filters, category: name })}
                selected={category === name}
                label={categories[name].plural}
              />
            ))}
          </ul>
        </nav>
        <ListingFilters query={query} buildHref={buildHref} />
      </div>
    </div>
  )
}

/** Sort order, price and stock in a native disclosure. Every choice is a link, so that it works without JavaScript. */
function ListingFilters({ query, buildHref }: { query: ListingQuery; buildHref: BuildListingHref }) {
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
function FilterLink({ to, selected, label, tab = false }: { to: string; selected: boolean; label: string; tab?: boolean }) {
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
