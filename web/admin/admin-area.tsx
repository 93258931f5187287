import { Outlet } from 'react-router'
import { AreaFrame, GuardedFrame } from '../session/area-frame.tsx'
import { AreaProblem } from '../session/area-problem.tsx'
import { guardAdmin, userContext } from '../session/guard.ts'
import { adminHome } from '../session/landing.ts'
import { AreaSkeleton } from '../ui/area-skeleton.tsx'
import type { Route } from './+types/admin-area'

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [guardAdmin]

export const clientLoader = ({ context }: Route.ClientLoaderArgs) => context.get(userContext)

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: matches[0]?.loaderData?.storeName ?? '' },
  { name: 'robots', content: 'noindex' },
]

/** All that the server renders of this area: the frame, and the places of what only the browser may see. */
export function HydrateFallback() {
  return (
    <AreaFrame user={undefined} home={adminHome}>
      <AreaSkeleton />
    </AreaFrame>
  )
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => <AreaProblem error={error} home={adminHome} />

/** Everything under /AdminDashboardWrapper. */
export default function AdminArea({ loaderData: user }: Route.ComponentProps) {
  return (
    <GuardedFrame user={user}>
      <Outlet />
    </GuardedFrame>
  )
}
