import { Link } from 'react-router'

/** The listings above a product, as in its structured data, and the product itself. */
export function Breadcrumb({ steps, current }: { steps: readonly { label: string; to: string }[]; current: string }) {
  return (
    <nav aria-label="Breadcrumb" className="text-sm sm:col-span-2 max-sm:-mb-4">
      <ol className="flex min-w-0">
        {steps.map(({ label, to }) => (
          <li key={to} className="flex shrink-0 items-center text-soft after:mx-2 after:content-['/'/'']">
            <Link to={to} className="-mx-2 inline-flex min-h-11 items-center px-2 hover:text-ink hover:underline">
              {label}
            </Link>
          </li>
        ))}
        <li className="min-w-0 content-center truncate" aria-current="page">
          {current}
        </li>
      </ol>
    </nav>
  )
}
