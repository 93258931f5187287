import { Link } from 'react-router'
import { Icon } from './icon.tsx'
import { listPageNumbers } from './page-numbers.ts'

/** Links to the pages of a list. Previous and Next are disabled on the first and the last page. */
export function Pager({ page, pages, buildHref }: { page: number; pages: number; buildHref: (page: number) => string }) {
  if (pages <= 1) return null
  return (
    <nav aria-label="Pages" className="flex items-center justify-center gap-1">
      <Step label="Previous" to={page > 1 ? buildHref(page - 1) : undefined} rel="prev" />
      <ol className="flex flex-wrap items-center justify-center sm:gap-1">
        {listPageNumbers({ page, pages }).map((number, index) =>
          number === null ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: a gap has no other identity
            <li key={`gap-${index}`} aria-hidden="true" className="w-6 text-center text-soft">
              …
            </li>
          ) : (
            <li key={number}>
              <Link
                to={buildHref(number)}
                aria-label={`Page ${number}`}
                aria-current={number === page ? 'page' : undefined}
                className={`page-step ${number === page ? 'dashed-underline font-bold text-thread' : 'text-ink hover:bg-sunk'}`}
              >
                {number}
              </Link>
            </li>
          ),
        )}
      </ol>
      <Step label="Next" to={page < pages ? buildHref(page + 1) : undefined} rel="next" />
    </nav>
  )
}

function Step({ label, to, rel }: { label: string; to: string | undefined; rel: 'prev' | 'next' }) {
  const content = (
    <>
      {rel === 'prev' && <Icon name="left" size={18} />}
      <span className="max-sm:sr-only">{label}</span>
      {rel === 'next' && <Icon name="right" size={18} />}
    </>
  )
  if (to !== undefined)
    return (
      <Link to={to} rel={rel} className="page-step text-ink hover:bg-sunk">
        {content}
      </Link>
    )
  return (
    // biome-ignore lint/a11y/useValidAnchor: a disabled link
    <a role="link" aria-disabled="true" className="page-step cursor-not-allowed text-soft opacity-60">
      {content}
    </a>
  )
}
