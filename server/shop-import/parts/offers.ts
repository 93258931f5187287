import { sql } from 'kysely'
import { offerDraft } from '#contract/offers/offer-schemas.ts'
import { countRows } from '../../database/count-rows.ts'
import { createOffer, updateOffer } from '../../offers/change-offers.ts'
import type { FileRow } from '../read/read-table.ts'
import { findProductIds } from './find-products.ts'
import { type ImportContext, LineProblem } from './import-part.ts'
import { defineKeyedPart } from './keyed-part.ts'
import { readJson, readNumber, readOptional, readText, readTime, readYes } from './read-cells.ts'

/** Offers with how often they have been used, so that a limit goes on where it was. */
export const offersPart = defineKeyedPart({
  part: 'offers',
  file: 'offers.csv',
  needs: ['Title', 'Code', 'Kind', 'Scope'],
  batchSize: 20,
  countHere: (database) => countRows(database.selectFrom('offers')),
  keyOf,
  nameOf: (cells) => readText(cells, 'Code') || readText(cells, 'Title'),
  prepare: async (context) => async (line) => {
    await saveOffer({ context, ...line })
  },
})

/** A code is unique; an offer without one is named by its title, its kind and its beginning. */
function keyOf(cells: FileRow['cells']): string {
  const code = readText(cells, 'Code').trim().toUpperCase()
  return code || JSON.stringify([readText(cells, 'Title').trim(), readText(cells, 'Kind'), readTime(cells, 'From (IST)')])
}

async function saveOffer({ context, row: { cells }, isNew }: { context: ImportContext; row: FileRow; isNew: boolean }): Promise<void> {
  const { database, actorId: changedBy } = context
  const draft = offerDraft.parse({
    title: readText(cells, 'Title'),
    code: readOptional(cells, 'Code'),
    kind: readText(cells, 'Kind'),
    isPublic: readYes(cells, 'Shown to shoppers'),
    commissionPercent: readNumber(cells, 'Commission in percent'),
    percent: readNumber(cells, 'Percent'),
    amount: readNumber(cells, 'Amount'),
    tiers: readJson(cells, 'Tiers') ?? [],
    buyItems: readNumber(cells, 'Items to buy'),
    getItems: readNumber(cells, 'Items to get'),
    getPercent: readNumber(cells, 'Percent of the items to get'),
    setPrice: readNumber(cells, 'Price of the set'),
    gift: await readGift({ context, cells }),
    most: readNumber(cells, 'Highest discount'),
    least: readNumber(cells, 'Smallest order'),
    scope: await readScope({ context, cells }),
    from: readTime(cells, 'From (IST)'),
    to: readTime(cells, 'To (IST)'),
    limitTotal: readNumber(cells, 'Uses in all'),
    limitPerson: readNumber(cells, 'Uses of a person'),
    firstOrder: readYes(cells, 'First order only'),
  })
  if (!isNew) {
    const { id, version } = await findOffer({ context, cells })
    return updateOffer({ database, changedBy, id, edit: { ...draft, version } })
  }
  const id = await createOffer({ database, changedBy, draft })
  const used = Math.max(0, Math.trunc(readNumber(cells, 'Used') ?? 0))
  await database
    .updateTable('offers')
    .set({ used, active: readYes(cells, 'Active') })
    .where('id', '=', id)
    .execute()
}

interface Cells {
  readonly context: ImportContext
  readonly cells: FileRow['cells']
}

async function readGift({ context: { database }, cells }: Cells) {
  const handle = readOptional(cells, 'Gift handle')
  if (handle === null) return null
  const product = (await findProductIds({ database, handles: [handle] })).get(handle)
  if (product === undefined) throw new LineProblem('The product of the gift is not here.')
  return { product, size: readOptional(cells, 'Gift size') }
}

/** The scope with ids of this shop. */
async function readScope({ context: { database }, cells }: Cells): Promise<unknown> {
  const scope = readJson(cells, 'Scope') as { kind?: unknown; ids?: unknown } | undefined
  const names = Array.isArray(scope?.ids) ? scope.ids.map(String) : []
  if (scope?.kind === 'products') {
    const found = await findProductIds({ database, handles: names })
    return { ...scope, ids: names.flatMap((name) => found.get(name) ?? []) }
  }
  if (scope?.kind !== 'collections' || names.length === 0) return scope
  const rows = await database.selectFrom('collections').select('id').where('slug', 'in', names).orderBy('slug').execute()
  return { ...scope, ids: rows.map(({ id }) => id) }
}

function findOffer({ context: { database }, cells }: Cells) {
  const code = readOptional(cells, 'Code')?.toUpperCase() ?? null
  const query = database.selectFrom('offers').select(['id', 'version']).orderBy('id')
  const found =
    code === null
      ? query.where('code', 'is', null).where('title', '=', readText(cells, 'Title').trim())
      : query.where(sql<boolean>`code = ${code}`)
  return found.executeTakeFirstOrThrow()
}
