import { lazy, Suspense } from 'react'
import { useLocation } from 'react-router'
import { readStoredJson } from '../../api/stored-json.ts'
import { useHydrated } from '../../ui/use-hydrated.ts'

const Nothing = () => null

/** Loads the panel ahead, so that it shows at once. A browser that cannot load it shows none. */
export const loadPlacedOrderPanel = () =>
  import('./placed-order-panel.tsx').then(
    ({ PlacedOrderPanel }) => ({ default: PlacedOrderPanel }),
    () => ({ default: Nothing }),
  )

const PlacedOrderPanel = lazy(loadPlacedOrderPanel)

/** The place of the last guest order on the front page. Small, because every visitor loads it; most have no order. */
export function LazyPlacedOrderPanel() {
  const { key } = useLocation()
  const hasOrders = useHydrated() && readStoredJson('localStorage', 'placedOrders') !== undefined
  return (
    // The height is that of the last visit (root.tsx), so that the page does not move when the panel appears.
    <div className="min-h-(--placed-order-height,0)">
      {hasOrders && (
        <Suspense>
          {/* Each visit begins with what it may show. */}
          <PlacedOrderPanel key={key} />
        </Suspense>
      )}
    </div>
  )
}
