import { Link, useLocation } from 'react-router'
import { useStoreConfig } from '../store-config.ts'

/** The pages that the owner has put into the menu, in one row below the categories. Nothing for a shop without. */
export function PageBar() {
  const pages = (useStoreConfig().pages ?? []).filter(({ place }) => place === 'menu')
  const { pathname } = useLocation()
  if (pages.length === 0) return null
  return (
    <div className="shadow-[inset_0_-1px_var(--color-line)]">
      <nav aria-label="About the shop" className="page-width">
        <div className="scroll-row">
          <ul className="flex w-max min-w-full gap-x-6 text-sm md:gap-x-7">
            {pages.map(({ slug, title }) => (
              <li key={slug}>
                <Link
                  to={`/pages/${slug}`}
                  aria-current={pathname.toLowerCase() === `/pages/${slug}` ? 'page' : undefined}
                  className="inline-flex min-h-11 items-center whitespace-nowrap text-soft hover:text-thread aria-[current]:font-semibold aria-[current]:text-thread"
                >
                  {title}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      </nav>
    </div>
  )
}
