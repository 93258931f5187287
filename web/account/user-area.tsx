import { Area, AreaFallback, describeArea, loadArea } from '../session/area.tsx'
import { AreaProblem } from '../session/area-problem.tsx'
import { guardShopper } from '../session/guard.ts'
import { userHome } from '../session/landing.ts'
import type { Route } from './+types/user-area'

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [guardShopper]
export const clientLoader = loadArea
export const meta: Route.MetaFunction = describeArea
export const HydrateFallback = () => <AreaFallback home={userHome} />
export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => <AreaProblem error={error} home={userHome} />

/** Everything under /UserDashboard. */
export default function UserArea({ loaderData: user }: Route.ComponentProps) {
  return <Area user={user} />
}
