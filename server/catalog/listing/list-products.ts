import type { SelectQueryBuilder } from 'kysely'
import { paging } from '#contract/business.ts'
import { onSale } from '../../database/product-conditions.ts'
import type { Database, Tables } from '../../database/schema.ts'
import { type ProductRow, productColumns, sizeStockColumn, styleColoursColumn } from '../product/product-row.ts'
import { filterProducts, type ListQuery, type ListRequest, type ProductPage, sortExpressions } from './list-query.ts'
import { searchProducts } from './search.ts'

/** Counting this many products takes about as long as reading a page. */
const cheapTotal = 1_000

/** Every product on sale, newest first. */
export async function findAllProducts({ database }: { database: Database }): Promise<ProductRow[]> {
  return database
    .selectFrom('products')
    .select([...productColumns, sizeStockColumn])
    .where(onSale)
    .orderBy(sortExpressions.newest)
    .execute()
}

/** One page of a list. A page beyond `paging.maxProductOffset` is empty, and its total is still right. */
export async function listProducts({ database, cache, query }: ListRequest): Promise<ProductPage> {
  if (query.q !== '') return searchProducts({ database, cache, query })
  const { sort, limit, offset, ...filters } = query
  const [rows, total] = await Promise.all([
    readPage({ database, query }),
    cache.get({
      key: JSON.stringify(filters),
      load: () => countProducts({ database, query }),
      isWorthCaching: (total) => total > cheapTotal,
      // A large total may be that of the last request; a change of this process drops it.
      servesStale: true,
    }),
  ])
  return { rows, total }
}

async function readPage({ database, query }: { database: Database; query: ListQuery }): Promise<ProductRow[]> {
  const { sort, limit, offset } = query
  if (offset > paging.maxProductOffset) return []
  if (sort === 'stock') {
    // The products that are low in stock come first and have an index.
    const low = filterProducts({ database, query }).where('low_stock', 'is not', null).orderBy('low_stock').orderBy('id')
    const rows = await readRows({ database, query, ids: low.select('id').limit(limit).offset(offset) })
    if (rows.length === limit) return rows
  }
  // The subquery skips products in the index alone, without reading their rows.
  const ids = filterProducts({ database, query }).select('id').orderBy(sortExpressions[sort]).limit(limit).offset(offset)
  return readRows({ database, query, ids })
}

interface RowsQuery extends Pick<ListRequest, 'database' | 'query'> {
  readonly ids: SelectQueryBuilder<Tables, 'products', { id: string }>
}

function readRows({ database, query, ids }: RowsQuery): Promise<ProductRow[]> {
  return database
    .selectFrom('products')
    .select([...productColumns, sizeStockColumn, styleColoursColumn])
    .where('id', 'in', ids)
    .orderBy(sortExpressions[query.sort])
    .execute()
}

async function countProducts({ database, query }: { database: Database; query: ListQuery }): Promise<number> {
  const { isLow, undeclared, unrated, minPrice, maxPrice, inStock, sizes = [], colour, fabric } = query
  const isIndexed =
    [undeclared, minPrice, maxPrice, colour, fabric].every((filter) => filter === undefined) &&
    !isLow &&
    !unrated &&
    !inStock &&
    sizes.length === 0
  const products = filterProducts({ database, query })
  // Without an index for its filters a list is counted only as far as it can be paged.
  const counted = isIndexed ? products : products.limit(paging.maxProductOffset + paging.productsMaxLimit)
  const { total } = await database
    .selectFrom(counted.select('id').as('counted'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}
