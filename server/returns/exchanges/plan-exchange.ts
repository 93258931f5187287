import type { Database } from '../../database/schema.ts'
import type { StockItem } from '../../inventory/size-rules.ts'
import { AppError } from '../../kernel/errors.ts'
import type { ReturnOrder } from '../read-order.ts'
import type { ReturnPolicies } from '../return-rules.ts'
import { type ExchangedLine, findNewItem, findShortage, readNewItems } from './new-items.ts'
import { listOfferedItems } from './offered-items.ts'

interface ExchangeRequest {
  readonly database: Database
  readonly order: ReturnOrder
  readonly chosen: readonly ExchangedLine[]
  readonly policies: ReturnPolicies
}

/**
 * The new items of an exchange that a shopper asks for, by line.
 * @throws AppError 409 where items are not exchanged, for an order that is an exchange, for an item that is not offered and for one that is
 * sold out.
 */
export async function planExchange({ database, order, chosen, policies }: ExchangeRequest): Promise<Map<number, StockItem>> {
  if (policies.exchanges === 'off') throw new AppError('exchange_not_offered')
  if (order.isExchange) throw new AppError('exchange_once')
  const offered = await listOfferedItems({ database, lines: order.lines })
  const items = new Map(
    chosen.map((line) => {
      const { name = 'This item', productId = '' } = order.lines.find((each) => each.line === line.line) ?? {}
      return [line.line, findNewItem({ line, name, productId, offered: offered.get(line.line) ?? [] })]
    }),
  )
  const wanted = [...items.values()]
  const shortage = findShortage({ items: wanted, products: await readNewItems({ database, items: wanted }) })
  if (shortage) throw shortage
  return items
}
