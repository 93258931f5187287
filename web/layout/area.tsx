import { type MetaDescriptor, Outlet, type RouterContextProvider } from 'react-router'
import type { User } from '#contract/users.ts'
import { userContext } from '../auth/guard.ts'
import { AreaFrame, GuardedFrame } from './area-frame.tsx'
import { AreaSkeleton } from './area-skeleton.tsx'

// What the routes of the two signed-in areas are made of; each adds its guard and its home. Not re-exported by them: the
// framework hands its data only to components that a route declares itself.

export const loadArea = ({ context }: { context: Readonly<RouterContextProvider> }): User => context.get(userContext)

export function describeArea({ matches }: { matches: readonly ({ loaderData?: unknown } | undefined)[] }): MetaDescriptor[] {
  const root = matches[0]?.loaderData as { storeName?: string } | undefined
  return [{ title: root?.storeName ?? '' }, { name: 'robots', content: 'noindex' }]
}

/** All that the server renders of an area: the frame, and the places of what only the browser may see. */
export function AreaFallback({ home }: { home: string }) {
  return (
    <AreaFrame user={undefined} home={home}>
      <AreaSkeleton />
    </AreaFrame>
  )
}

/** Everything under the area's address. */
export function Area({ user }: { user: User }) {
  return (
    <GuardedFrame user={user}>
      <Outlet />
    </GuardedFrame>
  )
}
