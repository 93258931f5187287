import { guardShopper } from '../session/guard.ts'
import { userHome } from '../session/homes.ts'
import type { Route } from './+types/user-area'
import { Area, AreaError, AreaFallback, describeArea, loadArea } from './area.tsx'

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [guardShopper]
export const clientLoader = loadArea
export const meta: Route.MetaFunction = describeArea
export const HydrateFallback = () => <AreaFallback home={userHome} />
export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => <AreaError error={error} home={userHome} />

/** The layout of /UserDashboard. */
export default function UserArea({ loaderData: user }: Route.ComponentProps) {
  return <Area user={user} />
}
