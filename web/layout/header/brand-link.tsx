import { Link } from 'react-router'

const maxOneLine = 18

/** The shop's name as a link, with a coloured ampersand. A long name is smaller and wraps. */
export function BrandLink({ name, to }: { name: string; to: string }) {
  return (
    <Link
      to={to}
      className={`inline-flex min-h-11 min-w-0 items-center rounded-control font-display font-[480] tracking-[-0.02em] text-ink ${
        name.length > maxOneLine
          ? 'text-sm/[1.1] wrap-anywhere sm:text-base/tight'
          : 'text-[1.375rem] leading-none max-[24.5rem]:text-lg/none sm:text-2xl sm:whitespace-nowrap'
      }`}
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
