import { returnLimits } from '#contract/kernel/limits/return-limits.ts'
import { type Paise, paise, toPaise } from '#contract/kernel/money.ts'
import type { Handover, ReturnKind } from '#contract/orders/return-states.ts'
import { countRows } from '../database/count-rows.ts'
import { claimKey, type IdempotencyKey, storeAnswer } from '../database/idempotency.ts'
import { isUuid } from '../database/is-uuid.ts'
import { retryTransaction } from '../database/retry.ts'
import type { Database, Transaction } from '../database/schema.ts'
import type { StockItem } from '../inventory/size-rules.ts'
import { type LockedProducts, lockProducts } from '../inventory/stock.ts'
import { AppError } from '../kernel/errors.ts'
import { cancelOrderMail } from '../mail/outbox.ts'
import { isWithinShare } from './exchanges/exchange-share.ts'
import type { ExchangedLine } from './exchanges/new-items.ts'
import { planExchange } from './exchanges/plan-exchange.ts'
import { readLockedReturn } from './locked-return.ts'
import { type ReturnOrder, readReturnOrder } from './read-order.ts'
import { type ReturnRow, returnColumns } from './read-returns.ts'
import { recordReturn } from './record-return.ts'
import { findExchangeFee, findReturnPeriod, planReturn, type ReturnPolicies } from './return-rules.ts'
import { writeTransition } from './transition-return.ts'

export interface ReturnRequest {
  readonly orderId: string
  /** limits a shopper to their own orders; undefined for the holder of a link */
  readonly userId: string | undefined
  readonly kind: ReturnKind
  readonly chosen: readonly ExchangedLine[]
  readonly policies: ReturnPolicies
  /** an administrator accepts what the return rules of the items exclude */
  readonly isOverruled: boolean
}

interface Plan extends Pick<ReturnRequest, 'kind' | 'chosen' | 'policies' | 'isOverruled'> {
  readonly database: Database
  readonly order: ReturnOrder
}

/** What a return pays back or, as an exchange, sends: the preview and the confirmation. */
async function planRequest({ database, order, kind, chosen, policies, isOverruled }: Plan) {
  const fee = toPaise(policies.reverseShippingFeeRupees)
  const plan = planReturn({ order, kind, chosen, policies, isOverruled, fee, now: new Date() })
  if (kind === 'refund') return { ...plan, toPay: paise(0), money: plan.refund, newItems: new Map<number, StockItem>() }
  const newItems = await planExchange({ database, order, chosen, policies })
  const toPay = findExchangeFee({ policies, isFault: plan.isFault })
  return { ...plan, fee: paise(0), refund: paise(0), toPay, money: plan.refund, newItems }
}

/** What a return would pay back. Throws as `planReturn` and `planExchange` do, and `AppError` (404) for another shopper's order. */
export async function previewReturn({ database, orderId, userId, ...request }: ReturnRequest & { database: Database }) {
  const order = await readReturnOrder({ database, id: orderId, userId })
  return planRequest({ database, order, ...request })
}

interface NewReturn extends ReturnRequest {
  readonly note: string
  /** as the preview has shown */
  readonly refund: Paise
  /** the fee of an exchange, as the preview has shown */
  readonly toPay: Paise
  /** how the items of an exchange come back that is accepted by itself */
  readonly handover: Handover
  /** how the items come back of a return that the administrator accepts at once; undefined: it waits for an answer */
  readonly acceptedWith?: Handover | undefined
  /** of the items of a product that exchanges of a person may hold which are accepted by themselves */
  readonly maxPercent: number
  readonly claim: IdempotencyKey
  /** the administrator who asks for a caller */
  readonly administratorId: string | undefined
  /** why that administrator accepts what the return rules exclude */
  readonly overruleReason: string | undefined
}

/**
 * Records that a shopper wants to return or exchange items. Returns the id of the return; the same key asks for one return.
 * @throws AppError 404 for an unknown order or another shopper's.
 * @throws AppError 409 for an order that is not delivered, after the last day, for more pieces than are left, for another amount than the
 * preview has shown, for too many returns of one order, for items that do not come back for the reason, and for an exchange that is not possible.
 */
export async function askReturn({ database, request }: { database: Database; request: NewReturn }): Promise<string> {
  return retryTransaction(() => database.transaction().execute((trx) => writeReturn({ trx, request })))
}

