import { sql } from 'kysely'
import { holdMinutes } from '#contract/business.ts'
import type { ShopSettings } from '#contract/settings/setting-groups.ts'
import { ipRangeFactor } from '../../database/rate-limit.ts'
import type { Tables, Transaction } from '../../database/schema.ts'
import { AppError } from '../../errors.ts'
import { normalizePhone } from '../../orders/lifecycle/tracking.ts'
import { createSourceHash } from '../../orders/placing/order-source.ts'
import type { Settings } from '../../settings.ts'

/** Shoppers of one network share an IP address. */
const accountsPerIp = 10

interface HoldCapsOptions {
  readonly settings: Pick<Settings, 'HOLD_MAX_CHECKOUTS' | 'HOLD_MAX_ITEMS' | 'HOLD_IP_MAX_ITEMS' | 'LIMITS_FACTOR'>
  readonly shopSettings: { readonly current: ShopSettings }
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
  /** who pays: an account, or a guest with a phone number */
  readonly holder: { readonly userId: string } | { readonly phone: string }
  readonly paymentId: string
  readonly items: number
  readonly source: HoldSource
}

interface Holds {
  readonly checkouts: number
  readonly items: number
}

/** The caps on card checkouts that hold stock and are not paid yet, of one account or phone, browser, IP address and network. */
export function createHoldCaps({ settings, shopSettings, trackingKey }: HoldCapsOptions) {
  const hashSource = createSourceHash({ trackingKey })

  /** The caps of one person, and on the checkouts of one IP address. Guests have lower ones than accounts. */
  function readCaps({ isGuest }: { isGuest: boolean }): { person: Holds; ipCheckouts: number } {
    const { guestHoldMaxCheckouts, guestHoldIpMaxCheckouts } = shopSettings.current.orders
    const checkouts = isGuest ? guestHoldMaxCheckouts : settings.HOLD_MAX_CHECKOUTS
    return {
      person: { checkouts, items: settings.HOLD_MAX_ITEMS },
      ipCheckouts: isGuest ? guestHoldIpMaxCheckouts : settings.HOLD_MAX_CHECKOUTS * accountsPerIp,
    }
  }

  /** @throws AppError 429: this person's or this network's open checkouts hold too much. */
  function rejectHold({ isGuest, isPerson, items }: { isGuest: boolean; isPerson: boolean; items: number }): never {
    const { HOLD_MAX_ITEMS: maxItems } = settings
    if (!isGuest || (isPerson && items > maxItems)) {
      throw new AppError('hold_limit_reached', { maxItems, isAccount: isPerson, retryAfterSeconds: holdMinutes * 60 })
    }
    const minutes = shopSettings.current.orders.guestHoldMinutes
    throw new AppError('guest_hold_limit_reached', { minutes, retryAfterSeconds: minutes * 60 })
  }

  /**
   * Counts a new checkout, in its transaction, with the shopper locked. Checkouts of one phone, browser or network are counted one
   * after another: these locks are the last ones of the transaction.
   * @throws AppError 429 when too much is held.
   */
  return async function countHold({ trx, holder, paymentId, items, source }: NewHold): Promise<void> {
    const isGuest = 'phone' in holder
    const phoneHash = isGuest ? hashSource('phone', normalizePhone(holder.phone)) : null
    const rangeHash = hashSource('ipRange', source.ipRange)
    const ipHash = hashSource('ip', source.ip)
    const deviceHash = source.device === undefined ? null : hashSource('device', source.device)
    // A guest's phone and browser may be in several networks at the same moment; an account is locked.
    for (const hash of isGuest ? [phoneHash, deviceHash, rangeHash] : [rangeHash]) {
      if (hash) await sql`select pg_advisory_xact_lock(hashtext(${hash.toString('hex')}))`.execute(trx)
    }
    const hashes = { ip_hash: ipHash, range_hash: rangeHash, device_hash: deviceHash, phone_hash: phoneHash }
    await trx
      .insertInto('hold_sources')
      .values({ payment_id: paymentId, ...hashes, items })
      .execute()

    async function isExceeded(
      column: keyof Tables['hold_sources'] | 'user_id',
      value: string | Buffer | null,
      cap: Holds,
    ): Promise<boolean> {
      if (value === null) return false
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

    const { person, ipCheckouts } = readCaps({ isGuest })
    const ofNetwork = (factor: number): Holds => ({
      checkouts: ipCheckouts * settings.LIMITS_FACTOR * factor,
      items: settings.HOLD_IP_MAX_ITEMS * settings.LIMITS_FACTOR * factor,
    })
    const isOfPerson =
      (isGuest ? await isExceeded('phone_hash', phoneHash, person) : await isExceeded('user_id', holder.userId, person)) ||
      (await isExceeded('device_hash', deviceHash, person))
    if (isOfPerson) rejectHold({ isGuest, isPerson: true, items })
    const isOfNetwork =
      (await isExceeded('ip_hash', ipHash, ofNetwork(1))) || (await isExceeded('range_hash', rangeHash, ofNetwork(ipRangeFactor)))
    if (isOfNetwork) rejectHold({ isGuest, isPerson: false, items })
  }
}

export type CountHold = ReturnType<typeof createHoldCaps>
