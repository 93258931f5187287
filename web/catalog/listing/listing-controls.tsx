import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { findDefaultSort, priceBandNames, priceBands, type Size, type Sort, sizes } from '#contract/business.ts'
import { findCategoryName } from '../../layout/category-name.ts'
import { useMenuCategories, useStoreConfig } from '../../layout/store-config.ts'
import { Icon } from '../../ui/icon.tsx'
import { SizeGuideButton } from '../size-guide/size-guide-button.tsx'
import type { BuildListingHref, ListingQuery, MaybeFacets } from './listing.ts'

const sortLabels: Record<Sort, string> = {
  relevance: 'Relevance',
  newest: 'Newest',
  popular: 'Popularity',
  'price-asc': 'Price, low to high',
  'price-desc': 'Price, high to low',
}

/** Filters by what products declare; their choices are those of the facets. */
const declared = { colour: 'Colour', fabric: 'Fabric', country: 'Country of origin' } as const
const declaredNames = Object.keys(declared) as (keyof typeof declared)[]

export interface ListingControlsProps {
  query: ListingQuery
  buildHref: BuildListingHref
  title: string
  titleLevel: 1 | 2
  /** beside the title */
  resultCount: ReactNode
  /** undefined: not known */
  facets: MaybeFacets
}

/** Heading and filters of a listing. Their state is in the URL, so that they work without JavaScript. */
export function ListingControls({ query, buildHref, title, titleLevel, resultCount, facets }: ListingControlsProps) {
  const Heading = titleLevel === 1 ? 'h1' : 'h2'
  const { page } = query
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-end justify-between gap-x-10 gap-y-5">
        <div className="flex items-baseline justify-between gap-x-6 max-sm:w-full">
          <div className="flex min-w-0 gap-x-4 gap-y-1 max-sm:flex-col sm:items-baseline">
            <Heading id="listing" tabIndex={-1} className="title min-w-0 outline-none">
              {title}
              {page > 1 && <span className="text-soft"> · {page}</span>}
            </Heading>
            <p className="min-h-6 shrink-0 text-soft tabular-nums">{resultCount}</p>
          </div>
          <SizeGuideButton category={query.category} className="shrink-0 text-sm" />
        </div>
      </div>
      <div className="border-y border-line">
        <ListingFilters query={query} buildHref={buildHref} facets={facets} />
      </div>
      <ActiveFilters query={query} buildHref={buildHref} />
    </div>
  )
}

function CategoryLinks({ query, buildHref, facets }: Pick<ListingControlsProps, 'query' | 'buildHref' | 'facets'>) {
  const { page, category, ...filters } = query
  return [{ key: undefined, name: 'All' }, ...useMenuCategories()].map(({ key, name }) => (
    <FilterLink
      key={key ?? ''}
      href={buildHref({ ...filters, category: key })}
      selected={category === key}
      label={name}
      count={key === undefined ? undefined : facets && (facets.categories[key] ?? 0)}
    />
  ))
}

/** The filters that are on. Each is a link that removes it. */
function ActiveFilters({ query, buildHref }: Pick<ListingControlsProps, 'query' | 'buildHref'>) {
  const { page, ...filters } = query
  const { q, category, sort, price, inStock, size } = filters
  const { categories } = useStoreConfig()
  const removals: { label: string; change: Partial<ListingQuery> }[] = []
  if (q !== '') removals.push({ label: `“${q}”`, change: { q: '' } })
  if (category !== undefined) removals.push({ label: findCategoryName({ categories, key: category }), change: { category: undefined } })
  if (price !== undefined) removals.push({ label: priceBands[price].label, change: { price: undefined } })
  if (inStock) removals.push({ label: 'In stock only', change: { inStock: false } })
  if (size !== undefined) removals.push({ label: `Size ${size} in stock`, change: { size: undefined } })
  for (const name of declaredNames) {
    const value = filters[name]
    if (value !== undefined) removals.push({ label: name === 'country' ? `Made in ${value}` : value, change: { [name]: undefined } })
  }
  if (removals.length === 0) return null
  return (
    <ul aria-label="Active filters" className="-mt-2 flex flex-wrap items-center gap-2">
      {removals.map(({ label, change }) => (
        <li key={label} className="max-w-full">
          <Link
            to={buildHref({ ...filters, ...change })}
            {...preserveFocus}
            className={`${chip} border border-edge hover:border-ink hover:bg-sunk`}
          >
            <span className="sr-only">Remove filter </span>
            <span className="truncate">{label}</span>
            <Icon name="close" size={16} className="shrink-0" />
          </Link>
        </li>
      ))}
      {removals.length > 1 && (
        <li>
          <Link to={buildHref({ sort })} {...preserveFocus} className={`${chip} link`}>
            Clear all
          </Link>
        </li>
      )}
    </ul>
  )
}

const chip = 'inline-flex min-h-11 max-w-full items-center gap-2 rounded-control px-3 text-sm font-medium'

