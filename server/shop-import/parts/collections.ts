import { sql } from 'kysely'
import { collectionDraft } from '#contract/catalog/collections.ts'
import { createCollection, setCollectionPicture, updateCollection } from '../../catalog/collections/collections.ts'
import { countRows } from '../../database/count-rows.ts'
import { type FileRow, readTable } from '../read/read-table.ts'
import { findProductIds } from './find-products.ts'
import { type ImportContext, LineProblem } from './import-part.ts'
import { defineKeyedPart } from './keyed-part.ts'
import { requirePicture } from './pictures.ts'
import { readDay, readText } from './read-cells.ts'

const keyOf = (cells: FileRow['cells']) => readText(cells, 'Address').trim().toLowerCase()

/** Collections with their products and pictures. */
export const collectionsPart = defineKeyedPart({
  part: 'collections',
  file: 'collections.csv',
  needs: ['Address', 'Title'],
  batchSize: 10,
  countHere: (database) => countRows(database.selectFrom('collections')),
  keyOf,
  nameOf: (cells) => readText(cells, 'Title'),
  async prepare(context) {
    const members = await readMembers(context)
    return async ({ row, isNew }) => {
      const slug = keyOf(row.cells)
      await saveCollection({ context, row, slug, handles: members.get(slug) ?? [], isNew })
    }
  },
})

/** The handles of the products of each collection, in their order. */
async function readMembers({ file: source }: ImportContext): Promise<Map<string, string[]>> {
  const members = new Map<string, string[]>()
  for await (const { cells } of readTable({ file: source, name: 'collection-products.csv' })) {
    const slug = readText(cells, 'Collection').trim().toLowerCase()
    const handles = members.get(slug) ?? []
    handles.push(readText(cells, 'Product handle').trim())
    members.set(slug, handles)
  }
  return members
}

interface SavedCollection {
  readonly context: ImportContext
  readonly row: FileRow
  readonly slug: string
  readonly handles: readonly string[]
  readonly isNew: boolean
}

async function saveCollection({ context, row: { cells }, slug, handles, isNew }: SavedCollection): Promise<void> {
  const { database } = context
  const ids = await findProductIds({ database, handles })
  const productIds = handles.flatMap((handle) => ids.get(handle) ?? [])
  if (productIds.length === 0) throw new LineProblem('None of its products is here.')
  const draft = collectionDraft.parse({
    title: readText(cells, 'Title'),
    slug,
    text: readText(cells, 'Text'),
    from: readDay(cells, 'Shown from'),
    until: readDay(cells, 'Shown until'),
    productIds,
  })
  const image = await requirePicture({ context, cells, key: 'Picture', colour: 'Picture colour' })
  if (isNew) await createCollection({ database, draft })
  const { id, version } = await database
    .selectFrom('collections')
    .select(['id', 'version'])
    .where(sql<boolean>`slug = ${slug}`)
    .executeTakeFirstOrThrow()
  if (!isNew) await updateCollection({ database, id, edit: { ...draft, version } })
  await setCollectionPicture({ database, id, image: image ?? null })
}
