import { sql } from 'kysely'
import type { SavedAddress } from '#contract/address.ts'
import { toPaise } from '#contract/money.ts'
import type { OrderFlag } from '#contract/order-flags.ts'
import { confirmationLimits as limits } from '#contract/policy.ts'
import { calculateTotal } from '#contract/pricing.ts'
import type { Transaction } from '../database/schema.ts'
import { isDisposableEmail } from './disposable-email.ts'
import { isPinCodeOfState } from './pin-codes.ts'
import type { LineItem } from './rules.ts'

interface FlagQuery {
  readonly trx: Transaction
  readonly deliveryAddress: SavedAddress
  readonly lines: readonly LineItem[]
}

/** Why the shop asks for a confirmation of a new order that is paid on delivery; empty for most orders. */
export async function findFlags({ trx, deliveryAddress, lines }: FlagQuery): Promise<OrderFlag[]> {
  const { openOrders, hasRefused } = await readPhoneHistory({ trx, phone: deliveryAddress.phone })
  const flags: Record<OrderFlag, boolean> = {
    value: calculateTotal(lines) > toPaise(limits.maxRupees),
    quantity: lines.reduce((sum, { quantity }) => sum + quantity, 0) > limits.maxItems,
    'open orders': openOrders >= limits.maxOpenOrders,
    'refused before': hasRefused,
    'PIN code': !isPinCodeOfState(deliveryAddress),
    'disposable email': isDisposableEmail(deliveryAddress.email),
  }
  return (Object.keys(flags) as OrderFlag[]).filter((flag) => flags[flag])
}

/** Reads a few index entries, however many orders the phone has. The conditions are those of the indexes. */
async function readPhoneHistory({ trx, phone }: { trx: Transaction; phone: string }) {
  const { rows } = await sql<{ openOrders: number; hasRefused: boolean }>`
    select
      (select count(*)::int from (
        select from orders where delivery_address ->> 'phone' = ${phone}
          and kind <> 'card' and status in ('Placed', 'Confirmed', 'Packed', 'Shipped') limit ${sql.lit(limits.maxOpenOrders)}
      ) as open_orders) as "openOrders",
      exists (select from orders where delivery_address ->> 'phone' = ${phone} and status = 'Refused') as "hasRefused"
  `.execute(trx)
  return rows[0] ?? { openOrders: 0, hasRefused: false }
}
