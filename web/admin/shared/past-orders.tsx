import { formatRupees } from '#contract/kernel/money.ts'
import type { PastItem, PastOrder } from '#contract/orders/past-orders.ts'
import { callSignedIn } from '../../session/call-signed-in.ts'
import { formatDate } from '../kit/format-time.ts'
import { Section } from '../kit/section.tsx'
import { Table } from '../kit/table.tsx'
import { useResource } from '../kit/use-resource.ts'

const formatItem = ({ name, size, sku, quantity }: PastItem): string =>
  `${quantity === null ? '' : `${quantity} × `}${name}${size ? ` (${size})` : ''}${sku ? `, ${sku}` : ''}`

/** Until when the policies of this shop would take the order back, if its day of delivery is known. */
const describeReturnDay = ({ deliveredOn, lastReturnDay }: PastOrder): string =>
  deliveredOn === null || lastReturnDay === null
    ? 'Day of delivery not known'
    : `Delivered ${formatDate(deliveredOn)}, returns until ${formatDate(lastReturnDay)}`

interface PastOrderTableProps {
  orders: readonly PastOrder[]
  /** leaves out the customer, whose orders they are */
  isOfCustomer?: boolean
}

/** Orders of an earlier shop, which are only history. */
export const PastOrderTable = ({ orders, isOfCustomer = false }: PastOrderTableProps) => (
  <Table
    label="Orders of the earlier shop, newest first"
    stickyHead={false}
    rows={orders}
    getKey={({ _id }) => _id}
    columns={[
      {
        head: 'Order',
        cell: ({ number, placedOn }) => (
          <>
            <span className="font-semibold wrap-anywhere">{number}</span>
            <span className="block whitespace-nowrap text-soft">{formatDate(placedOn)}</span>
            <span className="mt-1 block w-fit border border-edge px-1.5 text-xs">Earlier shop</span>
          </>
        ),
      },
      {
        head: isOfCustomer ? 'Items' : 'Customer and items',
        className: 'w-1/2 wrap-anywhere',
        cell: (order) => (
          <>
            {!isOfCustomer && (
              <span className="block">
                {[order.name, order.phone, order.email].filter(Boolean).join(', ')}
                <span className="block text-soft">{order.address}</span>
              </span>
            )}
            <span className="block whitespace-pre-line">{order.items.map(formatItem).join('\n')}</span>
            <span className="block text-soft">{describeReturnDay(order)}</span>
          </>
        ),
      },
      {
        head: 'Total',
        number: true,
        cell: ({ total }) => (total === null ? '–' : formatRupees(total)),
        further: ({ refunded }) => refunded !== null && refunded > 0 && `Refunded ${formatRupees(refunded)}`,
      },
      {
        head: 'Status',
        className: 'max-sm:hidden',
        cell: ({ status }) => status,
        further: ({ payment }) => payment,
      },
    ]}
  />
)

const load = (q: string) => callSignedIn('GET /past-orders', { query: { q } })

/** The orders of an earlier shop that a search has found, below those of this shop. Nothing without any. */
export function FoundPastOrders({ q }: { q: string }) {
  const { data, error } = useResource({ id: q, load })
  if (error !== undefined) return <p className="text-sm text-bad">Orders of the earlier shop could not be searched.</p>
  if (data === undefined || data.orders.length === 0) return null
  return (
    <Section title="Earlier shop" className="gap-3 pt-4">
      <PastOrderTable orders={data.orders} />
    </Section>
  )
}
