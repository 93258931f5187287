import { lazy, Suspense } from 'react'
import type { User } from '#contract/users.ts'
import { Icon } from '../ui/icon.tsx'
import { Link } from '../ui/link.tsx'

/** Fetched when someone is signed in: an anonymous visitor never pays for menus. */
const AccountMenu = lazy(async () => ({ default: (await import('./account-menu.tsx')).AccountMenu }))
const OrderNews = lazy(async () => ({ default: (await import('./notification-bell.tsx')).NotificationBell }))

/** The bell and the avatar of the bar, and a shopper's cart where the bar's links are folded away. */
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
        <OrderNews />
        <AccountMenu name={name} />
      </span>
    </Suspense>
  )
}
