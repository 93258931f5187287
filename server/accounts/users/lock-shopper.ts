import { retryTransaction } from '../../database/retry.ts'
import type { Database, Transaction } from '../../database/schema.ts'

/** A shopper in a transaction. */
export interface ShopperContext {
  readonly trx: Transaction
  readonly userId: string
}

/** Locks the shopper until the transaction ends. Always the first lock of a transaction that changes a cart or an address book. */
export async function lockShopper({ trx, userId }: ShopperContext): Promise<void> {
  await trx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
}

/** Runs `work` in a transaction with the shopper locked. */
export async function withShopperLock<Result>(
  { database, userId }: { database: Database; userId: string },
  work: (shopper: ShopperContext) => Promise<Result>,
): Promise<Result> {
  return retryTransaction(() =>
    database.transaction().execute(async (trx) => {
      await lockShopper({ trx, userId })
      return work({ trx, userId })
    }),
  )
}