/** Categories, sort order, price and stock in a native disclosure. Every choice is a link, so that it works without JavaScript. */
function ListingFilters({ query, buildHref, facets }: Pick<ListingControlsProps, 'query' | 'buildHref' | 'facets'>) {
  const { page, ...filters } = query
  const { q, sort = findDefaultSort(q), price, inStock, size } = filters
  const isDeclaredSet = declaredNames.map((name) => filters[name] !== undefined)
  const activeCount = [filters.sort !== undefined, price !== undefined, inStock, size !== undefined, ...isDeclaredSet].filter(
    Boolean,
  ).length
  return (
    <details className="group">
      <summary className="flex min-h-12 items-center gap-2 font-medium md:ml-auto md:w-fit [&::-webkit-details-marker]:hidden">
        Sort and filter
        {activeCount > 0 && (
          <span className="inline-flex size-6 items-center justify-center rounded-full bg-ink text-xs font-bold text-page tabular-nums">
            {activeCount}
            <span className="sr-only"> applied</span>
          </span>
        )}
        <Icon name="down" size={18} className="transition-transform duration-150 group-open:rotate-180 max-md:ml-auto" />
      </summary>
      <div className="grid gap-y-4 border-t border-line py-3 md:gap-y-0">
        <FilterGroup label="Categories">
          <CategoryLinks query={query} buildHref={buildHref} facets={facets} />
        </FilterGroup>
        <FilterGroup label="Sort">
          {(Object.keys(sortLabels) as Sort[])
            .filter((name) => q !== '' || name !== 'relevance')
            .map((name) => (
              <FilterLink key={name} href={buildHref({ ...filters, sort: name })} selected={sort === name} label={sortLabels[name]} />
            ))}
        </FilterGroup>
        <FilterGroup label="Price">
          <FilterLink href={buildHref({ ...filters, price: undefined })} selected={price === undefined} label="Any price" />
          {priceBandNames.map((band) => (
            <FilterLink
              key={band}
              href={buildHref({ ...filters, price: band })}
              selected={price === band}
              label={priceBands[band].label}
              count={facets?.prices[band]}
            />
          ))}
        </FilterGroup>
        <FilterGroup label="Stock">
          <FilterLink href={buildHref({ ...filters, inStock: false })} selected={!inStock} label="All items" />
          <FilterLink href={buildHref({ ...filters, inStock: true })} selected={inStock} label="In stock only" />
        </FilterGroup>
        <FilterGroup label="My size">
          <FilterLink href={buildHref({ ...filters, size: undefined })} selected={size === undefined} label="Any size" />
          {listSizes({ facets, selected: size }).map(({ size: name, count }) => (
            <FilterLink key={name} href={buildHref({ ...filters, size: name })} selected={size === name} label={name} count={count} />
          ))}
        </FilterGroup>
        {declaredNames.map((name) => {
          const choices = listChoices({ facets, name })
          if (choices.length === 0) return null
          return (
            <FilterGroup key={name} label={declared[name]}>
              <FilterLink
                href={buildHref({ ...filters, [name]: undefined })}
                selected={filters[name] === undefined}
                label={`Any ${name}`}
              />
              {choices.map(([value, count]) => (
                <FilterLink
                  key={value}
                  href={buildHref({ ...filters, [name]: value })}
                  selected={filters[name]?.toLowerCase() === value.toLowerCase()}
                  label={value}
                  count={count}
                />
              ))}
            </FilterGroup>
          )
        })}
      </div>
    </details>
  )
}

function listChoices({ facets, name }: { facets: MaybeFacets; name: keyof typeof declared }): (readonly [string, number])[] {
  if (name === 'colour') return facets?.colours.map(({ colour, count }) => [colour, count]) ?? []
  if (name === 'fabric') return facets?.fabrics.map(({ fabric, count }) => [fabric, count]) ?? []
  return facets?.countries.map(({ country, count }) => [country, count]) ?? []
}

/** The sizes in stock, and the selected one; those of the shop as long as the stock is not known. */
function listSizes({ facets, selected }: { facets: MaybeFacets; selected: Size | undefined }): readonly { size: Size; count?: number }[] {
  const listed = facets?.sizes ?? sizes.map((size) => ({ size }))
  return selected === undefined || listed.some(({ size }) => size === selected)
    ? listed
    : [...listed, { size: selected, count: facets && 0 }]
}

function FilterGroup({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav aria-label={label} className="md:flex">
      <p aria-hidden="true" className="shrink-0 text-sm font-semibold md:w-24 md:py-2.5">
        {label}
      </p>
      <ul className="flex flex-wrap gap-x-5">{children}</ul>
    </nav>
  )
}

/** For links that change the list below them: scroll position and focus stay. */
const preserveFocus = { preventScrollReset: true, state: { preserveFocus: true } } as const

/** Made once: `toLocaleString` took 4 % of the time of a rendered page. */
export const countFormat = new Intl.NumberFormat('en-IN')

/** One choice of a filter. */
function FilterLink({
  href,
  selected,
  label,
  count,
}: {
  href: string
  selected: boolean
  label: string
  /** the products of this choice; undefined: not known */
  count?: number | undefined
}) {
  return (
    <li>
      <Link to={href} {...preserveFocus} aria-current={selected ? 'true' : undefined} className="filter-choice">
        {label}
        {count !== undefined && <span className="filter-count">{countFormat.format(count)}</span>}
      </Link>
    </li>
  )
}
