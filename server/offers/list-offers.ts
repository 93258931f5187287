import { type Selectable, sql } from 'kysely'
import { offerLimits } from '#contract/kernel/limits/offer-limits.ts'
import { type Paise, toRupees } from '#contract/kernel/money.ts'
import type { Offer as ShownOffer } from '#contract/offers/offer-schemas.ts'
import type { OfferEvent } from '#contract/offers/offers.ts'
import { countRows } from '../database/count-rows.ts'
import { isUuid } from '../database/is-uuid.ts'
import { type ListQuery, limitToPage, presentPage } from '../database/pages.ts'
import type { Database, Tables } from '../database/schema.ts'
import { containsPattern } from '../database/text-pattern.ts'
import { AppError } from '../kernel/errors.ts'

type OfferRow = Selectable<Tables['offers']> & { readonly discounted: Paise; readonly names: readonly { _id: string; name: string }[] } & {
  readonly giftName: string | null
}

const rupeesOrNull = (amount: Paise | null) => (amount === null ? null : toRupees(amount))

function findState({ active, from_at, to_at, used, limit_total }: OfferRow, now: Date): ShownOffer['state'] {
  if (!active) return 'ended'
  if (to_at !== null && to_at <= now) return 'over'
  if (limit_total !== null && used >= limit_total) return 'used up'
  return from_at !== null && from_at > now ? 'planned' : 'running'
}

const presentOffer = (row: OfferRow): ShownOffer => ({
  _id: row.id,
  title: row.title,
  code: row.code,
  kind: row.kind,
  percent: row.percent,
  amount: rupeesOrNull(row.amount_paise),
  tiers: row.tiers,
  buyItems: row.buy_items,
  getItems: row.get_items,
  getPercent: row.get_percent,
  setPrice: rupeesOrNull(row.set_price_paise),
  gift: row.gift_product_id === null ? null : { product: row.gift_product_id, size: row.gift_size, name: row.giftName ?? '' },
  most: rupeesOrNull(row.most_paise),
  least: rupeesOrNull(row.least_paise),
  scope: { ...row.scope, names: [...row.names] },
  from: row.from_at?.toISOString() ?? null,
  to: row.to_at?.toISOString() ?? null,
  limitTotal: row.limit_total,
  limitPerson: row.limit_person,
  firstOrder: row.first_order,
  commissionPercent: row.commission_percent,
  isPublic: row.is_public,
  state: findState(row, new Date()),
  used: row.used,
  discounted: toRupees(row.discounted),
  version: row.version,
})

/** The discounts of orders that were not cancelled. */
const discounted = sql<Paise>`(
  select coalesce(sum(amount_paise), 0)::bigint from offer_uses join orders on orders.id = order_id
  where offer_id = offers.id and status <> 'Cancelled'
)`

/** What the scope names and the shop still has. */
const names = sql<{ _id: string; name: string }[]>`coalesce((
  select json_agg(json_build_object('_id', key, 'name', name) order by name, key) from (
    select key, name from categories where offers.scope ->> 'kind' = 'categories' and offers.scope -> 'ids' ? key
    union all select id::text, title from collections where offers.scope ->> 'kind' = 'collections' and offers.scope -> 'ids' ? id::text
    union all select id::text, name from products where offers.scope ->> 'kind' = 'products' and id in (
      select value::uuid from jsonb_array_elements_text(offers.scope -> 'ids') as chosen (value) where offers.scope ->> 'kind' = 'products'
    )
  ) as named (key, name)
), '[]')`

const giftName = sql<string | null>`(select name from products where products.id = gift_product_id)`

const selectOffers = (database: Database) =>
  database
    .selectFrom('offers')
    .selectAll('offers')
    .select([discounted.as('discounted'), names.as('names'), giftName.as('giftName')])

/** One page of the offers, newest first. */
export async function listOffers({ database, page, limit: perPage = offerLimits.perPage, q = '' }: ListQuery) {
  const term = q.trim()
  const pattern = containsPattern(q)
  const matches = sql<boolean>`(${term} = '' or title ilike ${pattern} or code ilike ${pattern})`
  const [rows, total] = await Promise.all([
    selectOffers(database).where(matches).orderBy('id', 'desc').$call(limitToPage({ page, perPage })).execute(),
    countRows(database.selectFrom('offers').where(matches)),
  ])
  return { offers: rows.map(presentOffer), ...presentPage({ page, perPage, total, minPages: 1 }) }
}

/** @throws AppError 404 for an unknown offer. */
export async function readOffer({ database, id }: { database: Database; id: string }): Promise<ShownOffer> {
  const row = isUuid(id) ? await selectOffers(database).where('id', '=', id).executeTakeFirst() : undefined
  if (!row) throw new AppError('offer_not_found')
  return presentOffer(row)
}

/** What administrators have changed, newest first. */
export async function listOfferEvents({ database, id }: { database: Database; id: string }): Promise<OfferEvent[]> {
  const rows = await database
    .selectFrom('offer_events')
    .leftJoin('users', 'users.id', 'changed_by')
    .select(['event', 'change', 'happened_at', 'users.name as by'])
    .where('offer_id', '=', id)
    .orderBy('offer_events.id', 'desc')
    .limit(100)
    .execute()
  return rows.map(({ change, happened_at, ...row }) => ({ ...row, fields: Object.keys(change), happenedAt: happened_at.toISOString() }))
}
