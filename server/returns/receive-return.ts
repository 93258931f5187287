import { paise } from '#contract/kernel/money.ts'
import { canTransitionReturn, pieceConditions } from '#contract/orders/return-states.ts'
import type { ReceivedLine } from '#contract/returns/admin-returns.ts'
import { retryTransaction } from '../database/retry.ts'
import type { Database, Transaction } from '../database/schema.ts'
import { type LockedProducts, lockProducts, returnStock } from '../inventory/stock.ts'
import { lockOrder } from '../orders/lifecycle/transition-order.ts'
import { paymentsPort as payments } from '../payments/payments-port.ts'
import { sendReceived } from './exchanges/send-received.ts'
import { readReturnOrder } from './read-order.ts'
import { findReturn, type ReturnLine, readReturnLines } from './read-returns.ts'
import { recordReturn } from './record-return.ts'
import { returnError } from './return-error-rules.ts'
import { countReturnable, settleAmounts } from './return-rules.ts'
import { lockReturn } from './transition-return.ts'

interface Receipt {
  readonly id: string
  readonly lines: readonly ReceivedLine[]
  /** no fee is deducted */
  readonly isFault: boolean
  /** of the return as the administrator saw it */
  readonly version: number
  /** the administrator's id */
  readonly actorId: string
}

/**
 * Records what was received of a return, once. Its sellable pieces go back to stock, by size.
 * @throws AppError 400 for counts that do not add up. @throws AppError 404 for an unknown return.
 * @throws AppError 409 for a return that has changed, or cannot be received.
 */
export async function receiveReturn({ database, receipt }: { database: Database; receipt: Receipt }): Promise<void> {
  await retryTransaction(() => database.transaction().execute((trx) => writeReceipt({ trx, receipt })))
}

async function writeReceipt({ trx, receipt }: { trx: Transaction; receipt: Receipt }): Promise<void> {
  const { id, version, isFault, actorId } = receipt
  const { order_id: orderId } = await findReturn({ database: trx, id })
  // Payments, and then products and sizes, are locked before the order.
  await payments.lockPayment({ trx, orderId })
  const products = await lockReceived({ trx, id, orderId })
  await lockOrder({ trx, payments, id: orderId })
  const row = await lockReturn({ trx, id, version })
  if (!canTransitionReturn({ from: row.state, to: 'received' })) throw returnError('return_step_not_possible')
  const lines = await readReturnLines({ database: trx, ids: [id] })
  const received = lines.map((line) => checkCounts({ line, received: receipt.lines.find((each) => each.line === line.line) }))
  if (received.length !== receipt.lines.length) throw returnError('return_counts')
  const order = await readReturnOrder({ database: trx, id: orderId, withoutExchange: id })
  if (row.state === 'not received') rejectReturnedPieces({ order, lines })

  const items = received.flatMap(({ line: { product_id: productId, size }, restock }) =>
    restock > 0 ? [{ productId, size, quantity: restock }] : [],
  )
  if (items.length > 0) {
    await returnStock({ trx, items, context: { cause: 'return', actorId, reference: orderId, note: `Return ${row.number}` } })
  }
  for (const { line, seen, restock, refund } of received) {
    await trx
      .updateTable('return_lines')
      .set({ seen: JSON.stringify(seen), restocked: restock, refunded: refund })
      .where('return_id', '=', id)
      .where('line', '=', line.line)
      .execute()
  }
  const pieces = received.map(({ line, refund }) => ({ line: line.line, quantity: line.quantity, refunded: refund }))
  const { refund } = settleAmounts({ order, lines: pieces, fee: isFault ? paise(0) : row.fee_paise })
  // The fee of an exchange that is sent already is paid, or is to be paid.
  const toPay = isFault ? paise(0) : row.to_pay_paise
  const changes = { state: 'received', is_fault: isFault, refund_paise: refund, to_pay_paise: toPay } as const
  await trx.updateTable('returns').set(changes).where('id', '=', id).execute()
  await recordReturn({ trx, returnId: id, event: 'Return received', actor: 'admin', actorId })
  if (row.kind === 'exchange') await sendReceived({ trx, row: { ...row, to_pay_paise: toPay }, lines, order, products, pieces, actorId })
}

/** Locks the products of an order together with the new items of an exchange. */
async function lockReceived({ trx, id, orderId }: { trx: Transaction; id: string; orderId: string }): Promise<LockedProducts> {
  const ordered = await trx.selectFrom('order_lines').select('product_id').where('order_id', '=', orderId).execute()
  const lines = await readReturnLines({ database: trx, ids: [id] })
  return lockProducts({ trx, ids: [...ordered.map((line) => line.product_id), ...lines.flatMap((line) => line.new_product_id ?? [])] })
}

/** The counts of a line. @throws AppError 400 when they do not add up to its quantity. */
function checkCounts({ line, received }: { line: ReturnLine; received: ReceivedLine | undefined }) {
  const seen = received?.seen
  const sum = seen ? pieceConditions.reduce((total, condition) => total + seen[condition], 0) : undefined
  if (!received || !seen || sum !== line.quantity) throw returnError('return_counts')
  if (received.restock > line.quantity - seen.missing || received.refund > line.quantity) throw returnError('return_counts')
  return { line, seen, restock: received.restock, refund: received.refund }
}

/** Pieces of a return that was given up may be part of a later one. */
function rejectReturnedPieces({ order, lines }: { order: Awaited<ReturnType<typeof readReturnOrder>>; lines: readonly ReturnLine[] }) {
  for (const { line, quantity, name } of lines) {
    const left = countReturnable({ order, line })
    if (quantity > left) throw returnError('return_pieces', { name, left })
  }
}
