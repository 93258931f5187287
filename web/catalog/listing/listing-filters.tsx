import { type ReactNode, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { Category } from '#contract/catalog/categories.ts'
import { findDefaultSort, priceBandNames, priceBands, type Size, type Sort, sizes as shopSizes } from '#contract/kernel/business.ts'
import { useMenuCategories } from '../../layout/store-config.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { type BuildListingHref, countFormat, type ListingQuery, type MaybeFacets, toggleSize } from './listing.ts'

const sortLabels: Record<Sort, string> = {
  relevance: 'Relevance',
  newest: 'Newest',
  popular: 'Popularity',
  'price-asc': 'Price, low to high',
  'price-desc': 'Price, high to low',
}

/** Filters by what products declare; their choices are those of the facets. */
const declared = { colour: 'Colour', fabric: 'Fabric', country: 'Country of origin' } as const
export const declaredNames = Object.keys(declared) as (keyof typeof declared)[]

/** For links that change the list below them: scroll position and focus stay. */
export const preserveFocus = { preventScrollReset: true, state: { preserveFocus: true } } as const

interface ListingFiltersProps {
  query: ListingQuery
  buildHref: BuildListingHref
  /** undefined: not known */
  facets: MaybeFacets
  /** how many products there are with these filters */
  shownCount: ReactNode
}

/** Where the choices are a sheet from below. */
const isPhone = () => matchMedia('(width < 48rem)').matches

/**
 * Categories, sort order and filters in a native disclosure, which is a sheet from below on a phone. Every choice is a link, so that it
 * works without JavaScript; the sheet then is a part of the page.
 */
export function ListingFilters({ query, buildHref, facets, shownCount }: ListingFiltersProps) {
  const { page, ...filters } = query
  const { price, inStock, sizes } = filters
  const [isOpen, setOpen] = useState(false)
  const details = useRef<HTMLDetailsElement>(null)
  const close = () => {
    setOpen(false)
    details.current?.querySelector('summary')?.focus({ preventScroll: true })
  }
  const isDeclaredSet = declaredNames.map((name) => filters[name] !== undefined)
  const activeCount = [filters.sort !== undefined, price !== undefined, inStock, ...sizes.map(Boolean), ...isDeclaredSet].filter(
    Boolean,
  ).length
  return (
    <details
      ref={details}
      data-filters
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      onClick={(event) => event.target === event.currentTarget && close()}
      onKeyDown={(event) => event.key === 'Escape' && isOpen && close()}
      onBlur={({ currentTarget, relatedTarget }) => {
        // What the sheet covers does not get the focus.
        if (relatedTarget !== null && !currentTarget.contains(relatedTarget) && isPhone()) setOpen(false)
      }}
      className="filters group"
    >
      <summary className="filters-summary">
        <Icon path={filterIcon} size={18} />
        Sort and filter
        {activeCount > 0 && (
          <span className="filters-count">
            {activeCount}
            <span className="sr-only"> applied</span>
          </span>
        )}
        <Icon name="down" size={18} className="transition-transform duration-150 group-open:rotate-180" />
      </summary>
      <div className="filters-panel">
        <div className="filters-title">
          <p className="font-display text-2xl">Filter and sort</p>
          <button type="button" aria-label="Close" onClick={close} className="icon-button -mr-2.5">
            <Icon name="close" />
          </button>
        </div>
        <nav aria-label="Sort and filter" className="filters-groups">
          {listGroups({ query, facets, categories: useMenuCategories() }).map(({ label, choices }) => (
            <ul key={label} aria-label={label} className="filter-list">
              {choices.map(({ text, change, selected, count }) => (
                <FilterLink key={text} href={buildHref({ ...filters, ...change })} selected={selected} label={text} count={count} />
              ))}
            </ul>
          ))}
        </nav>
        <div className="filters-actions">
          <Button variant="ink" onClick={close} className="min-w-48 max-md:grow">
            <span>Show {shownCount}</span>
          </Button>
        </div>
      </div>
    </details>
  )
}

const filterIcon = 'M4 7h9M19 7h1M4 17h1M11 17h9M16 4.5a2.5 2.5 0 1 0 .01 0M8 14.5a2.5 2.5 0 1 0 .01 0'

/** The values of a declared filter with the number of their products. */
function listChoices({ facets, name }: { facets: MaybeFacets; name: keyof typeof declared }): (readonly [string, number])[] {
  const listed = facets && { colour: facets.colours, fabric: facets.fabrics, country: facets.countries }[name]
  return listed?.map(({ count, ...value }) => [Object.values(value)[0] as string, count]) ?? []
}

/** The sizes in stock, and the selected ones; those of the shop as long as the stock is not known. */
function listSizes({ facets, selected }: { facets: MaybeFacets; selected: readonly Size[] }): readonly { size: Size; count?: number }[] {
  const listed: readonly { size: Size; count?: number }[] = facets?.sizes ?? shopSizes.map((size) => ({ size }))
  const others = selected.filter((size) => listed.every((each) => each.size !== size))
  return [...listed, ...others.map((size) => ({ size, ...(facets && { count: 0 }) }))]
}

interface Group {
  readonly label: string
  readonly choices: readonly {
    readonly text: string
    readonly change: Partial<ListingQuery>
    readonly selected: boolean
    /** the products of this choice; undefined: not known */
    readonly count?: number | undefined
  }[]
}

/** The filters with their choices. */
function listGroups({
  query: { q, sort = findDefaultSort(q), category, price, inStock, sizes, ...others },
  facets,
  categories,
}: {
  query: ListingQuery
  facets: MaybeFacets
  categories: readonly Category[]
}): Group[] {
  return [
    {
      label: 'Categories',
      choices: [
        { text: 'All', change: { category: undefined }, selected: category === undefined },
        ...categories.map(({ key, name }) => ({
          text: name,
          change: { category: key },
          selected: category === key,
          count: facets && (facets.categories[key] ?? 0),
        })),
      ],
    },
    {
      label: 'My size',
      choices: [
        { text: 'Any size', change: { sizes: [] }, selected: sizes.length === 0 },
        ...listSizes({ facets, selected: sizes }).map(({ size, count }) => ({
          text: size,
          change: { sizes: toggleSize({ sizes, size }) },
          selected: sizes.includes(size),
          count,
        })),
      ],
    },
    {
      label: 'Price',
      choices: [
        { text: 'Any price', change: { price: undefined }, selected: price === undefined },
        ...priceBandNames.map((band) => ({
          text: priceBands[band].label,
          change: { price: band },
          selected: price === band,
          count: facets?.prices[band],
        })),
      ],
    },
    {
      label: 'Sort',
      choices: (Object.keys(sortLabels) as Sort[])
        .filter((name) => q !== '' || name !== 'relevance')
        .map((name) => ({ text: sortLabels[name], change: { sort: name }, selected: sort === name })),
    },
    {
      label: 'Stock',
      choices: [
        { text: 'All', change: { inStock: false }, selected: !inStock },
        { text: 'In stock only', change: { inStock: true }, selected: inStock },
      ],
    },
    ...declaredNames.flatMap((name): Group[] => {
      const choices = listChoices({ facets, name })
      if (choices.length === 0) return []
      const chosen = others[name]?.toLowerCase()
      return [
        {
          label: declared[name],
          choices: [
            { text: `Any ${name}`, change: { [name]: undefined }, selected: chosen === undefined },
            ...choices.map(([text, count]) => ({ text, change: { [name]: text }, selected: chosen === text.toLowerCase(), count })),
          ],
        },
      ]
    }),
  ]
}

interface FilterLinkProps {
  href: string
  selected: boolean
  label: string
  /** the products of this choice; undefined: not known */
  count?: number | undefined
}

/** One choice of a filter. Without products it is grey and no link, unless it is selected. */
function FilterLink({ href, selected, label, count }: FilterLinkProps) {
  // The style shows it after the label.
  const shownCount = count === undefined ? undefined : countFormat.format(count)
  if (count === 0 && !selected)
    return (
      <li className="filter-none" data-count={shownCount}>
        {label}
      </li>
    )
  return (
    <li>
      <Link
        to={href}
        {...preserveFocus}
        discover="none"
        aria-current={selected ? 'true' : undefined}
        className="filter-choice"
        data-count={shownCount}
      >
        {label}
      </Link>
    </li>
  )
}
