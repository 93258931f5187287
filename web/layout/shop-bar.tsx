import { Link, useLocation } from 'react-router'
import { categories, categoryNames, parseCategory } from '#contract/business.ts'
import { SearchForm } from './search-form.tsx'

/** Categories and product search, in the header of every public page. */
export function ShopBar() {
  const { pathname, search } = useLocation()
  const listingParams = new URLSearchParams(/^\/(buy(\/|$)|$)/i.test(pathname) ? search : '')
  const selected = parseCategory(listingParams.get('category') ?? '')
  return (
    <div className="border-b border-line">
      <div className="page-width flex flex-col gap-x-10 pb-2 md:flex-row md:items-center md:justify-between md:py-1.5">
        <nav aria-label="Shop by category" className="md:shrink-0">
          <ul className="flex flex-wrap justify-between gap-x-3 max-md:text-[0.9375rem] md:gap-x-5 lg:gap-x-7">
            {categoryNames.map((category) => (
              <li key={category}>
                <Link
                  to={`/buy?category=${category}`}
                  aria-current={category === selected ? 'true' : undefined}
                  className={`inline-flex min-h-11 items-center max-md:min-w-11 ${category === selected ? 'font-semibold text-thread' : 'text-ink hover:text-thread'}`}
                >
                  <span className={category === selected ? 'dashed-underline py-1.5' : ''}>{categories[category].plural}</span>
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <SearchForm
          q={listingParams.get('q') ?? ''}
          buildHref={(q) => (q === '' ? '/buy' : `/buy?${new URLSearchParams({ q })}`)}
          className="min-w-0 md:w-96"
        />
      </div>
    </div>
  )
}
