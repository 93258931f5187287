import { sql } from 'kysely'
import { pageLimits } from '#contract/pages/page-limits.ts'
import type { AdminPage, Page, PageContent, PageLink, PageVersion } from '#contract/pages/pages.ts'
import { parseRichText } from '#contract/settings/rich-text.ts'
import { isUuid } from '../database/is-uuid.ts'
import type { Database, Transaction } from '../database/schema.ts'
import { AppError } from '../kernel/errors.ts'

/** The published pages in their order. */
export async function listPages({ database }: { database: Database }): Promise<PageLink[]> {
  const rows = await database.selectFrom('pages').select('value').where('value', 'is not', null).orderBy('position').execute()
  return rows.flatMap(({ value }) => (value === null ? [] : [{ slug: value.slug, title: value.title, place: value.place }]))
}

const presentPage = ({ slug, title, description, sections }: PageContent): Page => ({
  slug,
  title,
  description,
  sections: sections.map((section) => ({ ...section, text: parseRichText(section.text) })),
})

/** Throws `AppError` (404) for a page that is not published. */
export async function readPage({ database, slug }: { database: Database; slug: string }): Promise<Page> {
  const found = await database.selectFrom('pages').select('value').where('slug', '=', slug.toLowerCase()).executeTakeFirst()
  if (!found?.value) throw new AppError('page_not_found')
  return presentPage(found.value)
}

/** A page as its draft, or as it is published where it has none. Throws `AppError` (404). */
export async function readDraft({ database, slug }: { database: Database; slug: string }): Promise<Page> {
  const found = await database
    .selectFrom('pages')
    .select(sql<PageContent>`coalesce(draft, value)`.as('content'))
    .where(sql<boolean>`coalesce(draft, value)->>'slug' = ${slug.toLowerCase()}`)
    .executeTakeFirstOrThrow(() => new AppError('page_not_found'))
  return presentPage(found.content)
}

/** All pages in their order, or the one with this id. */
export async function listAdminPages({ database, id }: { database: Database | Transaction; id?: string }): Promise<AdminPage[]> {
  let rows = database
    .selectFrom('pages')
    .leftJoin('users', 'users.id', 'changed_by')
    .select(['pages.id', 'value', 'draft', 'pages.version', 'changed_at', 'users.name as changed_by'])
    .orderBy('position')
  if (id !== undefined) rows = rows.where('pages.id', '=', id)
  const found = await rows.execute()
  return found.map(({ id: _id, value, draft, version, changed_at, changed_by }) => ({
    _id,
    title: (draft ?? value)?.title ?? '',
    value,
    draft,
    version,
    changedAt: changed_at.toISOString(),
    changedBy: changed_by,
  }))
}

/** Throws `AppError` (404). */
export async function readAdminPage({ database, id }: { database: Database; id: string }): Promise<AdminPage> {
  const [page] = isUuid(id) ? await listAdminPages({ database, id }) : []
  if (!page) throw new AppError('page_not_found')
  return page
}

/** What a page has shown, newest first. */
export async function listVersions({ database, id }: { database: Database; id: string }): Promise<PageVersion[]> {
  const { _id } = await readAdminPage({ database, id })
  const rows = await database
    .selectFrom('page_versions')
    .leftJoin('users', 'users.id', 'changed_by')
    .select(['page_versions.version', 'kind', 'changed_at', 'users.name as changed_by'])
    .select(sql<string | null>`value->>'title'`.as('title'))
    .where('page_id', '=', _id)
    .orderBy('page_versions.version', 'desc')
    .limit(pageLimits.versions)
    .execute()
  return rows.map(({ version, kind, title, changed_at, changed_by }) => ({
    version,
    kind,
    title,
    changedAt: changed_at.toISOString(),
    changedBy: changed_by,
  }))
}
