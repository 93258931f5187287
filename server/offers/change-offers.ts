import { type Selectable, sql } from 'kysely'
import { offerLimits } from '#contract/kernel/limits/offer-limits.ts'
import { toPaise } from '#contract/kernel/money.ts'
import type { OfferDraft } from '#contract/offers/offer-schemas.ts'
import { isUuid } from '../database/is-uuid.ts'
import type { Database, Tables, Transaction } from '../database/schema.ts'
import { AppError } from '../kernel/errors.ts'

const paiseOrNull = (rupees: number | null) => (rupees === null ? null : toPaise(rupees))
const dateOrNull = (iso: string | null) => (iso === null ? null : new Date(iso))

/** The columns of a draft. Values of another kind are left out. */
function toValues({ kind, percent, amount, tiers, scope, ...draft }: OfferDraft) {
  const hasValue = { percent: kind === 'percent' || kind === 'pay_online', amount: kind === 'amount' || kind === 'pay_online' }
  return {
    title: draft.title,
    code: draft.code,
    kind,
    percent: hasValue.percent ? percent : null,
    amount_paise: hasValue.amount ? paiseOrNull(amount) : null,
    tiers: JSON.stringify(kind === 'quantity' ? tiers : []),
    most_paise: paiseOrNull(draft.most),
    least_paise: paiseOrNull(draft.least),
    scope: JSON.stringify(scope.kind === 'all' ? { ...scope, ids: [] } : scope),
    from_at: dateOrNull(draft.from),
    to_at: dateOrNull(draft.to),
    limit_total: draft.limitTotal,
    limit_person: draft.limitPerson,
    first_order: draft.firstOrder,
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

/**
 * Adds an offer and returns its id.
 * @throws AppError 409 when its code is taken, or the shop has too many offers.
 */
export async function createOffer({ database, changedBy, draft }: Change & { draft: OfferDraft }): Promise<string> {
  return database.transaction().execute(async (trx) => {
    const { count } = await trx
      .selectFrom('offers')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    if (Number(count) >= offerLimits.offers) throw new AppError('offers_full')
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
 * @throws AppError 400 for a limit below the uses.
 */
export async function updateOffer({ database, changedBy, id, edit }: Change & { id: string; edit: OfferDraft & { version: number } }) {
  await database.transaction().execute(async (trx) => {
    const row = await lockOffer({ trx, id, version: edit.version })
    if (edit.limitTotal !== null && edit.limitTotal < row.used) {
      throw new AppError('invalid_request', {
        fields: { limitTotal: `It has been used ${row.used.toLocaleString('en-IN')} times already.` },
      })
    }
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
