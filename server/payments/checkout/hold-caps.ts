import { sql } from 'kysely'
import { holdMinutes } from '#contract/business.ts'
import { ipRangeFactor } from '../../database/rate-limit.ts'
import type { Tables, Transaction } from '../../database/schema.ts'
import { AppError } from '../../errors.ts'
import { createSourceHash } from '../../orders/placing/order-source.ts'
import type { Settings } from '../../settings.ts'

/** Shoppers of one network share an IP address. */
const accountsPerIp = 10

interface HoldCapsOptions {
  readonly settings: Pick<Settings, 'HOLD_MAX_CHECKOUTS' | 'HOLD_MAX_ITEMS' | 'HOLD_IP_MAX_ITEMS' | 'LIMITS_FACTOR'>
  readonly trackingKey: Buffer
}

/** Where a checkout comes from. */
export interface HoldSource {
  readonly ip: string
  /** the network around the IP address */
  readonly ipRange: string
  /** the browser's own token; undefined when it has sent none */
  readonly device: string | undefined
}

interface NewHold {
  readonly trx: Transaction
  readonly userId: string
  readonly paymentId: string
  readonly items: number
  readonly source: HoldSource
}

interface Holds {
  readonly checkouts: number
  readonly items: number
}

/** The caps on card checkouts that hold stock and are not paid yet, of one account, browser, IP address and network. */
export function createHoldCaps({ settings, trackingKey }: HoldCapsOptions) {
  const hashSource = createSourceHash({ trackingKey })
  const accountCap: Holds = { checkouts: settings.HOLD_MAX_CHECKOUTS, items: settings.HOLD_MAX_ITEMS }
  const multiply = (factor: number): Holds => ({
    checkouts: settings.HOLD_MAX_CHECKOUTS * accountsPerIp * settings.LIMITS_FACTOR * factor,
    items: settings.HOLD_IP_MAX_ITEMS * settings.LIMITS_FACTOR * factor,
  })

  /**
   * Counts a new checkout, in its transaction, with the shopper locked. Checkouts of one network are counted one after another:
   * this lock is the last one of the transaction. Throws `AppError` (429).
   */
  return async function countHold({ trx, userId, paymentId, items, source }: NewHold): Promise<void> {
    const rangeHash = hashSource('ipRange', source.ipRange)
    const ipHash = hashSource('ip', source.ip)
    const deviceHash = source.device === undefined ? null : hashSource('device', source.device)
    await sql`select pg_advisory_xact_lock(hashtext(${rangeHash.toString('hex')}))`.execute(trx)
    const row = { payment_id: paymentId, ip_hash: ipHash, range_hash: rangeHash, device_hash: deviceHash, items }
    await trx.insertInto('hold_sources').values(row).execute()

    async function isExceeded(column: keyof Tables['hold_sources'] | 'user_id', value: string | Buffer, cap: Holds): Promise<boolean> {
      const holds = await trx
        .selectFrom('payments')
        .innerJoin('hold_sources', 'payment_id', 'payments.id')
        .select(({ fn }) => [fn.countAll<number>().as('checkouts'), sql<number>`coalesce(sum(items), 0)::int`.as('items')])
        .where('hold_released_at', 'is', null)
        .where('order_id', 'is', null)
        .where(column, '=', value)
        .executeTakeFirstOrThrow()
      return holds.checkouts > cap.checkouts || holds.items > cap.items
    }

    const limit = { maxItems: accountCap.items, retryAfterSeconds: holdMinutes * 60 }
    const isOfPerson =
      (await isExceeded('user_id', userId, accountCap)) ||
      (deviceHash !== null && (await isExceeded('device_hash', deviceHash, accountCap)))
    if (isOfPerson) throw new AppError('hold_limit_reached', { ...limit, isAccount: true })
    const isOfNetwork =
      (await isExceeded('ip_hash', ipHash, multiply(1))) || (await isExceeded('range_hash', rangeHash, multiply(ipRangeFactor)))
    if (isOfNetwork) throw new AppError('hold_limit_reached', { ...limit, isAccount: false })
  }
}

export type CountHold = ReturnType<typeof createHoldCaps>
