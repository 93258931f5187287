import { NavLink } from 'react-router'
import { categoriesPath, productsPath } from './list-href.ts'

const tabs = [
  { label: 'Products', to: productsPath },
  { label: 'Categories', to: categoriesPath },
] as const

/** The screens around products, below the navigation bar. */
export function ProductTabs() {
  return (
    <nav aria-label="Products" className="scroll-row -mb-1 border-b border-line">
      <ul className="flex gap-x-6">
        {tabs.map(({ label, to }) => (
          <li key={to}>
            <NavLink
              to={to}
              caseSensitive={false}
              className={({ isActive }) =>
                `inline-flex min-h-11 items-center whitespace-nowrap ${isActive ? 'dashed-underline font-semibold text-thread' : 'text-soft hover:text-ink'}`
              }
            >
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
