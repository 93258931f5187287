import type { ComponentProps, ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { LinkButton } from '../../ui/button.tsx'
import { buildDrawerHref, newId } from './list-href.ts'

interface DrawerLinkProps extends Omit<ComponentProps<typeof Link>, 'to'> {
  id: string
  /** the path of the list that has it; undefined: this list, which stays as it is behind the drawer */
  list?: string
}

/** Opens the details of a row in the drawer of its list. */
export function DrawerLink({ id, list, ...link }: DrawerLinkProps) {
  const location = useLocation()
  const from = list === undefined ? location : { pathname: list, search: '' }
  return <Link to={buildDrawerHref(from, id)} preventScrollReset={list === undefined} {...link} />
}

/** The name of a row. A click beside the controls of the row opens its details, too. */
export const RowLink = ({ className = 'wrap-anywhere', ...link }: DrawerLinkProps) => (
  <DrawerLink
    data-opens-row=""
    className={`font-semibold hover:underline max-sm:inline-flex max-sm:min-h-11 max-sm:items-center ${className}`}
    {...link}
  />
)

/** The button of a list that opens its drawer for a new row. */
export function AddLink({ children }: { children: ReactNode }) {
  return (
    <LinkButton variant="ink" to={buildDrawerHref(useLocation(), newId)} preventScrollReset className="text-sm sm:min-h-10">
      {children}
    </LinkButton>
  )
}
