import { sql } from 'kysely'
import { categoryDraft } from '#contract/catalog/categories.ts'
import { sizeGuide } from '#contract/catalog/size-guide.ts'
import { createCategory, updateCategory } from '../../catalog/categories/categories.ts'
import { setSizeGuide } from '../../catalog/categories/size-guides.ts'
import { countRows } from '../../database/count-rows.ts'
import type { FileRow } from '../read/read-table.ts'
import type { ImportContext } from './import-part.ts'
import { defineKeyedPart } from './keyed-part.ts'
import { requirePicture } from './pictures.ts'
import { readJson, readNumber, readOptional, readText, readYes } from './read-cells.ts'

const keyOf = (cells: FileRow['cells']) => readText(cells, 'Key').trim().toUpperCase()

/** Categories with their size guides and pictures. One that nobody has changed since the shop was installed follows the file. */
export const categoriesPart = defineKeyedPart({
  part: 'categories',
  file: 'categories.csv',
  needs: ['Key', 'Name'],
  batchSize: 10,
  countHere: (database) => countRows(database.selectFrom('categories')),
  keyOf,
  nameOf: (cells) => readText(cells, 'Name'),
  ignoresChoice: true,
  prepare:
    async (context) =>
    async ({ row, isNew }) => {
      const version = isNew ? undefined : await readVersion({ context, key: keyOf(row.cells) })
      if (version !== undefined && version > 1 && context.choice === 'mine') return 'unchanged'
      await saveCategory({ context, row, version })
    },
})

async function readVersion({ context: { database }, key }: { context: ImportContext; key: string }): Promise<number> {
  const row = await database.selectFrom('categories').select('version').where('key', '=', key).executeTakeFirst()
  return row?.version ?? 1
}

async function saveCategory({ context, row: { cells }, version }: { context: ImportContext; row: FileRow; version: number | undefined }) {
  const { database } = context
  const draft = categoryDraft.parse({
    key: readText(cells, 'Key'),
    name: readText(cells, 'Name'),
    keywords: readText(cells, 'Keywords'),
    description: readText(cells, 'Description'),
    isHidden: readYes(cells, 'Hidden'),
    sizes: readOptional(cells, 'Sizes')?.split('|') ?? null,
    hsnCode: readOptional(cells, 'HSN code'),
    gender: readOptional(cells, 'Gender'),
    ageGroup: readOptional(cells, 'Age group'),
    sizeSystem: readOptional(cells, 'Size system'),
    googleCategory: readNumber(cells, 'Google category'),
    itemWeightGrams: readNumber(cells, 'Weight of an item in grams'),
    boxCm: readOptional(cells, 'Box in cm')?.split('x').map(Number) ?? null,
    returnRule: readOptional(cells, 'Return rule'),
  })
  const guide = readJson(cells, 'Size guide')
  const parsedGuide = guide === undefined ? null : sizeGuide.parse(guide)
  const picture = await requirePicture({ context, cells, key: 'Picture', colour: 'Picture colour' })
  const { key, ...edit } = draft
  if (version === undefined) await createCategory({ database, draft })
  else await updateCategory({ database, key, edit: { ...edit, version } })
  await setSizeGuide({ database, key, sizeGuide: parsedGuide, version: version === undefined ? 1 : version + 1 })
  const position = readNumber(cells, 'Position')
  await database
    .updateTable('categories')
    .set({
      position: position === null ? sql<number>`position` : Math.trunc(position),
      image_key: picture?.imageKey ?? null,
      placeholder_color: picture?.placeholderColor ?? null,
    })
    .where('key', '=', key)
    .execute()
}
