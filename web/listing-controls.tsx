import { Link, useNavigate } from 'react-router'
import { categories, categoryNames } from '#contract/business.ts'
import type { Sort } from '#contract/products.ts'
import { type ListingQuery, priceBandNames, priceBands, type WriteHref } from './listing.ts'
import { Icon } from './ui/icon.tsx'
import { SizeGuideButton } from './ui/size-guide-button.tsx'

const sortNames: Record<Sort, string> = { newest: 'Newest', 'price-asc': 'Price, low to high', 'price-desc': 'Price, high to low' }

/** Heading, search, categories and order of the list. All of it is in the address and works without JavaScript. */
export function ListingControls({
  query,
  writeHref,
  title,
  titleLevel,
}: {
  query: ListingQuery
  writeHref: WriteHref
  title: string
  titleLevel: 1 | 2
}) {
  const Heading = titleLevel === 1 ? 'h1' : 'h2'
  const { page, ...kept } = query
  const { q, category, sort, price, inStock } = kept
  const navigate = useNavigate()
  // A form that is sent by GET writes its own query, so what the list is besides the search goes along as hidden fields.
  const [searchPath, keptWords] = writeHref({ ...kept, q: '' }).split('?')
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-end justify-between gap-x-10 gap-y-5">
        <Heading id="listing" tabIndex={-1} className="title outline-none">
          {title}
          {page > 1 && <span className="text-soft"> · {page}</span>}
        </Heading>
        <search className="w-full max-w-md">
          <form
            key={q}
            method="get"
            action={searchPath}
            onSubmit={(event) => {
              event.preventDefault()
              const words = String(new FormData(event.currentTarget).get('q') ?? '')
              navigate(writeHref({ ...kept, q: words.trim() }))
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
      <div className="flex flex-wrap items-center justify-between gap-x-10 gap-y-2 border-y border-line py-1">
        <nav aria-label="Categories">
          <ul className="flex flex-wrap gap-x-6">
            <Choice to={writeHref({ ...kept, category: undefined })} chosen={category === undefined} label="All" />
            {categoryNames.map((name) => (
              <Choice key={name} to={writeHref({ ...kept, category: name })} chosen={category === name} label={categories[name].plural} />
            ))}
          </ul>
        </nav>
        <div className="flex flex-wrap items-center gap-x-6">
          <nav aria-label="Order of the list">
            <ul className="flex flex-wrap gap-x-5 text-sm">
              {(Object.keys(sortNames) as Sort[]).map((name) => (
                <Choice key={name} to={writeHref({ ...kept, sort: name })} chosen={sort === name} label={sortNames[name]} />
              ))}
            </ul>
          </nav>
          <SizeGuideButton className="text-sm" />
        </div>
        <nav aria-label="Filters" className="w-full border-t border-line">
          <ul className="flex flex-wrap gap-x-5 text-sm">
            <Choice to={writeHref({ ...kept, price: undefined })} chosen={price === undefined} label="Any price" />
            {priceBandNames.map((band) => (
              <Choice key={band} to={writeHref({ ...kept, price: band })} chosen={price === band} label={priceBands[band].label} />
            ))}
            <li className="ml-auto">
              <ul>
                <Choice
                  to={writeHref({ ...kept, inStock: !inStock })}
                  chosen={inStock}
                  label={inStock ? 'In stock only ×' : 'In stock only'}
                />
              </ul>
            </li>
          </ul>
        </nav>
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
        className={`inline-flex min-h-11 items-center ${chosen ? 'stitch-below font-semibold text-thread' : 'text-soft hover:text-ink'}`}
      >
        {label}
      </Link>
    </li>
  )
}
