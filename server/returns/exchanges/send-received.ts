import { lockProducts } from '../../inventory/stock.ts'
import { AppError } from '../../kernel/errors.ts'
import type { LockedReturn } from '../locked-return.ts'
import type { ReturnLine } from '../read-returns.ts'
import { recordReturn } from '../record-return.ts'
import { endHold, holdNewItems } from './hold-items.ts'
import { placeExchange } from './place-exchange.ts'

type Placement = Parameters<typeof placeExchange>[0]

interface Received extends Omit<Placement, 'pieces' | 'actor'>, Pick<LockedReturn, 'exchangeOrder'> {
  readonly pieces: readonly { readonly line: number; readonly refunded: number }[]
}

/**
 * Places the order with the new items of a received exchange, unless that was done when it was accepted. A parcel that had been given up
 * has lost its hold: when the new items are sold out since, the shopper gets money.
 */
export async function sendReceived({ pieces, exchangeOrder, ...received }: Received): Promise<void> {
  const { trx, row, lines, actorId } = received
  if (exchangeOrder) return
  const accepted = new Map(pieces.map(({ line, refunded }) => [line, refunded]))
  const hold = { trx, row, lines, actorId }
  if ([...accepted.values()].every((quantity) => quantity === 0)) return endHold(hold)
  if (row.state !== 'not received') return placeExchange({ ...received, pieces: accepted, actor: 'admin' })
  const wanted = lines.map((line): ReturnLine => ({ ...line, quantity: accepted.get(line.line) ?? 0 }))
  // The returned pieces are in stock again.
  const products = await lockProducts({ trx, ids: received.products.keys() })
  try {
    await holdNewItems({ ...hold, lines: wanted, products })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    await trx.updateTable('returns').set({ kind: 'refund' }).where('id', '=', row.id).execute()
    return recordReturn({ trx, row, event: 'Exchange ended', actor: 'admin', actorId })
  }
  const held = wanted.map((line) => ({ ...line, held: line.quantity }))
  return placeExchange({ ...received, products, lines: held, pieces: accepted, actor: 'admin' })
}
