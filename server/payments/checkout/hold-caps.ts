import { sql } from 'kysely'
import { holdMinutes } from '#contract/business.ts'
import type { Transaction } from '../../database/schema.ts'
import { AppError } from '../../errors.ts'
import { createSourceHash } from '../../orders/placing/order-caps.ts'
import type { Settings } from '../../settings.ts'

/** Shoppers of one network share an IP address. */
const accountsPerIp = 10

interface HoldCapsOptions {
  readonly settings: Pick<Settings, 'HOLD_MAX_CHECKOUTS' | 'HOLD_MAX_ITEMS' | 'LIMITS_FACTOR'>
  readonly trackingKey: Buffer
}

interface NewHold {
  readonly trx: Transaction
  readonly userId: string
  readonly paymentId: string
  readonly items: number
  readonly ip: string
}

interface OpenHolds {
  readonly checkouts: number
  readonly items: number
}

/** The caps on card checkouts that hold stock and are not paid yet, of one account and of one IP address. */
export function createHoldCaps({ settings, trackingKey }: HoldCapsOptions) {
  const hashSource = createSourceHash({ trackingKey })
  const accountCap = { checkouts: settings.HOLD_MAX_CHECKOUTS, items: settings.HOLD_MAX_ITEMS }
  const ipFactor = accountsPerIp * settings.LIMITS_FACTOR
  const ipCap = { checkouts: accountCap.checkouts * ipFactor, items: accountCap.items * ipFactor }
  const isExceeded = (holds: OpenHolds, cap: OpenHolds) => holds.checkouts > cap.checkouts || holds.items > cap.items

  /**
   * Counts a new checkout, in its transaction, with the shopper locked. Checkouts of one IP address are counted one after another:
   * this lock is the last one of the transaction. Throws `AppError` (429).
   */
  return async function countHold({ trx, userId, paymentId, items, ip }: NewHold): Promise<void> {
    const ipHash = hashSource('ip', ip)
    await sql`select pg_advisory_xact_lock(hashtext(${ipHash.toString('hex')}))`.execute(trx)
    await trx.insertInto('hold_sources').values({ payment_id: paymentId, ip_hash: ipHash, items }).execute()
    const openHolds = trx
      .selectFrom('payments')
      .innerJoin('hold_sources', 'payment_id', 'payments.id')
      .select(({ fn }) => [fn.countAll<number>().as('checkouts'), sql<number>`coalesce(sum(items), 0)::int`.as('items')])
      .where('hold_released_at', 'is', null)
      .where('order_id', 'is', null)
    const ofAccount = await openHolds.where('user_id', '=', userId).executeTakeFirstOrThrow()
    const limit = { maxItems: accountCap.items, retryAfterSeconds: holdMinutes * 60 }
    if (isExceeded(ofAccount, accountCap)) throw new AppError('hold_limit_reached', { ...limit, isAccount: true })
    const ofIp = await openHolds.where('ip_hash', '=', ipHash).executeTakeFirstOrThrow()
    if (isExceeded(ofIp, ipCap)) throw new AppError('hold_limit_reached', { ...limit, isAccount: false })
  }
}

export type CountHold = ReturnType<typeof createHoldCaps>
