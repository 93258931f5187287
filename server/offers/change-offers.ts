import { type Selectable, sql } from 'kysely'
import { offerLimits } from '#contract/kernel/limits/offer-limits.ts'
import { toPaise } from '#contract/kernel/money.ts'
import { hasOfferValue, type OfferValue } from '#contract/offers/offer-kinds.ts'
import type { OfferDraft } from '#contract/offers/offer-schemas.ts'
import { countRows } from '../database/count-rows.ts'
import { isUuid } from '../database/is-uuid.ts'
import type { Database, Tables, Transaction } from '../database/schema.ts'
import { AppError } from '../kernel/errors.ts'

const paiseOrNull = (rupees: number | null) => (rupees === null ? null : toPaise(rupees))
const dateOrNull = (iso: string | null) => (iso === null ? null : new Date(iso))

/** The columns of a draft. Values of another kind are left out. */
function toValues({ kind, tiers, scope, gift, ...draft }: OfferDraft) {
  const keep = <Value>(name: OfferValue, value: Value): Value | null => (hasOfferValue(kind, name) ? value : null)
  return {
    title: draft.title,
    code: draft.code,
    kind,
    percent: keep('percent', draft.percent),
    amount_paise: keep('amount', paiseOrNull(draft.amount)),
    tiers: JSON.stringify(keep('tiers', tiers) ?? []),
    buy_items: keep('buyItems', draft.buyItems),
    get_items: keep('getItems', draft.getItems),
    get_percent: keep('getPercent', draft.getPercent),
    set_price_paise: keep('setPrice', paiseOrNull(draft.setPrice)),
    gift_product_id: keep('gift', gift?.product ?? null),
    gift_size: keep('gift', gift?.size ?? null),
    most_paise: keep('most', paiseOrNull(draft.most)),
    least_paise: paiseOrNull(draft.least),
    scope: JSON.stringify(scope.kind === 'all' ? { ...scope, ids: [] } : scope),
    from_at: dateOrNull(draft.from),
    to_at: dateOrNull(draft.to),
    limit_total: draft.limitTotal,
    limit_person: draft.limitPerson,
    first_order: draft.firstOrder,
    commission_percent: draft.code === null ? null : draft.commissionPercent,
    is_public: draft.code !== null && draft.isPublic,
  }
}

type Values = ReturnType<typeof toValues>

/** The changed columns with their values before and after. */
function findChange(row: Selectable<Tables['offers']>, values: Values): Record<string, { before: unknown; after: unknown }> {
  const after = { ...values, tiers: JSON.parse(values.tiers), scope: JSON.parse(values.scope) }
  const columns = Object.keys(after) as (keyof Values)[]
  const changed = columns.filter((column) => JSON.stringify(sortKeys(row[column])) !== JSON.stringify(sortKeys(after[column])))
  return Object.fromEntries(changed.map((column) => [column, { before: row[column], after: after[column] }]))
}

/** jsonb does not keep the order of keys. */
const sortKeys = (value: unknown): unknown =>
  value !== null && typeof value === 'object' && !Array.isArray(value) && !(value instanceof Date)
    ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : Array.isArray(value)
      ? value.map(sortKeys)
      : value

function rejectTakenCode(error: unknown): never {
  if ((error as { constraint?: string }).constraint !== 'offers_code') throw error
  throw new AppError('offer_exists', { field: 'code' })
}

interface Change {
  readonly database: Database
  /** the administrator's id */
  readonly changedBy: string
}

async function recordOfferEvent({
  trx,
  ...row
}: {
  trx: Transaction
  offer_id: string
  event: 'added' | 'changed' | 'ended'
  changed_by: string
  change?: object
}) {
  await trx
    .insertInto('offer_events')
    .values({ ...row, change: JSON.stringify(row.change ?? {}) })
    .execute()
}

