import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { priceBands } from '#contract/kernel/business.ts'
import { findCategoryName } from '../../layout/category-name.ts'
import { useStoreConfig } from '../../layout/store-config.ts'
import { Icon } from '../../ui/icon.tsx'
import { SizeGuideButton } from '../size-guide/size-guide-button.tsx'
import { type BuildListingHref, type ListingQuery, type MaybeFacets, toggleSize } from './listing.ts'
import { declaredNames, ListingFilters, preserveFocus } from './listing-filters.tsx'

export interface ListingControlsProps {
  query: ListingQuery
  buildHref: BuildListingHref
  title: string
  titleLevel: 1 | 2
  /** under the title */
  intro: ReactNode
  /** beside the title */
  resultCount: ReactNode
  /** on the button that closes the filters */
  shownCount: ReactNode
  /** undefined: not known */
  facets: MaybeFacets
}

/** Heading and filters of a listing. Their state is in the URL, so that they work without JavaScript. */
export function ListingControls({ query, buildHref, title, titleLevel, intro, resultCount, shownCount, facets }: ListingControlsProps) {
  const Heading = titleLevel === 1 ? 'h1' : 'h2'
  const { page } = query
  return (
    <div className="flex flex-col gap-5">
      <div className="flex items-baseline justify-between gap-x-6">
        <div className="listing-title">
          <Heading id="listing" tabIndex={-1} className="title min-w-0 outline-none">
            {title}
            {page > 1 && <span className="text-soft"> · {page}</span>}
          </Heading>
          <p className="min-h-6 shrink-0 text-soft tabular-nums">{resultCount}</p>
        </div>
        <SizeGuideButton category={query.category} className="shrink-0 text-sm" />
      </div>
      {intro}
      <ListingFilters query={query} buildHref={buildHref} facets={facets} shownCount={shownCount} />
      <ActiveFilters query={query} buildHref={buildHref} />
    </div>
  )
}

/** The filters that are on. Each is a link that removes it. */
function ActiveFilters({ query, buildHref }: Pick<ListingControlsProps, 'query' | 'buildHref'>) {
  const { page, ...filters } = query
  const { q, category, sort, price, inStock, sizes } = filters
  const { categories } = useStoreConfig()
  const removals: { label: string; change: Partial<ListingQuery> }[] = []
  if (q !== '') removals.push({ label: `“${q}”`, change: { q: '' } })
  if (category !== undefined) removals.push({ label: findCategoryName({ categories, key: category }), change: { category: undefined } })
  if (price !== undefined) removals.push({ label: priceBands[price].label, change: { price: undefined } })
  if (inStock) removals.push({ label: 'In stock only', change: { inStock: false } })
  for (const size of sizes) removals.push({ label: `Size ${size} in stock`, change: { sizes: toggleSize({ sizes, size }) } })
  for (const name of declaredNames) {
    const value = filters[name]
    if (value !== undefined) removals.push({ label: name === 'country' ? `Made in ${value}` : value, change: { [name]: undefined } })
  }
  if (removals.length === 0) return null
  return (
    <ul aria-label="Active filters" className="-mt-2 flex flex-wrap items-center gap-2">
      {removals.map(({ label, change }) => (
        <li key={label} className="max-w-full">
          <Link to={buildHref({ ...filters, ...change })} {...preserveFocus} className="filter-choice gap-2">
            <span className="sr-only">Remove filter </span>
            <span className="truncate">{label}</span>
            <Icon name="close" size={16} className="shrink-0" />
          </Link>
        </li>
      ))}
      {removals.length > 1 && (
        <li>
          <Link to={buildHref({ sort })} {...preserveFocus} className="link inline-flex min-h-11 items-center px-3 text-sm font-medium">
            Clear all
          </Link>
        </li>
      )}
    </ul>
  )
}
