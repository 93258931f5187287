import { isUuid } from '../../database/is-uuid.ts'
import type { Transaction } from '../../database/schema.ts'
import { type LockedProducts, lockProducts, returnStock, type StockContext, takeStock } from '../../inventory/stock.ts'
import { type ReturnLine, readReturnLines } from '../read-returns.ts'
import { findShortage, listNewItems } from './new-items.ts'

interface Exchange {
  readonly trx: Transaction
  readonly returnId: string
}

/** Locks the new items of an exchange, which are the same from its request to its end; none for a refund. Before any order. */
export async function lockNewItems({ trx, returnId }: Exchange): Promise<LockedProducts> {
  const lines = isUuid(returnId) ? await readReturnLines({ database: trx, ids: [returnId] }) : []
  return lockProducts({ trx, ids: listNewItems(lines).map(({ productId }) => productId) })
}

interface Hold extends Exchange {
  /** of the return */
  readonly number: string
  readonly lines: readonly ReturnLine[]
  readonly actorId: string | null
}

const toContext = ({ returnId, number, actorId }: Hold, cause: 'hold' | 'release'): StockContext => {
  return { cause, actorId, reference: returnId, note: `Exchange ${number}` }
}

/** Takes the new items of an exchange. @throws AppError 409 when there is not enough of them. */
export async function holdNewItems({ products, ...hold }: Hold & { products: LockedProducts }): Promise<void> {
  const { trx, returnId, lines } = hold
  const items = listNewItems(lines)
  const shortage = findShortage({ items, products })
  if (shortage) throw shortage
  await takeStock({ trx, products, items, context: toContext(hold, 'hold') })
  for (const { line, quantity } of lines) await setHeld({ trx, returnId, line, held: quantity })
}

/** Ends the hold of an exchange: what is held and not sold goes back to stock. `sold`: the pieces of each line that are sold. */
export async function endHold({ sold = new Map(), ...hold }: Hold & { sold?: ReadonlyMap<number, number> }): Promise<void> {
  const { trx, returnId, lines } = hold
  const held = lines.filter((line) => line.held > 0)
  const items = listNewItems(held.map((line) => ({ ...line, quantity: Math.max(0, line.held - (sold.get(line.line) ?? 0)) })))
  if (items.length > 0) await returnStock({ trx, items, context: toContext(hold, 'release') })
  for (const { line } of held) await setHeld({ trx, returnId, line, held: 0 })
}

async function setHeld({ trx, returnId, line, held }: Exchange & { line: number; held: number }): Promise<void> {
  await trx.updateTable('return_lines').set({ held }).where('return_id', '=', returnId).where('line', '=', line).execute()
}