/** Throws `AppError` (409) when as many other offers run or are planned as can. Administrators who add offers wait for each other. */
async function requireRoom({ trx, id, to }: { trx: Transaction; id?: string; to: string | null }): Promise<void> {
  if (to !== null && new Date(to) <= new Date()) return
  await sql`select pg_advisory_xact_lock(hashtextextended('running offers', 0))`.execute(trx)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from offers
    where active and (to_at is null or to_at > now()) and id is distinct from ${id ?? null}::uuid
  `.execute(trx)
  if ((rows[0]?.count ?? 0) >= offerLimits.running) throw new AppError('offers_running')
}

/** Throws `AppError` (400) for a gift that the shop does not have, or not in this size. */
async function requireGift({ trx, gift, isGift }: { trx: Transaction; gift: OfferDraft['gift']; isGift: boolean }): Promise<void> {
  if (!isGift || gift === null) return
  const { rows } = await sql<{ hasSize: boolean }>`
    select ${gift.size}::text is null or not has_sizes
      or exists (select from product_sizes where product_id = products.id and size = ${gift.size}) as "hasSize"
    from products where id = ${gift.product} and status <> 'deleted'
  `.execute(trx)
  if (!rows[0]) throw new AppError('invalid_request', { fields: { gift: 'This product is no longer in the shop.' } })
  if (!rows[0].hasSize) throw new AppError('invalid_request', { fields: { 'gift.size': 'This product does not have this size.' } })
}

/**
 * Adds an offer and returns its id.
 * @throws AppError 409 when its code is taken, or the shop has too many offers.
 * @throws AppError 400 for a gift that the shop does not have.
 */
export async function createOffer({ database, changedBy, draft }: Change & { draft: OfferDraft }): Promise<string> {
  return database.transaction().execute(async (trx) => {
    const count = await countRows(trx.selectFrom('offers'))
    if (count >= offerLimits.offers) throw new AppError('offers_full')
    await requireRoom({ trx, to: draft.to })
    await requireGift({ trx, gift: draft.gift, isGift: draft.kind === 'free_gift' })
    const { id } = await trx.insertInto('offers').values(toValues(draft)).returning('id').executeTakeFirstOrThrow().catch(rejectTakenCode)
    await recordOfferEvent({ trx, offer_id: id, event: 'added', changed_by: changedBy })
    return id
  })
}

/** Locks an offer that has not been ended. */
async function lockOffer({ trx, id, version }: { trx: Transaction; id: string; version: number }) {
  const row = isUuid(id) ? await trx.selectFrom('offers').selectAll().where('id', '=', id).forUpdate().executeTakeFirst() : undefined
  if (!row) throw new AppError('offer_not_found')
  if (row.version !== version) throw new AppError('offer_changed')
  if (!row.active) throw new AppError('offer_ended')
  return row
}

/**
 * Changes an offer.
 * @throws AppError 404 for an unknown offer.
 * @throws AppError 409 when `version` is not the current one, when the offer was ended, or when its code is taken.
 * @throws AppError 409 when an offer that was over would be one too many.
 * @throws AppError 400 for a limit below the uses, or a gift that the shop does not have.
 */
export async function updateOffer({ database, changedBy, id, edit }: Change & { id: string; edit: OfferDraft & { version: number } }) {
  await database.transaction().execute(async (trx) => {
    const row = await lockOffer({ trx, id, version: edit.version })
    if (edit.limitTotal !== null && edit.limitTotal < row.used) {
      throw new AppError('invalid_request', {
        fields: { limitTotal: `It has been used ${row.used.toLocaleString('en-IN')} times already.` },
      })
    }
    const isOver = row.to_at !== null && row.to_at <= new Date()
    if (isOver) await requireRoom({ trx, id, to: edit.to })
    await requireGift({ trx, gift: edit.gift, isGift: edit.kind === 'free_gift' })
    const values = toValues(edit)
    const change = findChange(row, values)
    if (Object.keys(change).length === 0) return
    await trx
      .updateTable('offers')
      .set({ ...values, version: sql<number>`version + 1` })
      .where('id', '=', id)
      .execute()
      .catch(rejectTakenCode)
    await recordOfferEvent({ trx, offer_id: id, event: 'changed', changed_by: changedBy, change })
  })
}

/**
 * Ends an offer for good.
 * @throws AppError 404 for an unknown offer.
 * @throws AppError 409 when `version` is not the current one, or when the offer was ended.
 */
export async function endOffer({ database, changedBy, id, version }: Change & { id: string; version: number }): Promise<void> {
  await database.transaction().execute(async (trx) => {
    await lockOffer({ trx, id, version })
    await trx.updateTable('offers').set({ active: false, version: sql<number>`version + 1` }).where('id', '=', id).execute()
    await recordOfferEvent({ trx, offer_id: id, event: 'ended', changed_by: changedBy })
  })
}
