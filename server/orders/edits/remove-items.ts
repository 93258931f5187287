import { paise, toPaise } from '#contract/kernel/money.ts'
import { calculateOrder, calculateRemovalRefund, type OrderTotals, removeItems as removeFromLines } from '#contract/kernel/pricing.ts'
import type { Right } from '#contract/kernel/rights.ts'
import { isBeforePacking } from '#contract/orders/order-status.ts'
import { retryTransaction } from '../../database/retry.ts'
import type { Database, Transaction } from '../../database/schema.ts'
import { returnStock } from '../../inventory/stock.ts'
import { checkRight } from '../../kernel/check-right.ts'
import { AppError } from '../../kernel/errors.ts'
import { recordChange } from '../lifecycle/record-change.ts'
import { lockOrder } from '../lifecycle/transition-order.ts'
import type { PaymentsPort } from '../order/order-dependencies.ts'
import { listAdjustments } from '../order/repository.ts'
import { insertAdjustments } from '../placing/insert-order.ts'

interface Removal {
  readonly payments: PaymentsPort
  readonly request: {
    readonly id: string
    readonly line: number
    readonly quantity: number
    /** rupees; the price of the removed items without it, or what is left of the payment */
    readonly refund?: number | undefined
    /** the version of the order that the administrator saw */
    readonly version: number
    /** the administrator's id */
    readonly actorId: string
    /** whether the session has a step-up, which a refund needs */
    readonly hasStepUp: boolean
    /** the administrator's; a refund needs `money` */
    readonly rights: readonly Right[]
  }
}

/**
 * Removes a line, or a part of its quantity, from an order. The stock returns, the total is calculated again, and the price of the
 * items less their share of the discounts is refunded. The mail about it is sent a minute later.
 * @throws AppError 400 for a refund that the items do not allow.
 * @throws AppError 404 for an unknown order or line.
 * @throws AppError 409 when the order has changed, is packed or has ended, when nothing would be left, and for a refund while another one was found
 * at the provider that nobody has reviewed.
 * @throws AppError 403 for a refund by an administrator without the right or a step-up.
 */
export async function removeItems({ database, ...removal }: Removal & { database: Database }): Promise<void> {
  await retryTransaction(() => database.transaction().execute((trx) => writeRemoval({ trx, ...removal })))
}

async function writeRemoval({ trx, payments, request }: Removal & { trx: Transaction }): Promise<void> {
  const { id, line, quantity, version, actorId } = request
  const { order, items } = await lockOrder({ trx, payments, id })
  if (order.version !== version) throw new AppError('order_changed')
  if (!isBeforePacking(order.status)) throw new AppError('order_items_locked')
  if (order.exchange_return_id !== null) throw new AppError('exchange_items_locked')
  const item = items.find((each) => each.line === line)
  if (!item || quantity > item.quantity) throw new AppError('not_found')
  const adjustments = (await listAdjustments({ database: trx, ids: [id] })).get(id) ?? []
  const left = removeFromLines({ lines: items, adjustments, removed: { line, quantity } })
  if (left.lines.length === 0) throw new AppError('last_item')
  const remaining = item.quantity - quantity
  const totals = calculateOrder(left)
  const before = calculateOrder({ lines: items, adjustments }).toPay
  const { paid_paise: paid } = order
  const toPayBack = await payments.sumOpenPayouts({ database: trx, orderId: id })
  const refunded = paise(order.refunded_paise + toPayBack)
  const { collect, least, most } = calculateRemovalRefund({ paid, refunded, before, after: totals.toPay, collect: order.collect_paise })
  // The courier collects less of an order with an advance, before anything of the advance is refunded.
  const isPaid = order.payment_status === 'Paid' || most > 0
  if (isPaid) checkRight({ rights: request.rights, right: 'money' })
  if (isPaid && !request.hasStepUp) throw new AppError('reauthentication_required')
  const refund = request.refund === undefined ? most : toPaise(request.refund)
  if (isPaid && (refund < least || refund > most)) throw new AppError('removal_refund_invalid')
  if (isPaid && refund > 0 && (await payments.hasFoundRefund({ trx, orderId: id }))) throw new AppError('refund_found')
  await writeLine({ trx, orderId: id, line, quantity: remaining, totals })
  const context = { cause: 'cancel', actorId, reference: id, note: 'Removed from the order' } as const
  await returnStock({ trx, items: [{ ...item, quantity }], context })

  const amounts = { total_paise: totals.total, adjustment_paise: totals.adjustment, collect_paise: collect }
  // With nothing left to collect, it is a prepaid order.
  const isPrepaidNow = order.advance_paise > 0 && collect === 0
  const prepaid = isPrepaidNow && ({ kind: 'card', payment_status: 'Paid', advance_paise: paise(0) } as const)
  await trx
    .updateTable('orders')
    .set({ ...amounts, ...prepaid })
    .where('id', '=', id)
    .execute()
  const retained = paise(paid - refunded - refund)
  if (isPaid) await payments.requestRefund({ trx, orderId: id, reason: 'items removed', delaySeconds: 0, retained, requestedBy: actorId })

  const { productId, name, size, price } = item
  const change = {
    kind: 'items',
    item: { line, productId, name, size, price },
    quantity: { before: item.quantity, after: remaining },
    total: { before: order.total_paise, after: totals.total },
  } as const
  await recordChange({ trx, orderId: id, actorId, change })
}

interface WrittenLine {
  readonly trx: Transaction
  readonly orderId: string
  readonly line: number
  /** what is left of the line */
  readonly quantity: number
  /** the totals of the order without the removed items */
  readonly totals: OrderTotals
}

/** Reduces or deletes a line, and its shares of the discounts. */
async function writeLine({ trx, orderId, line, quantity, totals }: WrittenLine): Promise<void> {
  const key = { order_id: orderId, line }
  await trx
    .deleteFrom('order_adjustments')
    .where((eb) => eb.and(key))
    .execute()
  if (quantity === 0) {
    await trx
      .deleteFrom('order_lines')
      .where((eb) => eb.and(key))
      .execute()
    return
  }
  await trx
    .updateTable('order_lines')
    .set({ quantity, adjustment_paise: totals.lines.find((each) => each.line === line)?.adjustment })
    .where((eb) => eb.and(key))
    .execute()
  const adjustments = totals.adjustments.filter((adjustment) => adjustment.line === line)
  if (adjustments.length > 0) await insertAdjustments({ trx, orderId, adjustments })
}
