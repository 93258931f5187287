import { sql } from 'kysely'
import type { Paise } from '#contract/money.ts'
import type { Adjustment } from '#contract/pricing.ts'
import type { Database } from '../database/schema.ts'
import type { PersonKey } from './offer-person.ts'
import { listCandidates } from './offer-rows.ts'
import {
  type AppliedOffer,
  chooseOffers,
  chooseOnlineOffer,
  type Offer,
  type OfferCart,
  type OfferLine,
  type OfferPerson,
} from './rules.ts'

interface CartLine {
  readonly productId: string
  readonly price: Paise
  readonly quantity: number
}

interface CartRequest {
  readonly database: Database
  readonly lines: readonly CartLine[]
  /** as it is stored; null without one */
  readonly code: string | null
  /** undefined for a guest who has not ordered yet */
  readonly person: PersonKey | undefined
  /** finds open payments of this person that end with the new order, so that what they use is free for it */
  readonly findEnding?: () => Promise<readonly string[]>
}

/** The offers of a cart for each way to pay. */
export async function loadOfferChoice({ database, lines, code, person, findEnding }: CartRequest) {
  const candidates = await listCandidates({ database, code })
  if (candidates.length === 0) {
    const none: OfferCart = { lines: [], payment: 'delivery', now: new Date(), person: undefined }
    return (_payment: OfferCart['payment']) => chooseOffers({ offers: [], code, cart: none })
  }
  const isLimited = candidates.some(({ limitTotal, limitPerson }) => limitTotal !== null || limitPerson !== null)
  const ending = await countUses({ database, paymentIds: (isLimited && (await findEnding?.())) || [] })
  const offers = candidates.map((offer) => ({ ...offer, used: offer.used - (ending.get(offer.id) ?? 0) }))
  const known = await readPerson({ database, person, offers, ending })
  const needsProducts = offers.some(({ scope: { kind, notOnSale } }) => kind !== 'all' || notOnSale)
  const described = needsProducts ? await describeLines({ database, lines }) : lines.map(toOfferLine)
  const now = new Date()
  return (payment: OfferCart['payment']) => chooseOffers({ offers, code, cart: { lines: described, payment, now, person: known } })
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

interface PersonQuery extends Pick<CartRequest, 'database' | 'person'> {
  readonly offers: readonly Offer[]
  readonly ending: ReadonlyMap<string, number>
}

async function readPerson({ database, person, offers, ending }: PersonQuery): Promise<OfferPerson | undefined> {
  const isAsked = offers.some(({ limitPerson, firstOrder }) => limitPerson !== null || firstOrder)
  if (!person || !isAsked) return undefined
  const rows = await database
    .selectFrom('offer_uses')
    .select((eb) => ['offer_id', eb.fn.countAll<number>().as('count')])
    .where('person', '=', person.hash)
    .where('is_counted', '=', true)
    .groupBy('offer_id')
    .execute()
  const uses = new Map(rows.map(({ offer_id, count }) => [offer_id, Number(count) - (ending.get(offer_id) ?? 0)]))
  return { uses, hasOrdered: await hasOrdered({ database, customerKey: person.customerKey }) }
}

/** Whether a person has an order that was not cancelled. */
export async function hasOrdered({ database, customerKey }: { database: Database; customerKey: string }): Promise<boolean> {
  const orders = database.selectFrom('orders').select('id').where('customer_key', '=', customerKey)
  return (await orders.where('status', '<>', 'Cancelled').limit(1).executeTakeFirst()) !== undefined
}

/** The lines with what offers ask of their products, in the same order. */
async function describeLines({ database, lines }: Pick<CartRequest, 'database' | 'lines'>): Promise<OfferLine[]> {
  const ids = [...new Set(lines.map(({ productId }) => productId))]
  const { rows } = await sql<{ id: string; category: string; isOnSale: boolean; collectionIds: string[] }>`
    select id, category, regular_price_paise is not null as "isOnSale",
      array(select collection_id::text from collection_products where product_id = products.id) as "collectionIds"
    from products where id = any(${ids}::uuid[])
  `.execute(database)
  const products = new Map(rows.map((row) => [row.id, row]))
  return lines.map((line, index) => ({ ...toOfferLine(line, index), ...products.get(line.productId) }))
}

/** A line of which offers for all products ask nothing. */
const toOfferLine = ({ productId, price, quantity }: CartLine, index: number): OfferLine => {
  return { line: index + 1, price, quantity, productId, category: '', isOnSale: false, collectionIds: [] }
}