async function writeReturn({ trx, request }: { trx: Transaction; request: NewReturn }): Promise<string> {
  const {
    orderId,
    userId,
    kind,
    chosen,
    policies,
    note,
    refund,
    toPay,
    handover,
    acceptedWith,
    maxPercent,
    claim,
    administratorId,
    isOverruled,
    overruleReason,
  } = request
  if (!isUuid(orderId)) throw new AppError('not_found')
  const answer = await claimKey<{ id: string }>({ trx, claim })
  if (answer) return answer.id
  const products = kind === 'exchange' ? await lockChosenItems({ trx, request }) : new Map()
  // Requests for the same order wait for each other.
  await trx.selectFrom('orders').select('id').where('id', '=', orderId).forUpdate().execute()
  const order = await readReturnOrder({ database: trx, id: orderId, userId })
  if (await isFull({ trx, order, userId })) throw new AppError('returns_full')
  const plan = await planRequest({ database: trx, order, kind, chosen, policies, isOverruled })
  if (plan.refund !== refund) throw new AppError('return_amount_changed')
  if (plan.toPay !== toPay) throw new AppError('exchange_fee_changed')
  const row = await trx
    .insertInto('returns')
    .values({
      number: `${order.row.number}-R${order.count + 1}`,
      order_id: orderId,
      kind,
      is_fault: plan.isFault,
      note,
      fee_paise: toPaise(policies.reverseShippingFeeRupees),
      refund_paise: plan.money,
      to_pay_paise: plan.toPay,
      by_link: userId === undefined,
      overrule_reason: overruleReason,
    })
    .returning(returnColumns)
    .executeTakeFirstOrThrow()
  const { id } = row
  const lines = chosen.map(({ line, quantity, reason }) => {
    const item = plan.newItems.get(line)
    const sent = item && { new_product_id: item.productId, new_size: item.size }
    return { return_id: id, order_id: orderId, line, quantity, reason, new_product_id: null, new_size: null, ...sent }
  })
  await trx.insertInto('return_lines').values(lines).execute()
  const shopperId = order.row.user_id
  const actor = administratorId !== undefined ? 'admin' : shopperId === null ? 'guest' : 'shopper'
  await recordReturn({ trx, row, event: 'Return asked', actor, actorId: administratorId ?? shopperId })
  const acceptance = { trx, row, order, products, policies }
  if (acceptedWith && administratorId !== undefined)
    await acceptAtOnce({ ...acceptance, handover: acceptedWith, actor: 'admin', actorId: administratorId })
  else if (kind === 'exchange') await acceptInTime({ ...acceptance, handover, maxPercent, items: [...plan.newItems.values()] })
  await storeAnswer({ trx, claim, answer: { id } })
  return id
}

/** Whether the order has all returns that it may have. What was asked for and withdrawn by a link does not count for the order's account. */
async function isFull({ trx, order, userId }: { trx: Transaction; order: ReturnOrder; userId: string | undefined }): Promise<boolean> {
  if (order.count < returnLimits.perOrder || userId === undefined) return order.count >= returnLimits.perOrder
  const withdrawn = await countRows(
    trx.selectFrom('returns').where('order_id', '=', order.row.id).where('state', '=', 'withdrawn').where('by_link', '=', true),
  )
  return order.count - withdrawn >= returnLimits.perOrder
}

/** Locks the products of an exchange before the order, because it may be accepted at once. */
async function lockChosenItems({ trx, request: { orderId, userId, chosen } }: { trx: Transaction; request: NewReturn }) {
  const order = await readReturnOrder({ database: trx, id: orderId, userId })
  const ordered = chosen.flatMap(({ line, newProduct }) => newProduct ?? order.lines.find((each) => each.line === line)?.productId ?? [])
  return lockProducts({ trx, ids: ordered })
}

interface Acceptance {
  readonly trx: Transaction
  readonly row: ReturnRow
  readonly order: ReturnOrder
  /** the new items, locked before the order */
  readonly products: LockedProducts
  readonly policies: ReturnPolicies
  readonly handover: Handover
}

interface CheckedAcceptance extends Acceptance {
  readonly maxPercent: number
  readonly items: readonly StockItem[]
}

/**
 * Accepts an exchange without an administrator, where the owner has switched that on: in time, of items that are not faulty, and of no more of a
 * product than one person may hold without a payment. An administrator decides about the others.
 */
async function acceptInTime({ maxPercent, items, ...acceptance }: CheckedAcceptance): Promise<void> {
  const { trx, row, order, policies } = acceptance
  const period = findReturnPeriod({ deliveredAt: order.deliveredAt, policies, now: new Date() })
  if (policies.exchangesAccepted === 'off' || row.is_fault || !period?.isInTime) return
  if (!(await isWithinShare({ trx, order, items, maxPercent }))) return
  await acceptAtOnce({ ...acceptance, actor: 'system', actorId: null })
}

interface ActorOfAcceptance {
  readonly actor: 'admin' | 'system'
  readonly actorId: string | null
}

/** Accepts a return in the transaction that asks for it. */
async function acceptAtOnce({ trx, row, order, products, policies, handover, ...by }: Acceptance & ActorOfAcceptance): Promise<void> {
  // The mail about the acceptance says the same and more.
  const { eventId } = await trx
    .selectFrom('order_events')
    .select((eb) => eb.fn.max('id').as('eventId'))
    .where('order_id', '=', order.row.id)
    .where('event', '=', 'Return asked')
    .executeTakeFirstOrThrow()
  await cancelOrderMail({ trx, eventId: Number(eventId) })
  const isSentAtOnce = policies.exchangesSent === 'accepted'
  const locked = await readLockedReturn({ trx, row, products, paidOrderId: order.paidOrder.id })
  await writeTransition({ locked, move: { to: 'accepted', handover, isSentAtOnce, ...by } })
}
