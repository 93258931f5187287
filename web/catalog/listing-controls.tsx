import { useNavigate } from 'react-router'
import { categories, categoryNames, maxLengths } from '#contract/business.ts'
import { Icon } from '../ui/icon.tsx'
import type { BuildListingHref, ListingQuery } from './listing.ts'
import { FilterLink, ListingFilters } from './listing-filters.tsx'
import { SizeGuideButton } from './size-guide-button.tsx'

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
