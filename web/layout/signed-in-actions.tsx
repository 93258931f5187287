import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import type { User } from '#contract/users.ts'
import { Icon } from '../ui/icon.tsx'

/** Loaded only for signed-in users. */
const AccountMenu = lazy(async () => ({ default: (await import('./account-menu.tsx')).AccountMenu }))
const NotificationBell = lazy(async () => ({ default: (await import('./notification-bell.tsx')).NotificationBell }))

/** The notification bell, the account menu and, on small screens, the shopper's cart link. */
export function SignedInActions({ user: { name, role } }: { user: Pick<User, 'name' | 'role'> }) {
  return (
    <Suspense fallback={<span aria-hidden="true" className="h-11 w-22" />}>
      <span className="flex items-center">
        {role === 'user' && (
          <Link
            to="/UserDashboard/cart"
            aria-label="Cart"
            className="inline-flex size-11 items-center justify-center rounded-control hover:bg-sunk max-[22rem]:hidden md:hidden"
          >
            <Icon name="bag" />
          </Link>
        )}
        <NotificationBell />
        <AccountMenu name={name} />
      </span>
    </Suspense>
  )
}
