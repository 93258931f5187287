import { DropdownMenu } from 'radix-ui'
import { useEffect } from 'react'
import { Link } from 'react-router'
import type { User } from '#contract/accounts/users.ts'
import type { CartLine } from '#contract/cart/cart.ts'
import { call } from '../../api/client.ts'
import { finishMerge } from '../../cart/state/merge-guest-cart.ts'
import { refreshShopperCart, setShopperCart, useShopperCart } from '../../cart/state/shopper-cart.ts'
import { hasRight } from '../../session/has-right.ts'
import { Icon, shopIcon } from '../../ui/icon.tsx'
import { AdminBell } from './admin-bell.tsx'
import { ShopperCartBadge } from './cart-badge.tsx'
import { ShopperBell } from './notification-bell.tsx'

/** The shopper's cart link on small screens or the administrator's link to the shop, the notification bell and the account menu. */
export function SignedInActions({ user }: { user: User }) {
  const { name, role } = user
  useCartRefresh(user)
  return (
    <span className="flex items-center">
      {role === 'user' && (
        <Link
          to="/UserDashboard/cart"
          className="relative inline-flex size-11 items-center justify-center rounded-control hover:bg-sunk md:hidden"
        >
          <Icon name="bag" />
          <span className="sr-only">Cart</span>
          <ShopperCartBadge className="absolute top-0.5 right-0 h-5 min-w-5 px-1" />
        </Link>
      )}
      {role === 'admin' && (
        <Link
          to="/buy"
          aria-label="View the shop"
          className="hidden size-11 items-center justify-center rounded-control hover:bg-sunk sm:inline-flex"
        >
          <Icon path={shopIcon} size={22} />
        </Link>
      )}
      {role === 'user' && <ShopperBell />}
      {role === 'admin' && hasRight(user, 'orders') && <AdminBell />}
      <AccountMenu name={name} />
    </span>
  )
}

/** The cart, after a running merge of the guest cart; undefined when there was no reply, or a change was made meanwhile. */
async function loadShopperCart(user: User): Promise<readonly CartLine[] | undefined> {
  await finishMerge(user)
  const { revision } = useShopperCart.getState()
  // Not `callSignedIn`: a failed refresh must not redirect to the login screen.
  const reply = await call('GET /cart', {}).catch(() => undefined)
  return useShopperCart.getState().revision === revision ? reply?.cart : undefined
}

/** Loads the shopper's cart for the count in the header, and again on return to the window: a second device may have changed it. */
function useCartRefresh(user: User): void {
  useEffect(() => {
    if (user.role !== 'user') return
    const ended = new AbortController()
    let requested = 0
    let shown = 0
    const load = async () => {
      requested += 1
      const turn = requested
      const lines = await loadShopperCart(user)
      // The reply to a later request is newer, also when it arrives first.
      if (lines === undefined || turn < shown || ended.signal.aborted) return
      shown = turn
      refreshShopperCart(lines)
    }
    load()
    window.addEventListener('focus', load, { signal: ended.signal })
    return () => {
      ended.abort()
      setShopperCart(undefined)
    }
  }, [user])
}

/** The first letters of the first two words of a name. */
function formatInitials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean).slice(0, 2)
  return words.map((word) => [...word][0]?.toLocaleUpperCase('en-IN') ?? '').join('')
}

/** The avatar and its menu. Not modal: Radix locks scrolling with an inline style, which the CSP forbids. */
function AccountMenu({ name }: { name: string }) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger
        aria-label={`${formatInitials(name)}, account of ${name}`}
        className="group inline-flex size-11 items-center justify-center rounded-full"
      >
        <span
          aria-hidden="true"
          className="inline-flex size-9 items-center justify-center rounded-full bg-ink text-sm font-semibold tracking-wide text-page outline-1 outline-offset-2 outline-transparent outline-dashed group-hover:outline-ink group-data-[state=open]:outline-ink"
        >
          {formatInitials(name)}
        </span>
      </DropdownMenu.Trigger>
      <DropdownMenu.Content
        align="end"
        sideOffset={8}
        collisionPadding={16}
        className="rise-in z-50 min-w-52 rounded-control border border-line bg-raised p-1.5 text-ink shadow-lift"
      >
        <DropdownMenu.Label className="max-w-64 truncate px-3 pt-2 pb-3 text-sm text-soft">
          Signed in as <span className="font-semibold text-ink">{name}</span>
        </DropdownMenu.Label>
        <DropdownMenu.Item asChild>
          <Link
            to="/Logout"
            state={{ isFromShop: true }}
            className="flex min-h-11 items-center rounded-control px-3 font-semibold outline-none data-highlighted:bg-sunk focus-visible:outline-2 focus-visible:outline-offset-0 focus-visible:outline-indigo focus-visible:outline-dashed"
          >
            Logout
          </Link>
        </DropdownMenu.Item>
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  )
}
