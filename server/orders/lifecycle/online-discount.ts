import { minCardRupees } from '#contract/kernel/business.ts'
import { type Paise, paise, toPaise, toRupees } from '#contract/kernel/money.ts'
import { type Adjustment, calculateOrder, sumPaise } from '#contract/kernel/pricing.ts'
import { presentTotals } from '#contract/orders/adjustments.ts'
import { type OrderFlag, paymentLink } from '#contract/orders/order-flags.ts'
import type { Database, Transaction } from '../../database/schema.ts'
import { findOnlineOffer } from '../../offers/choose-offers.ts'
import type { AppliedOffer } from '../../offers/rules.ts'
import { recordEvent } from '../order/order-events.ts'
import { listAdjustments, listLineItems, type OrderLine, type StoredOrder } from '../order/repository.ts'
import { insertAdjustments } from '../placing/insert-order.ts'

// An order on delivery that is paid online after all gets the discount for paying online. It is frozen with the payment, and becomes a part
// of the order when the payment is captured before the order is packed.

interface OrderOnDelivery {
  readonly database: Database
  readonly orderId: string
  readonly flags: readonly OrderFlag[]
  /** what the courier collects */
  readonly collect_paise: Paise
  readonly lines: readonly OrderLine[]
  readonly adjustments: readonly Adjustment[]
}

interface OnlineTotals {
  /** undefined when no offer counts */
  readonly applied: AppliedOffer | undefined
  /** those of the order, and the discount */
  readonly adjustments: readonly Adjustment[]
  readonly total: Paise
  /** of the whole order */
  readonly toPay: Paise
  /** what is paid now: without an advance */
  readonly due: Paise
}

const isOnlineDiscount = ({ data }: Adjustment): boolean => data?.payment === 'online'

/**
 * What an order on delivery costs when it is paid online now. An order by phone that is to be paid online has the price that was agreed, and
 * a discount that leaves less than the smallest payment of an advance's rest does not count.
 */
export async function calculateOnlineTotals({ lines, adjustments, flags, ...order }: OrderOnDelivery): Promise<OnlineTotals> {
  const collect = order.collect_paise
  const plain = calculateOrder({ lines, adjustments })
  const without = { applied: undefined, adjustments: plain.adjustments, total: plain.total, toPay: plain.toPay, due: collect }
  const applied = flags.includes(paymentLink) ? undefined : await findOnlineOffer({ ...order, lines, adjustments })
  if (!applied) return without
  const discount = applied.adjustments.map((each) => ({ ...each, data: { ...each.data, payment: 'online' } }))
  const { toPay, ...totals } = calculateOrder({ lines, adjustments: [...adjustments, ...discount] })
  const due = paise(collect - (plain.toPay - toPay))
  return due < toPaise(minCardRupees) ? without : { applied, adjustments: totals.adjustments, total: totals.total, toPay, due }
}

/** The figures of an order for paying online now: what is paid, and the whole sum when it is not that of the order. */
export async function presentOnlineTotals(order: OrderOnDelivery) {
  const online = await calculateOnlineTotals(order)
  return { amount: toRupees(online.due), ...(online.applied && { online: presentTotals(online) }) }
}

/** What an order on delivery costs less when it is paid online now; 0 without an offer for it. */
export async function readOnlineSaving({ database, found }: { database: Database; found: StoredOrder }): Promise<Paise> {
  const { due } = await calculateOnlineTotals({ database, orderId: found.row.id, ...found.row, ...found })
  return paise(found.row.collect_paise - due)
}

interface FrozenDiscount {
  readonly trx: Transaction
  /** locked */
  readonly orderId: string
  /** of the payment, with the quantities that it was opened for */
  readonly frozen: {
    readonly lines: readonly { readonly line?: number; readonly quantity: number }[]
    readonly adjustments: readonly Adjustment[]
  }
}

/**
 * Adds the discount that a payment was opened with to its order, and records it. Items that were removed since take their part of it with
 * them; what stays of a line keeps its part, rounded up to the paisa. Returns the discount.
 */
export async function addOnlineDiscount({ trx, orderId, frozen }: FrozenDiscount): Promise<Paise> {
  const lines = (await listLineItems({ database: trx, ids: [orderId] })).get(orderId) ?? []
  const adjustments = (await listAdjustments({ database: trx, ids: [orderId] })).get(orderId) ?? []
  const discount = frozen.adjustments.filter(isOnlineDiscount).flatMap((each) => {
    const line = lines.find((present) => present.line === each.line)
    const before = frozen.lines.find((opened) => opened.line === each.line)?.quantity
    if (!line || before === undefined) return []
    const left = Math.ceil(((0 - each.amount) * line.quantity) / before)
    const amount = Math.min(left, line.subtotal + line.adjustment)
    return amount > 0 ? [{ ...each, amount: paise(-amount) }] : []
  })
  const totals = calculateOrder({ lines, adjustments: [...adjustments, ...discount] })
  const amount = paise(0 - sumPaise(discount.map((each) => each.amount)))
  if (amount === 0) return amount
  for (const { line, adjustment } of totals.lines)
    await trx
      .updateTable('order_lines')
      .set({ adjustment_paise: adjustment })
      .where('order_id', '=', orderId)
      .where('line', '=', line)
      .execute()
  await insertAdjustments({ trx, orderId, adjustments: discount })
  await trx.updateTable('orders').set({ adjustment_paise: totals.adjustment }).where('id', '=', orderId).execute()
  await recordEvent({ trx, orderId, event: 'Discount for paying online', actor: 'system', actorId: null, amount })
  return amount
}
