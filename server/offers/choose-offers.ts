import { sql } from 'kysely'
import type { Paise } from '#contract/kernel/money.ts'
import type { Adjustment } from '#contract/kernel/pricing.ts'
import type { Database } from '../database/schema.ts'
import { describeNextOffer } from './next-offer-rules.ts'
import type { PersonKey } from './offer-person.ts'
import { listCandidates } from './offer-rows.ts'
import type { OfferLine, OfferProduct } from './offer-rules.ts'
import { type AppliedOffer, chooseOffers, chooseOnlineOffer, type OfferCart, type OfferPerson } from './rules.ts'
import { isUseOf } from './use-offers.ts'

interface CartLine {
  readonly productId: string
  readonly price: Paise
  readonly quantity: number
  readonly size: string | null
}

interface CartRequest {
  readonly database: Database
  readonly lines: readonly CartLine[]
  /** by id, when they have been read already */
  readonly products?: ReadonlyMap<string, OfferProduct> | undefined
  /** as it is stored; null without one */
  readonly code: string | null
  /** undefined for a guest who has not ordered yet */
  readonly person: PersonKey | undefined
  /** whether the transaction uses what is chosen: orders of one person at the same moment wait for each other then, when an offer limits persons */
  readonly isOrder?: boolean
  /** finds open payments of this person that end with the new order, so that what they use is free for it */
  readonly findEnding?: () => Promise<readonly string[]>
  /** runs the same statements for every code, also an unknown one, so that the time of an answer does not say which it is */
  readonly isEntered?: boolean
}

/** The offers of a cart for each way to pay. */
export async function loadOfferChoice(request: CartRequest) {
  const { database, lines, products, code, person, isOrder = false, findEnding, isEntered = false } = request
  const candidates = await listCandidates({ database, code })
  if (candidates.length === 0 && !isEntered) {
    const none: OfferCart = { lines: [], payment: 'delivery', now: new Date(), person: undefined }
    return { choose: (_payment: OfferCart['payment']) => chooseOffers({ offers: [], code, cart: none }), describeNext: () => undefined }
  }
  const isPersonal = isEntered || candidates.some(({ limitPerson, firstOrder }) => limitPerson !== null || firstOrder)
  const isLimited = isPersonal || candidates.some(({ limitTotal }) => limitTotal !== null)
  if (isOrder && isPersonal && person) await lockPerson({ database, person })
  const ending = await countUses({ database, paymentIds: (isLimited && (await findEnding?.())) || [] })
  const offers = candidates.map((offer) => ({ ...offer, used: offer.used - (ending.get(offer.id) ?? 0) }))
  const known = isPersonal && person ? await readPerson({ database, person, ending }) : undefined
  const needsProducts = isEntered || products !== undefined || offers.some(({ scope: { kind, notOnSale } }) => kind !== 'all' || notOnSale)
  const described = needsProducts ? await describeLines({ database, lines, products }) : lines.map(toOfferLine)
  const now = new Date()
  const cart = { lines: described, payment: 'delivery', now, person: known } as const
  return {
    choose: (payment: OfferCart['payment']) => chooseOffers({ offers, code, cart: { ...cart, payment } }),
    /** what is missing for another offer, as a sentence; undefined without one */
    describeNext: () => describeNextOffer({ offers, code, cart }),
  }
}

/** How often open payments use each offer. */
async function countUses({ database, paymentIds }: { database: Database; paymentIds: readonly string[] }): Promise<Map<string, number>> {
  if (paymentIds.length === 0) return new Map()
  const rows = await database
    .selectFrom('offer_uses')
    .select((eb) => ['offer_id', eb.fn.countAll<number>().as('count')])
    .where('payment_id', 'in', paymentIds)
    .where('order_id', 'is', null)
    .where('is_counted', '=', true)
    .groupBy('offer_id')
    .execute()
  return new Map(rows.map(({ offer_id, count }) => [offer_id, Number(count)]))
}

