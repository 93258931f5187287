import { usePolling } from '../api/use-polling.ts'
import { guardAdmin } from '../session/guard.ts'
import { adminHome } from '../session/homes.ts'
import { PinDialog } from '../session/pin-dialog.tsx'
import { invalidateSession, loadUser, useSession } from '../session/session.ts'
import styles from '../ui/admin.css?url'
import type { Route } from './+types/admin-area'
import { Area, AreaError, AreaFallback, describeArea, loadArea } from './area.tsx'

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [guardAdmin]
export const clientLoader = loadArea
export const meta: Route.MetaFunction = describeArea
/** React shows the screens when the style sheet is loaded. */
const adminStyles = <link rel="stylesheet" href={styles} precedence="default" />

export const HydrateFallback = () => (
  <>
    {adminStyles}
    <AreaFallback home={adminHome} />
  </>
)
export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => <AreaError error={error} home={adminHome} />

/** Reads the user again at least every minute while the tab is visible, because an owner may change the rights. */
function useRightsRefresh(): void {
  usePolling({
    active: true,
    refresh: async () => {
      invalidateSession()
      await loadUser().catch(() => undefined)
    },
  })
}

/** The layout of /AdminDashboardWrapper. */
export default function AdminArea({ loaderData }: Route.ComponentProps) {
  const current = useSession((session) => session.user)
  useRightsRefresh()
  // The rights may have changed since the area was loaded.
  const user = current?._id === loaderData._id ? current : loaderData
  return (
    <>
      {adminStyles}
      <Area user={user} />
      <PinDialog />
    </>
  )
}
