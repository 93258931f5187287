import { sql } from 'kysely'
import { cutText } from '#contract/kernel/cut-text.ts'
import { normalizePhone } from '#contract/kernel/typed-numbers.ts'
import { type DraftContents, type OrderDraft, orderDraftLimits } from '#contract/orders/order-drafts.ts'
import { countRows } from '../../database/count-rows.ts'
import { isUuid } from '../../database/is-uuid.ts'
import { limitToPage, presentPage } from '../../database/pages.ts'
import type { Database, Transaction } from '../../database/schema.ts'
import { AppError } from '../../kernel/errors.ts'

const selectDrafts = (database: Database) =>
  database
    .selectFrom('order_drafts')
    .leftJoin('users', 'users.id', 'saved_by')
    .select(['order_drafts.id', 'version', 'order_drafts.name', 'phone', 'contents', 'saved_at', 'users.name as savedBy'])

type DraftRow = Awaited<ReturnType<ReturnType<typeof selectDrafts>['executeTakeFirstOrThrow']>>

const presentDraft = ({ id, version, name, phone, contents, saved_at, savedBy }: DraftRow): OrderDraft => ({
  _id: id,
  version,
  name,
  phone,
  items: contents.products.reduce((sum, { quantity }) => sum + quantity, 0),
  savedAt: saved_at.toISOString(),
  savedBy,
})

/** One page of the orders that administrators have begun to enter, the last saved first. */
export async function listDrafts({ database, page, limit }: { database: Database; page: number; limit: number | undefined }) {
  const perPage = limit ?? orderDraftLimits.perPage
  const rows = await selectDrafts(database)
    .orderBy('saved_at', 'desc')
    .orderBy('order_drafts.id', 'desc')
    .$call(limitToPage({ page, perPage }))
    .execute()
  return { drafts: rows.map(presentDraft), ...presentPage({ page, perPage, total: await countDrafts(database) }) }
}

async function countDrafts(database: Database): Promise<number> {
  return countRows(database.selectFrom('order_drafts'))
}

/** Throws `AppError` (404) for a draft that was deleted, or whose order was placed. */
export async function readDraft({ database, id }: { database: Database; id: string }) {
  const row = isUuid(id) ? await selectDrafts(database).where('order_drafts.id', '=', id).executeTakeFirst() : undefined
  if (!row) throw new AppError('order_draft_gone')
  const ofAccount = database.selectFrom('order_drafts').innerJoin('users', 'users.id', 'user_id').select(['users.id as _id', 'users.name'])
  const account = await ofAccount.where('order_drafts.id', '=', id).where('role', '=', 'user').executeTakeFirst()
  return { ...presentDraft(row), contents: row.contents, ...(account && { account: { ...account, role: 'user' as const } }) }
}

interface SavedDraft {
  readonly database: Database
  readonly contents: DraftContents
  /** the draft that is saved again */
  readonly replaces: { readonly _id: string; readonly version: number } | undefined
  /** the administrator's id */
  readonly savedBy: string
}

/**
 * Saves what is typed of an order. Nothing of it is checked, and no stock is held.
 * @throws AppError 404 when the draft that is saved again is gone. @throws AppError 409 when somebody else has saved it since, and when the shop
 * has as many drafts as it can have.
 */
export async function saveDraft({ database, contents, replaces, savedBy }: SavedDraft): Promise<OrderDraft> {
  const values = { ...findPerson(contents), contents: JSON.stringify(contents), saved_by: savedBy }
  const id = replaces
    ? await updateDraft({ database, replaces, values })
    : (await database.transaction().execute((trx) => insertDraft({ trx, values }))).id
  return presentDraft(await selectDrafts(database).where('order_drafts.id', '=', id).executeTakeFirstOrThrow())
}

type DraftValues = ReturnType<typeof findPerson> & { readonly contents: string; readonly saved_by: string }

async function updateDraft({ database, replaces, values }: { values: DraftValues } & Required<Pick<SavedDraft, 'database' | 'replaces'>>) {
  const { _id: id = '', version = 0 } = replaces ?? {}
  if (!isUuid(id)) throw new AppError('order_draft_gone')
  const updated = await database
    .updateTable('order_drafts')
    .set((eb) => ({ ...values, saved_at: sql<Date>`clock_timestamp()`, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst()
  if (updated) return updated.id
  await readDraft({ database, id })
  throw new AppError('order_draft_changed')
}

async function insertDraft({ trx, values }: { trx: Transaction; values: DraftValues }) {
  await sql`lock table order_drafts in share row exclusive mode`.execute(trx)
  if ((await countDrafts(trx)) >= orderDraftLimits.drafts) throw new AppError('order_drafts_full')
  return trx.insertInto('order_drafts').values(values).returning('id').executeTakeFirstOrThrow()
}

const readText = (value: string | boolean | undefined): string => (typeof value === 'string' ? value.trim() : '')

/** Whose draft it is, as far as that is typed. */
function findPerson({ address, buyer, sale, account }: DraftContents) {
  const isTakenAway = sale.isTakenAway === true
  const typed = isTakenAway ? buyer : address
  const name = isTakenAway ? readText(buyer.name) : `${readText(address.firstName)} ${readText(address.lastName)}`.trim()
  return {
    name: cutText(name, 200),
    phone: cutText(normalizePhone(readText(typed.phone)), 20),
    email: cutText(readText(typed.email).toLowerCase(), 254),
    user_id: account !== undefined && isUuid(account) ? account : null,
  }
}

/** Throws `AppError` (404) for a draft that is gone. */
export async function deleteDraft({ database, id }: { database: Database | Transaction; id: string }): Promise<void> {
  const deleted = isUuid(id) && (await database.deleteFrom('order_drafts').where('id', '=', id).returning('id').executeTakeFirst())
  if (!deleted) throw new AppError('order_draft_gone')
}
