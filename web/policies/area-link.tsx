import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { findAreaBase } from '../layout/footer.tsx'

/** A link to another policy page within the current dashboard, like the footer's. */
export function AreaLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={findAreaBase(useLocation().pathname) + to} className="link">
      {children}
    </Link>
  )
}
