import { useNavigate } from 'react-router'
import { categories, categoryNames } from '#contract/business.ts'
import { Icon } from '../ui/icon.tsx'
import { Link } from '../ui/link.tsx'
import type { BuildListingHref, ListingQuery } from './listing.ts'
import { ListingFilters } from './listing-filters.tsx'
import { SizeGuideButton } from './size-guide-button.tsx'

/** Heading, search, categories and order of the list. All of it is in the address and works without JavaScript. */
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
  const { page, ...kept } = query
  const { q, category } = kept
  const navigate = useNavigate()
  // A form that is sent by GET writes its own query, so what the list is besides the search goes along as hidden fields.
  const [searchPath, keptWords] = buildHref({ ...kept, q: '' }).split('?')
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
              const words = String(new FormData(event.currentTarget).get('q') ?? '')
              navigate(buildHref({ ...kept, q: words.trim() }))
            }}
            className="flex"
          >
            {[...new URLSearchParams(keptWords)].map(([name, value]) => (
              <input key={name} type="hidden" name={name} value={value} />
            ))}
            <input
              type="search"
              name="q"
              defaultValue={q}
              maxLength={200}
              aria-label="Search the shop"
              placeholder="Search the shop"
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
      {/* From md on the disclosure's line lies over the row of the categories, and only what it opens beneath it. */}
      <div className="grid border-y border-line">
        <nav aria-label="Categories" className="z-10 self-start md:col-start-1 md:row-start-1 md:w-fit">
          <ul className="flex flex-wrap justify-between gap-x-3 max-md:text-[0.9375rem] md:gap-x-6">
            <Choice to={buildHref({ ...kept, category: undefined })} chosen={category === undefined} label="All" />
            {categoryNames.map((name) => (
              <Choice key={name} to={buildHref({ ...kept, category: name })} chosen={category === name} label={categories[name].plural} />
            ))}
          </ul>
        </nav>
        <ListingFilters query={query} buildHref={buildHref} />
      </div>
    </div>
  )
}

function Choice({ to, chosen, label }: { to: string; chosen: boolean; label: string }) {
  return (
    <li>
      <Link
        to={to}
        preventScrollReset
        aria-current={chosen ? 'true' : undefined}
        className={`inline-flex min-h-12 items-center ${chosen ? 'dashed-underline font-semibold text-thread' : 'text-soft hover:text-ink'}`}
      >
        {label}
      </Link>
    </li>
  )
}
