import { returnStock, type StockContext, takeStock } from '../../inventory/stock.ts'
import type { LockedReturn } from '../locked-return.ts'
import { findShortage, listNewItems } from './new-items.ts'

interface Hold extends Pick<LockedReturn, 'trx' | 'row' | 'lines'> {
  readonly actorId: string | null
}

const toContext = ({ row, actorId }: Hold, cause: 'hold' | 'release'): StockContext => {
  return { cause, actorId, reference: row.id, note: `Exchange ${row.number}` }
}

/** Takes the new items of an exchange. @throws AppError 409 when there is not enough of them. */
export async function holdNewItems({ products, ...hold }: Hold & Pick<LockedReturn, 'products'>): Promise<void> {
  const { trx, row, lines } = hold
  const items = listNewItems(lines)
  const shortage = findShortage({ items, products })
  if (shortage) throw shortage
  await takeStock({ trx, products, items, context: toContext(hold, 'hold') })
  for (const { line, quantity } of lines) await setHeld({ trx, row, line, held: quantity })
}

/** Ends the hold of an exchange: what is held and not sold goes back to stock. `sold`: the pieces of each line that are sold. */
export async function endHold({ sold = new Map(), ...hold }: Hold & { sold?: ReadonlyMap<number, number> }): Promise<void> {
  const { trx, row, lines } = hold
  const held = lines.filter((line) => line.held > 0)
  const items = listNewItems(held.map((line) => ({ ...line, quantity: Math.max(0, line.held - (sold.get(line.line) ?? 0)) })))
  if (items.length > 0) await returnStock({ trx, items, context: toContext(hold, 'release') })
  for (const { line } of held) await setHeld({ trx, row, line, held: 0 })
}

async function setHeld({ trx, row, line, held }: Pick<Hold, 'trx' | 'row'> & { line: number; held: number }): Promise<void> {
  await trx.updateTable('return_lines').set({ held }).where('return_id', '=', row.id).where('line', '=', line).execute()
}
