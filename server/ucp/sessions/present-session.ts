import { currency } from '#contract/kernel/business.ts'
import { imagePath } from '../../catalog/product/product-row.ts'
import type { SessionContent } from '../../database/tables/ucp-tables.ts'
import type { UcpMessage } from '../protocol/messages.ts'
import type { CalculatedSession } from './calculate-session.ts'
import { getShipping, presentLineTotals, presentTotals } from './present-totals.ts'
import type { Session } from './session-store.ts'

/** How parcels are delivered, before and after the order. */
export const deliveryTitle = 'Standard delivery'

interface PresentedSession {
  readonly session: Session
  readonly calculated: CalculatedSession
  readonly origin: string
  readonly messages: readonly UcpMessage[]
  /** missing for a session that has ended */
  readonly continuePath: string | undefined
}

/** The ids of the lines in a reply: each item is one line. */
const listLineIds = ({ lines }: CalculatedSession): string[] => lines.map(({ line }) => line.item)

function presentLines({ calculated: { lines, lineTotals }, origin }: Pick<PresentedSession, 'calculated' | 'origin'>) {
  return lines.map(({ line, product, size, quantity, price }, index) => ({
    id: line.item,
    item: {
      id: line.item,
      title: product ? [product.name, size && `size ${size}`].filter(Boolean).join(', ') : 'Not available',
      price,
      ...(product && { image_url: origin + imagePath(product.image_key) }),
    },
    quantity,
    totals: presentLineTotals(lineTotals[index] ?? { subtotal: 0, adjustment: 0, toPay: 0 }),
  }))
}

interface PresentedDiscounts {
  readonly content: SessionContent
  readonly calculated: CalculatedSession
}

function presentDiscounts({ content: { codes }, calculated: { applied, totals, lines } }: PresentedDiscounts) {
  // Shares of a discount name a line by its number among those that the shop sells.
  const positions = lines.flatMap(({ product }, index) => (product ? [index] : []))
  const shown = applied.map(({ code, title }) => {
    const shares = totals.adjustments.filter(({ kind, labelCode }) => kind === 'discount' && labelCode === title)
    return {
      ...(code === null ? { automatic: true } : { code }),
      title,
      amount: shares.reduce((sum, { amount }) => sum - amount, 0),
      allocations: shares.map(({ line, amount }) => ({ path: `$.line_items[${positions[(line ?? 1) - 1]}]`, amount: 0 - amount })),
    }
  })
  return codes.length === 0 && shown.length === 0 ? {} : { discounts: { codes, applied: shown } }
}

/** What carts and checkouts have in common. */
function presentShared({ session, calculated, origin, messages, continuePath }: PresentedSession) {
  const { buyer } = session.content
  return {
    id: session.id,
    line_items: presentLines({ calculated, origin }),
    ...(Object.keys(buyer).length > 0 && { buyer }),
    currency,
    totals: presentTotals(calculated.totals),
    ...presentDiscounts({ content: session.content, calculated }),
    ...(messages.length > 0 && { messages }),
    links: listLinks(origin),
    expires_at: session.expiresAt.toISOString(),
    ...(continuePath !== undefined && { continue_url: origin + continuePath }),
  }
}

/** The policy pages; the paths of shipping and terms are those of the specification of the shop. */
const listLinks = (origin: string) => [
  { type: 'privacy_policy', url: `${origin}/privacy` },
  { type: 'terms_of_service', url: `${origin}/ship` },
  { type: 'refund_policy', url: `${origin}/returnPolicy` },
  { type: 'shipping_policy', url: `${origin}/term` },
]

export const presentCart = (presented: PresentedSession) => presentShared(presented)

/** What names an order to an assistant and its buyer. */
export const presentOrderLink = ({ order, origin }: { order: { readonly id: string; readonly number: string }; origin: string }) => ({
  id: order.id,
  label: order.number,
  permalink_url: `${origin}/order-tracking?${new URLSearchParams({ number: order.number })}`,
})

type CheckoutStatus = 'incomplete' | 'requires_escalation' | 'completed' | 'canceled'

/** The assistant corrects what it can; then the buyer takes over. */
export function findStatus({ session, messages }: Pick<PresentedSession, 'session' | 'messages'>): CheckoutStatus {
  if (session.order) return 'completed'
  if (session.isCanceled || session.isOver) return 'canceled'
  const canCorrect = messages.some((message) => message.type === 'error' && message.severity === 'recoverable')
  return canCorrect ? 'incomplete' : 'requires_escalation'
}

export function presentCheckout(presented: PresentedSession) {
  const { session, calculated, origin } = presented
  const { order, content } = session
  const { destination } = content
  const lineIds = listLineIds(calculated)
  const option = { id: 'standard', title: deliveryTitle, totals: [{ type: 'total', amount: getShipping(calculated.totals) }] }
  const method = {
    id: 'shipping',
    type: 'shipping',
    line_item_ids: lineIds,
    ...(destination && { destinations: [destination], selected_destination_id: destination.id }),
    groups: [{ id: 'parcel', line_item_ids: lineIds, options: [option], selected_option_id: option.id }],
  }
  return {
    ...presentShared(presented),
    status: findStatus(presented),
    fulfillment: { methods: [method] },
    ...(order && {
      order: presentOrderLink({ order, origin }),
    }),
  }
}
