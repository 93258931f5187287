import { sql } from 'kysely'
import { pageLimits } from '#contract/pages/page-limits.ts'
import type { PageContent, PageVersion } from '#contract/pages/pages.ts'
import { inTransaction } from '../database/in-transaction.ts'
import { isUuid } from '../database/is-uuid.ts'
import type { Database, Transaction } from '../database/schema.ts'
import { AppError } from '../kernel/errors.ts'
import { changePageAddress } from '../redirects/change-redirects.ts'

interface Change {
  readonly database: Database
  readonly id: string
  /** of the page, as the administrator saw it */
  readonly version: number
  /** the administrator */
  readonly by: string
}

/** Changes of pages wait for each other, because they compare addresses. */
const lockPages = (transaction: Transaction) => sql`lock table pages in share row exclusive mode`.execute(transaction)

/**
 * Locks the pages and compares the version of one.
 * @throws AppError page_not_found, page_changed
 */
async function lockPage({ transaction, id, version }: Pick<Change, 'id' | 'version'> & { transaction: Transaction }) {
  await lockPages(transaction)
  const row = isUuid(id) ? await transaction.selectFrom('pages').selectAll().where('id', '=', id).executeTakeFirst() : undefined
  if (!row) throw new AppError('page_not_found')
  if (row.version !== version) throw new AppError('page_changed')
  return row
}
type LockedPage = Awaited<ReturnType<typeof lockPage>>

/** @throws AppError page_exists when another page, or its draft, has this address */
async function rejectUsedSlug({ transaction, id, slug }: { transaction: Transaction; id: string | undefined; slug: string }) {
  const pages = await transaction
    .selectFrom('pages')
    .select('id')
    .where((eb) => eb.or([eb('slug', '=', slug), sql<boolean>`draft->>'slug' = ${slug}`]))
    .execute()
  if (pages.some((page) => page.id !== id)) throw new AppError('page_exists', { field: 'slug' })
}

type Values = { slug?: string | null; value?: string | null; draft?: string | null }

const writePage = ({ transaction, page, by, values }: { transaction: Transaction; page: LockedPage; by: string; values: Values }) =>
  transaction
    .updateTable('pages')
    .set({ ...values, version: page.version + 1, changed_by: by, changed_at: sql`now()` })
    .where('id', '=', page.id)
    .execute()

/** The last address at which the page was shown, unless another page has it now. */
async function findFormerPath({ transaction, page }: { transaction: Transaction; page: LockedPage }): Promise<string | undefined> {
  const former = await transaction
    .selectFrom('page_versions')
    .select(sql<string>`value->>'slug'`.as('slug'))
    .where('page_id', '=', page.id)
    .where('value', 'is not', null)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!former) return undefined
  const other = await transaction
    .selectFrom('pages')
    .select('id')
    .where('slug', '=', former.slug)
    .where('id', '<>', page.id)
    .executeTakeFirst()
  return other ? undefined : `/pages/${former.slug}`
}

interface Publication {
  readonly transaction: Transaction
  readonly page: LockedPage
  readonly by: string
  readonly kind: PageVersion['kind']
  /** null: the page is shown no longer */
  readonly value: PageContent | null
}

/** Shows a text in the shop, or none: then it stays as the draft. The address that the page had before leads to it. */
async function showContent({ transaction, page, by, kind, value }: Publication): Promise<void> {
  if (value) await rejectUsedSlug({ transaction, id: page.id, slug: value.slug })
  const from = await findFormerPath({ transaction, page })
  const json = value && JSON.stringify(value)
  const draft = value === null ? (page.draft ?? page.value) : kind === 'published' ? null : page.draft
  await writePage({ transaction, page, by, values: { slug: value?.slug ?? null, value: json, draft: draft && JSON.stringify(draft) } })
  await transaction
    .insertInto('page_versions')
    .values({ page_id: page.id, version: page.version + 1, kind, value: json, changed_by: by })
    .execute()
  const to = value ? `/pages/${value.slug}` : undefined
  await changePageAddress({ transaction, from: from === to ? undefined : from, to })
}

