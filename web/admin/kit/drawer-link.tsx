import type { ComponentProps, ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import type { Right } from '#contract/kernel/rights.ts'
import { useRight } from '../../session/use-right.ts'
import { LinkButton } from '../../ui/button.tsx'
import { buildDrawerHref, newId } from './list-href.ts'
import { useMayOpen } from './screen-rights.ts'

interface DrawerLinkProps extends Omit<ComponentProps<typeof Link>, 'to'> {
  id: string
  /** the path of the list that has it; undefined: this list, which stays as it is behind the drawer */
  list?: string
  /** what the details need, if they are not those of the list */
  right?: Right
}

/** Opens the details of a row in the drawer of its list; a text for administrators who may not open that list. */
export function DrawerLink({ id, list, right, ...link }: DrawerLinkProps) {
  const location = useLocation()
  const from = list === undefined ? location : { pathname: list, search: '' }
  const mayOpen = useMayOpen(from.pathname)
  const hasRightToDetails = useRight(right)
  if (!hasRightToDetails || (list !== undefined && !mayOpen)) return <span>{link.children}</span>
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
