import { type Selectable, sql } from 'kysely'
import type { Database, Tables } from '../database/schema.ts'
import type { Offer, OfferGift } from './offer-rules.ts'

/** Named, so that the statement is prepared: every order and cart reads its offers. */
const offerColumns = [
  'id',
  'title',
  'code',
  'kind',
  'percent',
  'amount_paise',
  'tiers',
  'buy_items',
  'get_items',
  'get_percent',
  'set_price_paise',
  'most_paise',
  'least_paise',
  'scope',
  'from_at',
  'to_at',
  'limit_total',
  'limit_person',
  'first_order',
  'is_public',
  'active',
  'used',
] as const satisfies readonly (keyof Tables['offers'])[]

/** The category or collection of an offer that is for one; null for others. */
const scopeName = sql<string | null>`case when jsonb_array_length(offers.scope -> 'ids') = 1 then case offers.scope ->> 'kind'
  when 'categories' then (select name from categories where key = offers.scope -> 'ids' ->> 0)
  when 'collections' then (select title from collections where id::text = offers.scope -> 'ids' ->> 0)
end end`

/** The gift of an offer; null for other kinds. */
const gift = sql<OfferGift | null>`(
  select json_build_object('productId', products.id, 'size', gift_size, 'name', products.name, 'price', products.price_paise,
    'isInStock', products.status = 'on_sale' and products.stock > 0 and (gift_size is null or not has_sizes or exists (
      select from product_sizes where product_id = products.id and size = gift_size and product_sizes.stock > 0
    )))
  from products where products.id = gift_product_id
)`

interface OfferRow extends Pick<Selectable<Tables['offers']>, (typeof offerColumns)[number]> {
  readonly scopeName: string | null
  readonly gift: OfferGift | null
}

/** Offers as the rules read them. */
const selectOffers = (database: Database) =>
  database
    .selectFrom('offers')
    .select([...offerColumns, scopeName.as('scopeName'), gift.as('gift')])
    .orderBy('id')

const toOffer = (row: OfferRow): Offer => ({
  id: row.id,
  title: row.title,
  code: row.code,
  kind: row.kind,
  percent: row.percent,
  amount: row.amount_paise,
  tiers: row.tiers,
  buyItems: row.buy_items,
  getItems: row.get_items,
  getPercent: row.get_percent,
  setPrice: row.set_price_paise,
  gift: row.gift,
  most: row.most_paise,
  least: row.least_paise,
  scope: row.scope,
  scopeName: row.scopeName,
  from: row.from_at,
  to: row.to_at,
  limitTotal: row.limit_total,
  limitPerson: row.limit_person,
  firstOrder: row.first_order,
  isPublic: row.is_public,
  active: row.active,
  used: row.used,
})

/** A literal, because a prepared statement uses no partial index for a parameter. */
const isActive = sql<boolean>`active`

/** The offers that apply by themselves, and the newest one with this code. */
export async function listCandidates({ database, code }: { database: Database; code: string | null }): Promise<Offer[]> {
  const withCode = sql<boolean>`id = (select id from offers where code = ${code} order by active desc, id desc limit 1)`
  const rows = await selectOffers(database)
    .where((eb) => eb.or([eb.and([isActive, eb('code', 'is', null)]), withCode]))
    .execute()
  return rows.map(toOffer)
}

/** The offers that shoppers see before they have a cart, also those that are planned. */
export async function listShownOffers({ database }: { database: Database }): Promise<Offer[]> {
  const rows = await selectOffers(database)
    .where(isActive)
    .where((eb) => eb.or([eb('code', 'is', null), eb('is_public', '=', true)]))
    .where((eb) => eb.or([eb('to_at', 'is', null), eb('to_at', '>', sql<Date>`now()`)]))
    .execute()
  return rows.map(toOffer)
}

/** Whether any offer that has not ended has a code. */
export async function hasCodes({ database }: { database: Database }): Promise<boolean> {
  const offers = database.selectFrom('offers').select('id').where(isActive).where('code', 'is not', null)
  const found = await offers
    .where((eb) => eb.or([eb('to_at', 'is', null), eb('to_at', '>', sql<Date>`now()`)]))
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
