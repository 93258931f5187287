import { lazy, Suspense } from 'react'

/** Fetched when someone is signed in: an anonymous visitor never pays for menus. */
const AccountMenu = lazy(async () => ({ default: (await import('../ui/account-menu.tsx')).AccountMenu }))
const OrderNews = lazy(async () => ({ default: (await import('./order-news.tsx')).OrderNews }))

/** The bell and the avatar of the bar. */
export function SignedInActions({ name }: { name: string }) {
  return (
    <Suspense fallback={<span aria-hidden="true" className="h-11 w-22" />}>
      <span className="flex items-center">
        <OrderNews />
        <AccountMenu name={name} />
      </span>
    </Suspense>
  )
}
