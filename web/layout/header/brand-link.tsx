import { Link } from 'react-router'

const maxOneLine = 18

/** The shop's logo, or its name with a coloured ampersand, as a link. A long name is smaller and wraps. */
export function BrandLink({ name, logo = null, to }: { name: string; logo?: string | null; to: string }) {
  if (logo !== null)
    return (
      <Link to={to} className="brand">
        <img src={`${logo}/logo.png`} alt={name} className="max-h-8 w-auto max-w-40 object-contain object-left md:max-h-10" />
      </Link>
    )
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
