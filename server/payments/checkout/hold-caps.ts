import { type RawBuilder, sql } from 'kysely'
import { holdMinutes } from '#contract/kernel/business.ts'
import type { ShopSettings } from '#contract/settings/setting-groups.ts'
import { ipRangeFactor } from '../../database/rate-limit.ts'
import type { Transaction } from '../../database/schema.ts'
import type { LockedProducts } from '../../inventory/stock.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Settings } from '../../kernel/settings.ts'
import { toMailbox } from '../../mail/mailbox.ts'
import type { AppliedOffer } from '../../offers/rules.ts'
import { type OrderItem, sumItems } from '../../orders/order/rules.ts'
import { normalizePhone } from '../../orders/order/tracking.ts'
import { isProvenPerson } from '../../orders/placing/known-source.ts'
import { createSourceHash } from '../../orders/placing/order-source.ts'
import { rejectLargeCodeShare, rejectLargeShare, shortenRepeated } from './hold-limits.ts'

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

interface RejectedHold {
  readonly isGuest: boolean
  readonly isPerson: boolean
  readonly items: number
  readonly exceeded: 'open' | 'day'
}

interface NewHold {
  readonly trx: Transaction
  /** who pays: an account, or a guest with a phone number */
  readonly holder: { readonly userId: string } | { readonly phone: string }
  readonly email: string
  readonly paymentId: string
  readonly items: readonly OrderItem[]
  /** locked, with the stock before this checkout */
  readonly products: LockedProducts
  readonly applied: readonly AppliedOffer[]
  readonly source: HoldSource
}

interface Holds {
  readonly checkouts: number
  readonly items: number
}

/** The caps of a key. */
interface HoldCap extends Holds {
  /** items of its unpaid checkouts of a day, also of those that have ended */
  readonly dailyItems: number
}

