import { Link, useLocation } from 'react-router'
import type { ShopLinks } from '../shop-links.ts'
import { useMenuCategories } from '../store-config.ts'

/** The categories in one row below the navigation bar, of the public shop and of the shopper's area. */
export function CategoryBar({ links }: { links: ShopLinks }) {
  const { category } = links.readListing(useLocation())
  return (
    // The line takes no height of a phone's header.
    <div className="shadow-[inset_0_-1px_var(--color-line)]">
      <nav aria-label="Shop by category" className="page-width">
        <div className="scroll-row">
          <ul className="flex w-max min-w-full gap-x-4 max-md:text-[0.9375rem] max-md:justify-between md:gap-x-7 lg:gap-x-9">
            {useMenuCategories().map(({ key, name }) => (
              <li key={key}>
                <Link
                  to={links.buildCategoryHref(key)}
                  aria-current={key === category ? 'true' : undefined}
                  className={`inline-flex min-h-11 items-center whitespace-nowrap max-md:-mx-2 max-md:px-2 ${key === category ? 'font-semibold text-thread' : 'text-ink hover:text-thread'}`}
                >
                  <span className={key === category ? 'dashed-underline py-1.5' : ''}>{name}</span>
                </Link>
              </li>
            ))}
          </ul>
        </div>
      </nav>
    </div>
  )
}
