import { buildVariantId } from '#contract/catalog/variants.ts'
import { currency } from '#contract/kernel/business.ts'
import { endsEarly } from '#contract/orders/order-status.ts'
import { imagePath } from '../../catalog/product/product-row.ts'
import { deliveryTitle, presentOrderLink } from '../sessions/present-session.ts'
import { presentLineTotals, presentTotals } from '../sessions/present-totals.ts'
import { type CountedLine, countItems } from './count-items.ts'
import { listAdjustments } from './order-adjustments.ts'
import type { AgentOrder } from './read-order.ts'

interface PresentedOrder {
  readonly order: AgentOrder
  readonly origin: string
}

function findLineStatus({ total, fulfilled }: CountedLine['quantity']): 'removed' | 'fulfilled' | 'partial' | 'processing' {
  if (total === 0) return 'removed'
  if (fulfilled === total) return 'fulfilled'
  return fulfilled > 0 ? 'partial' : 'processing'
}

function presentLine({ counted, origin }: { counted: CountedLine; origin: string }) {
  const { line, productId, name, size, price, imageKey, subtotal, adjustment, quantity } = counted
  return {
    id: String(line),
    item: {
      id: size === null ? productId : buildVariantId({ productId, size }),
      title: [name, size && `size ${size}`].filter(Boolean).join(', '),
      price,
      ...(imageKey !== undefined && { image_url: origin + imagePath(imageKey) }),
    },
    quantity,
    totals: presentLineTotals({ subtotal, adjustment, toPay: subtotal + adjustment }),
    status: findLineStatus(quantity),
  }
}

/** The steps of a parcel, named as in the protocol. */
const fulfillmentTypes: Readonly<Record<string, string>> = {
  Packed: 'processing',
  Shipped: 'shipped',
  Delivered: 'delivered',
  Refused: 'undeliverable',
  Undelivered: 'undeliverable',
  'Parcel received': 'returned_to_sender',
}

/** What has happened to the parcel. An order leaves in one parcel: of several the first one is named. */
function listFulfillmentEvents(order: AgentOrder) {
  const [parcel] = order.shipments
  const tracking = parcel && {
    tracking_number: parcel.trackingNumber,
    carrier: parcel.courierName,
    ...(parcel.trackingUrl !== null && { tracking_url: parcel.trackingUrl }),
  }
  const lines = order.lines.map(({ line, quantity }) => ({ id: String(line), quantity }))
  return order.history.flatMap(({ id, event, happened_at }) => {
    const type = fulfillmentTypes[event]
    if (type === undefined) return []
    return [{ id, occurred_at: happened_at.toISOString(), type, line_items: lines, ...(type !== 'processing' && tracking) }]
  })
}

/** Where and how the items are delivered: the country only, because the assistant needs no address. */
function listExpectations({ lines, order }: { lines: readonly CountedLine[]; order: AgentOrder }) {
  const open = lines.flatMap(({ line, quantity }) => (quantity.total > 0 ? [{ id: String(line), quantity: quantity.total }] : []))
  if (open.length === 0 || endsEarly(order.row.status)) return []
  const method_type = order.row.is_taken_away ? 'pickup' : 'shipping'
  const description = method_type === 'shipping' ? { description: deliveryTitle } : {}
  return [{ id: 'delivery', line_items: open, method_type, destination: { address_country: 'IN' }, ...description }]
}

/** An order as it is now, without name, address and contact of its buyer. */
export function presentOrder({ order, origin }: PresentedOrder) {
  const { row, adjustments, checkoutId } = order
  const lines = countItems(order)
  return {
    ...presentOrderLink({ order: row, origin }),
    checkout_id: checkoutId,
    currency,
    line_items: lines.map((each) => presentLine({ counted: each, origin })),
    fulfillment: { expectations: listExpectations({ lines, order }), events: listFulfillmentEvents(order) },
    adjustments: listAdjustments(order),
    totals: presentTotals({ total: row.total_paise, toPay: row.to_pay_paise, adjustments }),
  }
}
