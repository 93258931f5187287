import { maxPrintedOrders } from '#contract/kernel/business.ts'
import { groupBy } from '#contract/kernel/group-by.ts'
import type { PrintedOrder } from '#contract/orders/order-print.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { OrderTabs } from '../../kit/admin-tabs.tsx'
import { ChoiceNav } from '../../kit/choice-nav.tsx'
import { ListError, ListFrame, ListTotal } from '../../kit/list-frame.tsx'
import { deskPath, ordersPath } from '../../kit/list-href.ts'
import { loadOnce } from '../../kit/load-list.ts'
import type { Route } from './+types/print'
import { CourierFiles } from './courier-files.tsx'
import { Labels } from './labels.tsx'
import { GiftSlips, PackingSlips } from './packing-slips.tsx'
import { PickList } from './pick-list.tsx'
import { describeState, isToPick } from './pick-rows.ts'
import { buildPrintHref, type PaperSize, type PrintKind, parsePrintQuery, printDocuments, type SelectedOrder } from './print-href.ts'
import '../../../ui/print.css'
import './print-documents.css'
import { pageTitle } from '../../../ui/page-title.ts'

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const query = parsePrintQuery(new URL(request.url).searchParams)
  const numbers = query.orders.map(({ number }) => number)
  if (numbers.length === 0) return { query, list: { orders: [], missing: [] }, error: undefined }
  const tooMany = `At most ${maxPrintedOrders} orders can be printed at once. Please select fewer.`
  if (numbers.length > maxPrintedOrders) return { query, list: undefined, error: tooMany }
  return { query, ...(await loadOnce(() => callSignedIn('POST /order/admin/print', { body: { numbers } }))) }
}

export const handle = { section: ordersPath }
export const meta = pageTitle('Print orders')

/** Prints. The invoices of parcels whose labels are printed are issued before; without an answer, a job issues them later. */
async function printOrders({ kind, orders }: { kind: PrintKind; orders: readonly PrintedOrder[] }): Promise<void> {
  const numbers = orders.map(({ number }) => number)
  if (kind === 'labels') await callSignedIn('POST /order/admin/print', { body: { numbers, issueInvoices: true } }).catch(() => {})
  window.print()
}

/** The print documents of selected orders: a pick list, packing slips, gift slips or address labels. */
export default function Print({ loaderData: { query, list, error } }: Route.ComponentProps) {
  const { kind, size, orders: selected } = query
  const orders = list?.orders ?? []
  const sizes = Object.entries(printDocuments[kind].sizes) as [PaperSize, string][]
  return (
    <div data-print>
      <div className="print:hidden">
        <ListFrame
          title="Print"
          tabs={<OrderTabs />}
          aside={list && <ListTotal count={orders.length} label={orders.length === 1 ? 'order' : 'orders'} />}
        >
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
            <ChoiceNav
              label="What to print"
              className="flex-wrap"
              replace
              choices={(Object.keys(printDocuments) as PrintKind[]).map((name) => ({
                to: buildPrintHref({ kind: name, orders: selected }),
                label: printDocuments[name].label,
                isCurrent: name === kind,
              }))}
            />
            <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
              {sizes.length > 1 && (
                <ChoiceNav
                  label="Paper"
                  replace
                  choices={sizes.map(([name, label]) => ({
                    to: buildPrintHref({ kind, size: name, orders: selected }),
                    label,
                    isCurrent: name === size,
                  }))}
                />
              )}
              <Button variant="primary" disabled={orders.length === 0} onClick={() => printOrders({ kind, orders })}>
                Print
              </Button>
            </div>
          </div>
          {error !== undefined && <ListError text={error} />}
          {list && selected.length === 0 && (
            <EmptyState title="Select the orders to print." action={<LinkButton to={deskPath}>Go to the desk</LinkButton>} />
          )}
          {list && <Warnings orders={orders} missing={list.missing} selected={selected} />}
          {kind === 'labels' && orders.some(({ isBooked }) => isBooked) && <CourierFiles orders={orders} />}
        </ListFrame>
      </div>
      {orders.length > 0 && (
        <div className="page-width flex flex-col items-center gap-6 py-6 print:block print:p-0">
          {kind === 'pick-list' && <PickList orders={orders} />}
          {kind === 'packing-slips' && <PackingSlips orders={orders} size={size === '4x6' ? '4x6' : 'a5'} />}
          {kind === 'gift-slips' && <GiftSlips orders={orders} size={size === '4x6' ? 'a5' : size} />}
          {kind === 'labels' && <Labels orders={orders} size={size === 'a4' ? 'a4' : '4x6'} />}
        </div>
      )}
    </div>
  )
}

interface WarningsProps {
  orders: readonly PrintedOrder[]
  missing: readonly string[]
  selected: readonly SelectedOrder[]
}

/** What is different from the selection, before anything is printed. */
function Warnings({ orders, missing, selected }: WarningsProps) {
  const versions = new Map(selected.map(({ number, version }) => [number, version]))
  const changed = orders.filter((order) => isToPick(order) && (versions.get(order.number) ?? order.version) !== order.version)
  const leftOut = groupBy(
    orders.filter((order) => !isToPick(order)),
    describeState,
  )
  const list = (some: readonly PrintedOrder[]) => some.map(({ number }) => number).join(', ')
  const warnings = [
    ...[...leftOut].map(([state, some]) => `${state}, and marked so: ${list(some)}`),
    ...(changed.length > 0 ? [`Changed since selected, printed as they are now: ${list(changed)}`] : []),
    ...orders.flatMap(({ number, bookingProblem }) => (bookingProblem === undefined ? [] : [`${number}: ${bookingProblem}`])),
    ...(missing.length > 0 ? [`Not found: ${missing.join(', ')}`] : []),
  ]
  if (warnings.length === 0) return null
  return (
    <div role="status">
      <ul className="list-disc pl-5 text-sm font-medium text-bad">
        {warnings.map((warning) => (
          <li key={warning}>{warning}</li>
        ))}
      </ul>
    </div>
  )
}
