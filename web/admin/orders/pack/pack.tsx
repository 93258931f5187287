import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { CallReply } from '#contract/contract.ts'
import { usePolling } from '../../../api/use-polling.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { LinkButton } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { pageTitle } from '../../../ui/page-title.ts'
import { OrderTabs } from '../../kit/admin-tabs.tsx'
import { ListError, ListFrame, ListTotal } from '../../kit/list-frame.tsx'
import { buildListHref, deskPath, ordersPath, shouldReloadList } from '../../kit/list-href.ts'
import { loadOnce } from '../../kit/load-list.ts'
import { useDrawerParam } from '../../kit/use-drawer-param.ts'
import { OrderDrawer } from '../detail/order-drawer.tsx'
import type { Route } from './+types/pack'
import { readPackingStore } from './packing-store.ts'
import { PackingTable } from './packing-table.tsx'

/** Milliseconds between two loads while the screen is visible. */
const refreshIntervalMs = 30_000

export const clientLoader = () => loadOnce(() => callSignedIn('GET /order/admin/pack', { query: { packer: readPackingStore().packer } }))

export const shouldRevalidate = shouldReloadList
export const handle = { section: ordersPath }
export const meta = pageTitle('Pack')

/** The packing table: one confirmed order after another, whose items are ticked or scanned. */
export default function Pack({ loaderData: { list, error } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const { openId, close, reload } = useDrawerParam()
  // A refresh that failed leaves the last queue on the screen.
  const [shown, setShown] = useState<CallReply<'GET /order/admin/pack'> | undefined>(list)
  if (list && list !== shown) setShown(list)
  usePolling({ active: true, refresh: revalidate, maxIntervalMs: refreshIntervalMs })
  return (
    <div data-print>
      <div className="print:hidden">
        <ListFrame
          title="Pack"
          tabs={<OrderTabs />}
          aside={shown && <ListTotal count={shown.total} label={shown.total === 1 ? 'order to pack' : 'orders to pack'} />}
        >
          {!shown && error !== undefined && <ListError text={error} />}
        </ListFrame>
      </div>
      {shown && <PackingTable orders={shown.orders} onReload={revalidate} empty={<NothingToPack />} />}
      {openId !== null && <OrderDrawer key={openId} id={openId} onClose={close} onChange={reload} />}
    </div>
  )
}

const NothingToPack = () => (
  <EmptyState
    title="No orders to pack."
    action={<LinkButton to={buildListHref({ path: deskPath, params: { view: 'packed' } })}>Packed orders</LinkButton>}
  />
)
