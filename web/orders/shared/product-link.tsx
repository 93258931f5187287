import type { ReactNode } from 'react'
import { Link } from 'react-router'

/** The path of a product's page in the shopper's dashboard. */
export const shopperProductHref = ({ _id }: { _id: string }): string => `/UserDashboard/productPage/${_id}`

interface ProductLinkProps {
  /** undefined: not a link */
  href: string | undefined
  /** beside the name, which is the link for keyboards and screen readers */
  isPicture?: boolean
  children: ReactNode
}

/** The name or picture of an item as a link to its product. */
export function ProductLink({ href, isPicture = false, children }: ProductLinkProps) {
  const className = isPicture ? 'h-fit shrink-0' : 'rounded-control hover:underline'
  if (href === undefined) return isPicture ? <div className={className}>{children}</div> : children
  return (
    <Link to={href} className={className} tabIndex={isPicture ? -1 : undefined} aria-hidden={isPicture || undefined}>
      {children}
    </Link>
  )
}
