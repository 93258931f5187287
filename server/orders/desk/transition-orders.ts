import { sql } from 'kysely'
import { isAddressComplete } from '#contract/kernel/address.ts'
import { undoSeconds } from '#contract/kernel/business.ts'
import type { Right } from '#contract/kernel/rights.ts'
import type { TransitionResult } from '#contract/orders/order-desk.ts'
import { needsPayment } from '#contract/orders/order-flags.ts'
import type { OrderStatus } from '#contract/orders/order-status.ts'
import { packingWarningTexts } from '#contract/tax/invoice-problems.ts'
import { claimKey, storeAnswer } from '../../database/idempotency.ts'
import { isUuid } from '../../database/is-uuid.ts'
import { retryTransaction } from '../../database/retry.ts'
import type { Database, Transaction } from '../../database/schema.ts'
import { checkRight } from '../../kernel/check-right.ts'
import { AppError } from '../../kernel/errors.ts'
import type { InvoiceSettings } from '../../tax/invoice-facts.ts'
import { findPackingWarnings } from '../../tax/packing-warnings.ts'
import { writeTransition } from '../lifecycle/transition-order.ts'
import { writeUndo } from '../lifecycle/undo-transition.ts'
import type { PaymentsPort } from '../order/order-dependencies.ts'

interface SeenOrder {
  readonly _id: string
  /** the version that the administrator saw */
  readonly version: number
}

interface Changes {
  readonly database: Database
  readonly payments: PaymentsPort
  readonly orders: readonly SeenOrder[]
  /** the administrator's id */
  readonly actorId: string
}

interface Transitions extends Changes {
  readonly settings: InvoiceSettings
  readonly to: OrderStatus
  /** whether the session has a step-up, which refunds need */
  readonly hasStepUp: boolean
  /** the administrator's; refunds need `money` */
  readonly rights: readonly Right[]
}

/**
 * Changes the status of orders, each in a transaction of its own, so that one may fail without the others. A version is changed
 * once: a repeated request gets the answers of the first.
 * @throws AppError 403 before any change, when orders would be refunded by an administrator without the right or a step-up
 */
export async function transitionOrders({ to, hasStepUp, rights, settings, ...changes }: Transitions): Promise<TransitionResult[]> {
  const { database, payments, orders, actorId } = changes
  if (to === 'Cancelled' && (await hasPaidOrder({ database, orders }))) {
    checkRight({ rights, right: 'money' })
    if (!hasStepUp) throw new AppError('reauthentication_required')
  }
  return changeOrders({
    ...changes,
    // Stored, also by earlier versions.
    name: `move to ${to}`,
    change: async ({ trx, _id: id, version }) => {
      await rejectOrderToReview({ trx, id, to, settings })
      const hasChanged = await writeTransition({ trx, payments, request: { id, to, version, actor: 'admin', actorId, hasStepUp, rights } })
      if (!hasChanged) throw new AppError('order_changed')
      return `The order is now ${to}`
    },
  })
}

interface Review extends Pick<Transitions, 'to' | 'settings'> {
  readonly trx: Transaction
  readonly id: string
}

/**
 * Rejects orders that are only changed alone: the courier would collect what is to be paid online, or not find the address, or the shop may
 * not sell to its state.
 */
async function rejectOrderToReview({ trx, id, to, settings }: Review): Promise<void> {
  if (!isUuid(id) || (to !== 'Confirmed' && to !== 'Packed')) return
  const order = await trx
    .selectFrom('orders')
    .select(['status', 'flags', 'delivery_address', 'document_name'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!order) return
  if (to === 'Confirmed' && needsPayment(order)) throw new AppError('order_to_review', { reason: 'This order is to be paid online.' })
  if (to !== 'Packed') return
  if (!isAddressComplete(order.delivery_address)) throw new AppError('order_to_review', { reason: 'The address is incomplete.' })
  const { status, delivery_address: address, document_name: documentName } = order
  const [warning] = await findPackingWarnings({ status, address, documentName, settings })
  if (warning) throw new AppError('order_to_review', { reason: packingWarningTexts[warning] })
}

/** Undoes the last change of each order (see `undoTransition`), each in a transaction of its own. */
export function undoTransitions(changes: Changes): Promise<TransitionResult[]> {
  const { payments, actorId } = changes
  return changeOrders({
    ...changes,
    name: 'undo',
    change: async ({ trx, _id: id, version }) =>
      `The order is ${await writeUndo({ trx, payments, request: { id, version, actorId } })} again`,
  })
}

/** Seconds until the first mail about these transitions may be sent; null when there was none. */
export async function readUndoSeconds({
  database,
  to,
  answers,
}: {
  database: Database
  to: OrderStatus
  answers: readonly TransitionResult[]
}) {
  const ids = answers.filter(({ result }) => result === 'moved').map(({ _id }) => _id)
  if (ids.length === 0) return null
  const { secondsLeft } = await database
    .selectFrom('order_events')
    .select(sql<number>`coalesce(${undoSeconds} - extract(epoch from clock_timestamp() - min(happened_at))::float8, 0)`.as('secondsLeft'))
    .where('order_id', 'in', ids)
    .where('event', '=', to)
    .where('internal', '=', false)
    .executeTakeFirstOrThrow()
  return Math.max(0, secondsLeft)
}

async function hasPaidOrder({ database, orders }: Pick<Changes, 'database' | 'orders'>): Promise<boolean> {
  const ids = orders.map(({ _id }) => _id).filter(isUuid)
  const paid = await database
    .selectFrom('orders')
    .select('id')
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('payment_status', '=', 'Paid')
    .where('status', 'in', ['Placed', 'Confirmed', 'Packed'])
    .limit(1)
    .execute()
  return paid.length > 0
}

interface Change extends Changes {
  /** names the change in its idempotency keys */
  readonly name: string
  /** changes one order and returns the message */
  readonly change: (order: SeenOrder & { trx: Transaction }) => Promise<string>
}

async function changeOrders({ orders, ...change }: Change): Promise<TransitionResult[]> {
  const answers: TransitionResult[] = []
  // One after another: a long list does not take the connections of the shop.
  for (const order of orders) answers.push(await changeOrder({ ...change, order }))
  return answers
}

async function changeOrder({
  database,
  actorId,
  name,
  change,
  order,
}: Omit<Change, 'orders'> & { order: SeenOrder }): Promise<TransitionResult> {
  // Unique for one version of one order, so that a repeated request finds the answer.
  const claim = { scope: `order ${order._id.toLowerCase()}`, key: `${name}, version ${order.version}, by ${actorId}`, body: null }
  const write = async (trx: Transaction): Promise<TransitionResult> => {
    const stored = await claimKey<TransitionResult>({ trx, claim })
    if (stored) return stored
    const message = await change({ ...order, trx })
    const answer = { ...(await readAnswer({ database: trx, id: order._id })), result: 'moved', message } as const
    await storeAnswer({ trx, claim, answer })
    return answer
  }
  try {
    return await retryTransaction(() => database.transaction().execute(write))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const result = error.code === 'order_changed' ? 'changed' : 'refused'
    return { ...(await readAnswer({ database, id: order._id })), result, message: error.message }
  }
}

async function readAnswer({ database, id }: { database: Database; id: string }) {
  const orders = database.selectFrom('orders').select(['number', 'status as orderStatus', 'version'])
  const order = isUuid(id) ? await orders.where('id', '=', id).executeTakeFirst() : undefined
  return { _id: id, number: null, orderStatus: null, version: null, ...order }
}
