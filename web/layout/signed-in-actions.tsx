import { DropdownMenu } from 'radix-ui'
import { Link } from 'react-router'
import type { User } from '#contract/users.ts'
import { Icon } from '../ui/icon.tsx'
import { NotificationBell } from './notification-bell.tsx'

/** The shopper's cart link on small screens, the notification bell and the account menu. */
export function SignedInActions({ user: { name, role } }: { user: Pick<User, 'name' | 'role'> }) {
  return (
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
  )
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
          className="inline-flex size-9 items-center justify-center rounded-full bg-ink text-sm font-semibold tracking-wide text-paper outline-1 outline-offset-2 outline-transparent outline-dashed group-hover:outline-ink group-data-[state=open]:outline-ink"
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
            className="flex min-h-11 items-center rounded-control px-3 font-semibold outline-none data-highlighted:bg-sunk focus-visible:outline-2 focus-visible:outline-offset-0 focus-visible:outline-indigo focus-visible:outline-dashed"
          >
            Logout
          </Link>
        </DropdownMenu.Item>
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  )
}
