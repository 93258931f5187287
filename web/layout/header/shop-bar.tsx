import { Link, useLocation } from 'react-router'
import { toCategoryKey } from '#contract/business.ts'
import { useMenuCategories } from '../store-config.ts'
import { SearchForm } from './search-form.tsx'

/** Categories and product search, in the header of every public page. */
export function ShopBar() {
  const { pathname, search } = useLocation()
  const listingParams = new URLSearchParams(/^\/(buy(\/|$)|$)/i.test(pathname) ? search : '')
  const selected = toCategoryKey(listingParams.get('category') ?? '')
  const categories = useMenuCategories()
  return (
    <div className="border-b border-line">
      <div className="page-width flex flex-col gap-x-10 pb-2 md:flex-row md:items-center md:justify-between md:py-1.5">
        <nav aria-label="Shop by category" className="scroll-row min-w-0">
          <ul className="flex w-max min-w-full justify-between gap-x-4 max-md:text-[0.9375rem] md:gap-x-5 lg:gap-x-7">
            {categories.map(({ key, name }) => (
              <li key={key}>
                <Link
                  to={`/buy?category=${key}`}
                  aria-current={key === selected ? 'true' : undefined}
                  className={`inline-flex min-h-11 items-center whitespace-nowrap max-md:-mx-2 max-md:px-2 ${key === selected ? 'font-semibold text-thread' : 'text-ink hover:text-thread'}`}
                >
                  <span className={key === selected ? 'dashed-underline py-1.5' : ''}>{name}</span>
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <SearchForm
          q={listingParams.get('q') ?? ''}
          buildHref={(q) => (q === '' ? '/buy' : `/buy?${new URLSearchParams({ q })}`)}
          className="min-w-0 md:w-64 md:shrink-0 lg:w-96"
        />
      </div>
    </div>
  )
}
