import { paise } from '#contract/kernel/money.ts'
import { canTransitionReturn, pieceConditions } from '#contract/orders/return-states.ts'
import type { ReceivedLine } from '#contract/returns/admin-returns.ts'
import type { Database } from '../database/schema.ts'
import { returnStock } from '../inventory/stock.ts'
import { AppError } from '../kernel/errors.ts'
import { sendReceived } from './exchanges/send-received.ts'
import { type LockedReturn, withLockedReturn } from './locked-return.ts'
import { readReturnOrder } from './read-order.ts'
import type { ReturnLine } from './read-returns.ts'
import { recordReturn } from './record-return.ts'
import { countReturnable, settleAmounts } from './return-rules.ts'

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
export function receiveReturn({ database, receipt }: { database: Database; receipt: Receipt }): Promise<void> {
  const { id, version } = receipt
  return withLockedReturn({ database, id, version }, (locked) => writeReceipt({ locked, receipt }))
}

async function writeReceipt({ locked, receipt }: { locked: LockedReturn; receipt: Receipt }): Promise<void> {
  const { trx, row, lines } = locked
  const { id, isFault, actorId } = receipt
  if (!canTransitionReturn({ from: row.state, to: 'received' })) throw new AppError('return_step_not_possible')
  const received = lines.map((line) => checkCounts({ line, received: receipt.lines.find((each) => each.line === line.line) }))
  if (received.length !== receipt.lines.length) throw new AppError('return_counts')
  const order = await readReturnOrder({ database: trx, id: row.order_id, withoutExchange: id })
  if (row.state === 'not received') rejectReturnedPieces({ order, lines })

  const items = received.flatMap(({ line: { product_id: productId, size }, restock }) =>
    restock > 0 ? [{ productId, size, quantity: restock }] : [],
  )
  if (items.length > 0) {
    await returnStock({ trx, items, context: { cause: 'return', actorId, reference: row.order_id, note: `Return ${row.number}` } })
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
  const { refund } = settleAmounts({ order, lines: pieces, fee: row.fee_paise, isFault })
  // The fee of an exchange that is sent already is paid, or is to be paid.
  const toPay = isFault ? paise(0) : row.to_pay_paise
  const changes = { state: 'received', is_fault: isFault, refund_paise: refund, to_pay_paise: toPay } as const
  await trx.updateTable('returns').set(changes).where('id', '=', id).execute()
  await recordReturn({ trx, row, event: 'Return received', actor: 'admin', actorId })
  if (row.kind === 'exchange') await sendReceived({ ...locked, row: { ...row, to_pay_paise: toPay }, order, pieces, actorId })
}

/** The counts of a line. @throws AppError 400 when they do not add up to its quantity. */
function checkCounts({ line, received }: { line: ReturnLine; received: ReceivedLine | undefined }) {
  const seen = received?.seen
  const sum = seen ? pieceConditions.reduce((total, condition) => total + seen[condition], 0) : undefined
  if (!received || !seen || sum !== line.quantity) throw new AppError('return_counts')
  if (received.restock > line.quantity - seen.missing || received.refund > line.quantity) throw new AppError('return_counts')
  return { line, seen, restock: received.restock, refund: received.refund }
}

/** Pieces of a return that was given up may be part of a later one. */
function rejectReturnedPieces({ order, lines }: { order: Awaited<ReturnType<typeof readReturnOrder>>; lines: readonly ReturnLine[] }) {
  for (const { line, quantity, name } of lines) {
    const left = countReturnable({ order, line })
    if (quantity > left) throw new AppError('return_pieces', { name, left })
  }
}
