import { Area, AreaFallback, describeArea, loadArea } from '../session/area.tsx'
import { AreaProblem } from '../session/area-problem.tsx'
import { guardAdmin } from '../session/guard.ts'
import { adminHome } from '../session/landing.ts'
import type { Route } from './+types/admin-area'

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [guardAdmin]
export const clientLoader = loadArea
export const meta: Route.MetaFunction = describeArea
export const HydrateFallback = () => <AreaFallback home={adminHome} />
export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => <AreaProblem error={error} home={adminHome} />

/** Everything under /AdminDashboardWrapper. */
export default function AdminArea({ loaderData: user }: Route.ComponentProps) {
  return <Area user={user} />
}
