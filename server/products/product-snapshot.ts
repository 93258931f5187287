import { CompiledQuery } from 'kysely'
import type { Sort } from '#contract/business.ts'
import { readTogether } from '../database/read-together.ts'
import type { Database } from '../database/schema.ts'
import { findLandmark, type List, sortColumns } from './landmarks.ts'
import { columns, type ListPage, type ProductRow } from './product-row.ts'

/** A page of a list: so many products (`limit`), past so many (`skip`) after a place in its order. */
interface Cut {
  readonly value: string
  readonly id: string
  readonly skip: number
  readonly limit: number
  readonly category: string | null
}

/** One page of a list that the database keeps in order. */
export async function readPage({
  database,
  list,
  limit,
  offset,
}: {
  database: Database
  list: List
  limit: number
  offset: number
}): Promise<ListPage> {
  const far = await findLandmark({ database, list, offset })
  const { category, sort } = list
  const { value, id } = far?.landmark ?? beginnings[sort]
  const key = { value, id, skip: far?.skip ?? offset, limit, category: category ?? null }
  return cutters[sort][category === undefined ? 'all' : 'one']({ database, key })
}

const listed = columns.map((column) => `products.${column}`).join(', ')

// The keys come as JSON, because Postgres plans a statement anew each time whose arrays tell it how few rows to expect, and
// that takes longer than running it.
const productsStatement = `
  select ${listed} from json_array_elements_text($1::json) as asked (id) join products on products.id = asked.id::uuid
  where deleted_at is null`

/** The product on sale of this id, in small letters; undefined when there is none. */
export const readProduct = readTogether<string, ProductRow | undefined>(async ({ database, keys }) => {
  const { rows } = await database.executeQuery(CompiledQuery.raw(productsStatement, [JSON.stringify(keys)]) as CompiledQuery<ProductRow>)
  const found = new Map(rows.map((row) => [row.id, row]))
  return keys.map((id) => found.get(id))
})

/** Lists of one shape are one statement: those of `all` categories, and those of `one` of them. */
interface Shape {
  readonly sort: Sort
  readonly of: 'all' | 'one'
}

/** Before the first product of each order. */
const beginnings = {
  newest: { value: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' },
  'price-asc': { value: '-1', id: '00000000-0000-0000-0000-000000000000' },
  'price-desc': { value: '9223372036854775807', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' },
} as const

/**
 * Pages of a list by one JSON value, an array of cuts. The ids are cut from the index first, so that skipped products are
 * never read. A page past the end is one row without a product: the total still tells how far the list goes.
 */
export function writeCutsStatement({ sort, of }: Shape): string {
  const column = sortColumns[sort]
  const [direction, after] = sort === 'price-asc' ? ['asc', '>'] : ['desc', '<']
  const [counted, inCategory] = of === 'all' ? ['', ''] : ['where category = asked.category', 'and category = asked.category']
  return `
    select place, (select coalesce(sum(products), 0) from product_counts ${counted}) as total, ${listed}
    from json_to_recordset($1::json)
      as asked (place int, value ${sort === 'newest' ? 'timestamptz' : 'bigint'}, id uuid, skip int, "limit" int, category text)
    left join lateral (
      select ${listed} from (
        select id as chosen from products
        where deleted_at is null ${inCategory} and (${column}, id) ${after} (asked.value, asked.id)
        order by ${column} ${direction}, id ${direction} limit asked.limit offset asked.skip
      ) as cut join products on products.id = chosen
    ) as products on true
    order by place, products.${column} ${direction}, products.id ${direction}`
}

type CutRow = (ProductRow | Record<keyof ProductRow, null>) & { readonly place: number; readonly total: number }

function makeCutter(list: Shape) {
  const statement = writeCutsStatement(list)
  return readTogether<Cut, ListPage>(async ({ database, keys: cuts }) => {
    const asked = JSON.stringify(cuts.map((cut, place) => ({ place, ...cut })))
    const { rows } = await database.executeQuery(CompiledQuery.raw(statement, [asked]) as CompiledQuery<CutRow>)
    const pages: ListPage[] = cuts.map(() => ({ rows: [], total: 0 }))
    for (const row of rows) {
      const page = pages[row.place] as ListPage
      page.total = Number(row.total)
      if (row.id !== null) page.rows.push(row)
    }
    return pages
  })
}

const makeCutters = (sort: Sort) => ({ all: makeCutter({ sort, of: 'all' }), one: makeCutter({ sort, of: 'one' }) })
const cutters = { newest: makeCutters('newest'), 'price-asc': makeCutters('price-asc'), 'price-desc': makeCutters('price-desc') }
