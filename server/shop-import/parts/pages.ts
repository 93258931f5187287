import { pageContent } from '#contract/pages/pages.ts'
import { countRows } from '../../database/count-rows.ts'
import { createPage, publishDraft, saveDraft } from '../../pages/change-pages.ts'
import type { FileRow } from '../read/read-table.ts'
import type { ImportContext } from './import-part.ts'
import { defineKeyedPart } from './keyed-part.ts'
import { readJson, readNumber, readText } from './read-cells.ts'

/** Pages of the owner: what is published, and drafts. A page that follows the file can be taken back on its screen. */
export const pagesPart = defineKeyedPart({
  part: 'pages',
  file: 'pages.csv',
  needs: ['Address', 'Published', 'Draft'],
  batchSize: 10,
  countHere: (database) => countRows(database.selectFrom('pages')),
  keyOf,
  nameOf: keyOf,
  prepare: async (context) => async (line) => {
    await savePage({ context, ...line })
  },
})

/** A page that is not published has its address in its draft. */
function keyOf(cells: FileRow['cells']): string {
  const address = readText(cells, 'Address').trim().toLowerCase()
  return address || String((readJson(cells, 'Draft') as { slug?: unknown } | undefined)?.slug ?? '')
}

interface SavedPage {
  readonly context: ImportContext
  readonly row: FileRow
  readonly isNew: boolean
}

async function savePage({ context: { database, actorId: by }, row: { cells }, isNew }: SavedPage): Promise<void> {
  const read = (heading: string) => {
    const value = readJson(cells, heading)
    return value == null ? undefined : pageContent.parse(value)
  }
  const [published, draft] = [read('Published'), read('Draft')]
  const first = published ?? draft
  if (!first) return
  const id = isNew ? await createPage({ database, content: first, by }) : (await findPage({ database, slug: keyOf(cells) })).id
  const change = async () => ({ database, id, by, version: await readVersion({ database, id }) })
  if (!isNew) await saveDraft({ ...(await change()), content: first })
  if (published) {
    await publishDraft(await change())
    if (draft) await saveDraft({ ...(await change()), content: draft })
  }
  const position = readNumber(cells, 'Position')
  if (position !== null)
    await database
      .updateTable('pages')
      .set({ position: Math.trunc(position) })
      .where('id', '=', id)
      .execute()
}

type Database = ImportContext['database']

const findPage = ({ database, slug }: { database: Database; slug: string }) =>
  database
    .selectFrom('pages')
    .select('id')
    .where((eb) => eb.or([eb('slug', '=', slug), eb(eb.ref('draft', '->>').key('slug'), '=', slug)]))
    .orderBy('id')
    .executeTakeFirstOrThrow()

async function readVersion({ database, id }: { database: Database; id: string }): Promise<number> {
  const { version } = await database.selectFrom('pages').select('version').where('id', '=', id).executeTakeFirstOrThrow()
  return version
}
