import { sql } from 'kysely'
import { type Paise, paise } from '#contract/kernel/money.ts'
import type { Database, Transaction } from '../../database/schema.ts'
import { readReturnOrder } from '../read-order.ts'
import { readReturnLines } from '../read-returns.ts'
import { recordReturn } from '../record-return.ts'
import { returnError } from '../return-error-rules.ts'
import { settleAmounts } from '../return-rules.ts'
import { lockReturn } from '../transition-return.ts'

interface MoneyRequest {
  readonly id: string
  /** limits a shopper to the returns of one order */
  readonly orderId: string
  /** as the page has shown */
  readonly refund: Paise
  readonly actor: 'guest' | 'shopper' | 'admin'
  readonly actorId: string | null
}

/**
 * Turns an exchange that is not accepted yet into a return for money, as its shopper asks for.
 * @throws AppError 404 for an unknown return. @throws AppError 409 for an accepted one, and for another amount than the page has shown.
 */
export async function takeMoney({ database, request }: { database: Database; request: MoneyRequest }): Promise<void> {
  await database.transaction().execute((trx) => writeRefund({ trx, request }))
}

async function writeRefund({ trx, request }: { trx: Transaction; request: MoneyRequest }): Promise<void> {
  const { id, orderId, refund, actor, actorId } = request
  const row = await lockReturn({ trx, id, orderId })
  if (row.state !== 'asked') throw returnError('return_step_not_possible')
  // A repeated request, such as a double click.
  if (row.kind === 'refund') return
  const order = await readReturnOrder({ database: trx, id: orderId })
  const lines = await readReturnLines({ database: trx, ids: [id] })
  const amounts = settleAmounts({ order, lines, fee: row.is_fault ? paise(0) : row.fee_paise })
  if (amounts.refund !== refund) throw returnError('return_amount_changed')
  await trx.updateTable('returns').set({ kind: 'refund', refund_paise: refund }).where('id', '=', id).execute()
  await recordReturn({ trx, returnId: id, event: 'Exchange ended', actor, actorId })
}

interface Offer {
  readonly id: string
  /** of the return as the administrator saw it */
  readonly version: number
  /** the administrator's id */
  readonly actorId: string
}

/** Asks the shopper to take the money for an exchange that is not accepted yet. @throws AppError 409 for one that has changed. */
export async function offerMoney({ database, offer }: { database: Database; offer: Offer }): Promise<void> {
  await database.transaction().execute(async (trx) => {
    const { id, version, actorId } = offer
    const row = await lockReturn({ trx, id, version })
    if (row.kind !== 'exchange' || row.state !== 'asked') throw returnError('return_step_not_possible')
    await trx.updateTable('returns').set({ sold_out_at: sql<Date>`clock_timestamp()` }).where('id', '=', id).execute()
    await recordReturn({ trx, returnId: id, event: 'Exchange sold out', actor: 'admin', actorId })
  })
}
