import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { findAreaBase } from '../layout/footer.tsx'
import { Link } from '../ui/link.tsx'

/** A link to another page of words that stays in the area that is open, as the footer's do. */
export function AreaLink({ to, children }: { to: `/${string}`; children: ReactNode }) {
  return (
    <Link to={findAreaBase(useLocation().pathname) + to} className="link">
      {children}
    </Link>
  )
}
