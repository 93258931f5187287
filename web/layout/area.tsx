import { type MetaDescriptor, Outlet, type RouterContextProvider } from 'react-router'
import type { User } from '#contract/users.ts'
import { userContext } from '../auth/guard.ts'
import { AreaFrame, GuardedFrame } from './area-frame.tsx'
import { AreaSkeleton } from './area-skeleton.tsx'

// Shared by the layouts of both dashboards, which add their guard and home page. Not re-exported as the route's component: the
// framework passes loader data only to components that the route module declares.

export const loadArea = ({ context }: { context: Readonly<RouterContextProvider> }): User => context.get(userContext)

export function describeArea({ matches }: { matches: readonly ({ loaderData?: unknown } | undefined)[] }): MetaDescriptor[] {
  const root = matches[0]?.loaderData as { storeName?: string } | undefined
  return [{ title: root?.storeName ?? '' }, { name: 'robots', content: 'noindex' }]
}

/** What the server renders of a dashboard: the frame and a skeleton. */
export function AreaFallback({ home }: { home: string }) {
  return (
    <AreaFrame user={undefined} home={home}>
      <AreaSkeleton />
    </AreaFrame>
  )
}

/** The frame and the current screen of a dashboard. */
export function Area({ user }: { user: User }) {
  return (
    <GuardedFrame user={user}>
      <Outlet />
    </GuardedFrame>
  )
}
