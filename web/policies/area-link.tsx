import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { findAreaBase } from '../layout/footer.tsx'

/** A link to another policy page within the current dashboard, like the footer's. A link into a dashboard stays as it is. */
export function AreaLink({ to, children }: { to: string; children: ReactNode }) {
  const base = findAreaBase(useLocation().pathname)
  return (
    <Link to={findAreaBase(to) === '' ? base + to : to} className="link">
      {children}
    </Link>
  )
}