/**
 * The caps on checkouts that hold stock and are not paid, of guests and accounts: of one account, phone, mailbox, browser, IP address and network.
 * Who has received or paid for an order before does not count for an IP address. A checkout that is paid no longer counts.
 */
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
  function rejectHold({ isGuest, isPerson, items, exceeded }: RejectedHold): never {
    if (exceeded === 'day') throw new AppError('unpaid_limit_reached', { retryAfterSeconds: 86_400 })
    const { HOLD_MAX_ITEMS: maxItems } = settings
    if (!isGuest || (isPerson && items > maxItems)) {
      throw new AppError('hold_limit_reached', { maxItems, isAccount: isPerson, retryAfterSeconds: holdMinutes * 60 })
    }
    const minutes = shopSettings.current.orders.guestHoldMinutes
    throw new AppError('guest_hold_limit_reached', { minutes, retryAfterSeconds: minutes * 60 })
  }

  /**
   * Counts a new checkout, in its transaction, with the shopper locked. Checkouts of one phone, browser or network are counted one
   * after another: of the locks of the transaction only those of offers come later.
   * @throws AppError 409 when too much of a product, or too many uses of a code, are held.
   * @throws AppError 429 when too much is held.
   */
  return async function countHold({ trx, holder, email, paymentId, products, applied, source, ...held }: NewHold): Promise<void> {
    const isGuest = 'phone' in holder
    const items = sumItems(held.items)
    const userId = isGuest ? undefined : holder.userId
    const phoneHash = isGuest ? hashSource('phone', normalizePhone(holder.phone)) : null
    const rangeHash = hashSource('ipRange', source.ipRange)
    const ipHash = hashSource('ip', source.ip)
    const deviceHash = source.device === undefined ? null : hashSource('device', source.device)
    const emailHash = hashSource('email', toMailbox(email))
    // A guest's phone and browser may be in several networks at the same moment; an account is locked.
    for (const hash of [...(isGuest ? [phoneHash] : []), emailHash, deviceHash, rangeHash]) {
      if (hash) await sql`select pg_advisory_xact_lock(hashtext(${hash.toString('hex')}))`.execute(trx)
    }
    const hashes = { ip_hash: ipHash, range_hash: rangeHash, device_hash: deviceHash, phone_hash: phoneHash, email_hash: emailHash }
    const { is_known: isKnown } = await trx
      .insertInto('hold_sources')
      .values({ payment_id: paymentId, ...hashes, items, is_known: isProvenPerson({ userId, device: source.device }) })
      .returning('is_known')
      .executeTakeFirstOrThrow()

    const { person, ipCheckouts } = readCaps({ isGuest })
    const factor = settings.LIMITS_FACTOR
    const dailyItems = shopSettings.current.orders.codDailyMaxPlacedItems * factor
    const ofPerson = { ...person, dailyItems }
    const ofAddress = (times: number): HoldCap => ({
      checkouts: ipCheckouts * factor * times,
      items: settings.HOLD_IP_MAX_ITEMS * factor * times,
      dailyItems: dailyItems * times,
    })
    // Strangers, who may enter any phone and mailbox, do not use up the limits of a known person.
    const personKeys = [
      ['phone_hash', isKnown ? null : phoneHash],
      ['user_id', userId ?? null],
      ['email_hash', isKnown ? null : emailHash],
      ['device_hash', deviceHash],
    ] as const
    for (const [column, value] of personKeys) {
      // Anybody may enter the mailbox of somebody else, so only what is held over the day counts for it.
      const cap = column === 'email_hash' ? { ...ofPerson, checkouts: Number.POSITIVE_INFINITY, items: Number.POSITIVE_INFINITY } : ofPerson
      const exceeded = value === null ? undefined : await findExceeded({ trx, isOf: sql`${sql.ref(column)} = ${value}`, cap })
      if (exceeded) rejectHold({ isGuest, isPerson: true, items, exceeded })
    }
    const isOfPerson = sql<boolean>`(${sql.join(
      personKeys.flatMap(([column, value]) => (value === null ? [] : [sql`${sql.ref(column)} = ${value}`])),
      sql` or `,
    )})`
    await rejectLargeCodeShare({ trx, applied, isOfSource: isOfPerson, factor })
    if (isKnown) return
    const isOfAddress = sql<boolean>`(ip_hash = ${ipHash} and not is_known)`
    const isOfRange = sql<boolean>`(range_hash = ${rangeHash} and not is_known)`
    const exceeded =
      (await findExceeded({ trx, isOf: isOfAddress, cap: ofAddress(1) })) ??
      (await findExceeded({ trx, isOf: isOfRange, cap: ofAddress(ipRangeFactor) }))
    if (exceeded) rejectHold({ isGuest, isPerson: false, items, exceeded })
    await rejectLargeCodeShare({ trx, applied, isOfSource: isOfAddress, factor })
    await rejectLargeCodeShare({ trx, applied, isOfSource: isOfRange, factor: factor * ipRangeFactor })
    const counted = { trx, paymentId, isOfSource: sql<boolean>`(${isOfAddress} or ${isOfPerson})` }
    const maxPercent = shopSettings.current.orders.codProductMaxPercent * factor
    await rejectLargeShare({ ...counted, items: held.items, products, maxPercent })
    await shortenRepeated({ ...counted, allowed: factor })
  }
}

/** Which cap the unpaid checkouts of a key exceed, this one included. */
async function findExceeded({ trx, isOf, cap }: { trx: Transaction; isOf: RawBuilder<unknown>; cap: HoldCap }) {
  const { rows } = await sql<HoldCap>`
    select count(*) filter (where hold_released_at is null)::int as checkouts,
      coalesce(sum(items) filter (where hold_released_at is null), 0)::int as items, coalesce(sum(items), 0)::int as "dailyItems"
    from payments join hold_sources on payment_id = payments.id
    where order_id is null and hold_sources.created_at > now() - interval '24 hours' and ${isOf}
  `.execute(trx)
  const [held] = rows
  if (!held) return undefined
  if (held.checkouts > cap.checkouts || held.items > cap.items) return 'open'
  return held.dailyItems > cap.dailyItems ? 'day' : undefined
}

export type CountHold = ReturnType<typeof createHoldCaps>