interface OrderOnDelivery {
  readonly database: Database
  readonly orderId: string
  readonly lines: readonly (CartLine & { readonly line: number })[]
  /** the discounts of the order */
  readonly adjustments: readonly Adjustment[]
}

/** The offer for paying online that an order on delivery gets when it is paid online now. What its open payment uses is free for it. */
export async function findOnlineOffer({ database, orderId, lines, adjustments }: OrderOnDelivery): Promise<AppliedOffer | undefined> {
  const candidates = (await listCandidates({ database, code: null })).filter(({ kind }) => kind === 'pay_online')
  if (candidates.length === 0) return undefined
  const open = database.selectFrom('payments').select('id').where('order_id', '=', orderId).where('status', '<>', 'paid')
  const own = await countUses({ database, paymentIds: (await open.execute()).map(({ id }) => id) })
  const offers = candidates.map((offer) => ({ ...offer, used: offer.used - (own.get(offer.id) ?? 0) }))
  const described = (await describeLines({ database, lines })).map((each, index) => ({ ...each, line: lines[index]?.line ?? each.line }))
  const cart = { lines: described, payment: 'online', now: new Date(), person: undefined } as const
  return chooseOnlineOffer({ offers, cart, before: adjustments })
}

interface PersonQuery {
  readonly database: Database
  readonly person: PersonKey
}

/**
 * Until the transaction ends, all keys in one order, so that two orders cannot deadlock. The statements after it see what other orders of this
 * person have used.
 */
async function lockPerson({ database, person }: PersonQuery): Promise<void> {
  const keys = person.hashes.map((hash) => `offer use ${hash.toString('hex')}`)
  await sql`
    select pg_advisory_xact_lock(hashtextextended(key, 0)) from (select key from unnest(${keys}::text[]) as key order by key) as sorted
  `.execute(database)
}

interface PersonUses extends PersonQuery {
  readonly ending: ReadonlyMap<string, number>
}

async function readPerson({ database, person, ending }: PersonUses): Promise<OfferPerson> {
  const { rows } = await sql<{ uses: Readonly<Record<string, number>>; hasOrdered: boolean }>`
    select exists (select from orders where customer_key = any(${person.customerKeys}) and status <> 'Cancelled') as "hasOrdered",
      (select coalesce(jsonb_object_agg(offer_id, count), '{}') from (
        select offer_id, count(*) from offer_uses where ${isUseOf(person.hashes)} and is_counted group by offer_id
      ) as used) as uses
  `.execute(database)
  const uses = Object.entries(rows[0]?.uses ?? {}).map(([id, count]) => [id, count - (ending.get(id) ?? 0)] as const)
  return { uses: new Map(uses), hasOrdered: rows[0]?.hasOrdered ?? false }
}

/** The lines with what offers ask of their products, in the same order. */
async function describeLines({ database, lines, products }: Pick<CartRequest, 'database' | 'lines' | 'products'>): Promise<OfferLine[]> {
  const found = products ?? (await readOfferProducts({ database, ids: [...new Set(lines.map(({ productId }) => productId))] }))
  return lines.map((line, index) => ({ ...toOfferLine(line, index), ...found.get(line.productId) }))
}

/** The columns of `OfferProduct`. */
export const offerProductColumns = sql`
  category, regular_price_paise is not null as "isOnSale",
  array(select collection_id::text from collection_products where product_id = products.id) as "collectionIds"
`

async function readOfferProducts({ database, ids }: { database: Database; ids: readonly string[] }): Promise<Map<string, OfferProduct>> {
  const { rows } = await sql<OfferProduct & { id: string }>`
    select id, ${offerProductColumns} from products where id = any(${ids}::uuid[])
  `.execute(database)
  return new Map(rows.map(({ id, ...product }) => [id, product]))
}

/** A line of which offers for all products ask nothing. */
const toOfferLine = ({ productId, size, price, quantity }: CartLine, index: number): OfferLine => {
  return { line: index + 1, price, quantity, productId, size, category: '', isOnSale: false, collectionIds: [] }
}
