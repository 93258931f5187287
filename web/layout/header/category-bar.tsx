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
          <ul className="category-row">
            {useMenuCategories().map(({ key, name }) => (
              <li key={key}>
                <Link
                  discover="none"
                  to={links.buildCategoryHref(key)}
                  aria-current={key === category ? 'true' : undefined}
                  className="category-link"
                >
                  {key === category ? <span className="dashed-underline py-1.5">{name}</span> : name}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      </nav>
    </div>
  )
}
