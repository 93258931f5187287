import { Link } from 'react-router'

/** The shop's name as a link, with a coloured ampersand. */
export function BrandLink({ name, to }: { name: string; to: string }) {
  return (
    <Link
      to={to}
      className="inline-flex min-h-11 items-center rounded-control font-display text-[1.375rem] font-[480] tracking-[-0.02em] whitespace-nowrap text-ink sm:text-2xl"
    >
      <span>
        {name.split(/(&)/).map((part) =>
          part === '&' ? (
            <span key="and" className="text-thread">
              &amp;
            </span>
          ) : (
            part
          ),
        )}
      </span>
    </Link>
  )
}
