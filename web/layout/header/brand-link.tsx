import { Link } from 'react-router'

const maxOneLine = 18

/** The shop's name as a link, with a coloured ampersand. A long name is smaller and wraps. */
export function BrandLink({ name, to }: { name: string; to: string }) {
  return (
    <Link to={to} className={`brand ${name.length > maxOneLine ? 'brand-long' : 'brand-short'}`}>
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