/** Adds a page as a draft, after the others, and returns its id. @throws AppError pages_full, page_exists */
export async function createPage({ database, content, by }: { database: Database; content: PageContent; by: string }): Promise<string> {
  return database.transaction().execute(async (transaction) => {
    await lockPages(transaction)
    const { count, last } = await transaction
      .selectFrom('pages')
      .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.max('position').as('last')] as const)
      .executeTakeFirstOrThrow()
    if (count >= pageLimits.pages) throw new AppError('pages_full')
    await rejectUsedSlug({ transaction, id: undefined, slug: content.slug })
    const { id } = await transaction
      .insertInto('pages')
      .values({ draft: JSON.stringify(content), position: (last ?? 0) + 1, changed_by: by })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  })
}

/** Saves a draft of a page. @throws AppError page_not_found, page_changed, page_exists */
export async function saveDraft({ database, content, by, ...change }: Change & { content: PageContent }): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const page = await lockPage({ transaction, ...change })
    await rejectUsedSlug({ transaction, id: page.id, slug: content.slug })
    await writePage({ transaction, page, by, values: { draft: JSON.stringify(content) } })
  })
}

/** Deletes the draft of a published page. @throws AppError page_not_found, page_changed, page_not_published */
export async function discardDraft({ database, by, ...change }: Change): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const page = await lockPage({ transaction, ...change })
    if (page.value === null) throw new AppError('page_not_published')
    await writePage({ transaction, page, by, values: { draft: null } })
  })
}

/** Shows the draft of a page in the shop. @throws AppError page_not_found, page_changed, page_draft_missing, page_exists */
export async function publishDraft({ database, by, ...change }: Change): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const page = await lockPage({ transaction, ...change })
    if (page.draft === null) throw new AppError('page_draft_missing')
    await showContent({ transaction, page, by, kind: 'published', value: page.draft })
  })
}

/** Shows a page no longer. @throws AppError page_not_found, page_changed, page_not_published */
export async function unpublishPage({ database, by, ...change }: Change): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const page = await lockPage({ transaction, ...change })
    if (page.value === null) throw new AppError('page_not_published')
    await showContent({ transaction, page, by, kind: 'unpublished', value: null })
  })
}

/**
 * Shows what a page showed before the last change of it, or nothing. A second time shows it again.
 * @throws AppError page_not_found, page_changed, page_nothing_to_undo
 * @throws AppError page_exists when another page has its address now
 */
export async function undoPublication({ database, by, ...change }: Change): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const page = await lockPage({ transaction, ...change })
    const [last, before] = await transaction
      .selectFrom('page_versions')
      .select('value')
      .where('page_id', '=', page.id)
      .orderBy('version', 'desc')
      .limit(2)
      .execute()
    if (last === undefined) throw new AppError('page_nothing_to_undo')
    await showContent({ transaction, page, by, kind: 'taken back', value: before?.value ?? null })
  })
}

/** Makes an earlier version the draft of a page. @throws AppError page_not_found, page_changed, page_version_missing, page_exists */
export async function restoreVersion({ database, by, restored, ...change }: Change & { restored: number }): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const page = await lockPage({ transaction, ...change })
    const found = await transaction
      .selectFrom('page_versions')
      .select('value')
      .where('page_id', '=', page.id)
      .where('version', '=', restored)
      .executeTakeFirst()
    if (!found?.value) throw new AppError('page_version_missing')
    await rejectUsedSlug({ transaction, id: page.id, slug: found.value.slug })
    await writePage({ transaction, page, by, values: { draft: JSON.stringify(found.value) } })
  })
}

/** Puts the pages in the order of `ids`. @throws AppError page_changed unless these are all pages */
export async function orderPages({ database, ids }: { database: Database; ids: readonly string[] }): Promise<void> {
  await inTransaction(database, async (transaction) => {
    await lockPages(transaction)
    const rows = await transaction.selectFrom('pages').select('id').execute()
    if (new Set(ids).size !== rows.length || rows.some(({ id }) => !ids.includes(id))) throw new AppError('page_changed')
    await sql`
      update pages set position = ordered.position
      from unnest(${ids}::uuid[]) with ordinality as ordered (id, position) where pages.id = ordered.id
    `.execute(transaction)
  })
}

/** Deletes a page with its versions. @throws AppError page_not_found */
export async function deletePage({ database, id }: { database: Database; id: string }): Promise<void> {
  await inTransaction(database, async (transaction) => {
    const deleted = isUuid(id) ? await transaction.deleteFrom('pages').where('id', '=', id).executeTakeFirst() : undefined
    if (deleted?.numDeletedRows !== 1n) throw new AppError('page_not_found')
    await changePageAddress({ transaction, from: undefined, to: undefined })
  })
}
