import { Link } from 'react-router'

/** The listings above a product, as in its structured data, and the product itself, which a phone has no room for. */
export function Breadcrumb({ steps, current }: { steps: readonly { label: string; to: string }[]; current: string }) {
  return (
    <nav aria-label="Breadcrumb" className="relative text-sm sm:col-span-2 max-sm:z-10 max-sm:h-8">
      <ol className="flex min-w-0">
        {steps.map(({ label, to }) => (
          <li
            key={to}
            className="flex shrink-0 items-center text-soft after:mx-2 after:content-['/'/''] max-sm:nth-last-2:after:content-none"
          >
            <Link to={to} className="-mx-2 inline-flex min-h-11 items-center px-2 max-sm:-my-1.5 hover:text-ink hover:underline">
              {label}
            </Link>
          </li>
        ))}
        <li className="min-w-0 content-center truncate max-sm:hidden" aria-current="page">
          {current}
        </li>
      </ol>
    </nav>
  )
}
