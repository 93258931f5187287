import { guardAdmin } from '../session/guard.ts'
import { adminHome } from '../session/homes.ts'
import { PinDialog } from '../session/pin-dialog.tsx'
import type { Route } from './+types/admin-area'
import { Area, AreaError, AreaFallback, describeArea, loadArea } from './area.tsx'

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [guardAdmin]
export const clientLoader = loadArea
export const meta: Route.MetaFunction = describeArea
export const HydrateFallback = () => <AreaFallback home={adminHome} />
export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => <AreaError error={error} home={adminHome} />

/** The layout of /AdminDashboardWrapper. */
export default function AdminArea({ loaderData: user }: Route.ComponentProps) {
  return (
    <>
      <Area user={user} />
      <PinDialog />
    </>
  )
}
