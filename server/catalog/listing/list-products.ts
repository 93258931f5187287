import { paging } from '#contract/business.ts'
import { onSale } from '../../database/product-conditions.ts'
import type { Database } from '../../database/schema.ts'
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
    }),
  ])
  return { rows, total }
}

async function readPage({ database, query }: { database: Database; query: ListQuery }): Promise<ProductRow[]> {
  const { sort, limit, offset } = query
  if (offset > paging.maxProductOffset) return []
  // The subquery skips products in the index alone, without reading their rows.
  const ids = filterProducts({ database, query }).select('id').orderBy(sortExpressions[sort]).limit(limit).offset(offset)
  return database
    .selectFrom('products')
    .select([...productColumns, sizeStockColumn, styleColoursColumn])
    .where('id', 'in', ids)
    .orderBy(sortExpressions[sort])
    .execute()
}

async function countProducts({ database, query }: { database: Database; query: ListQuery }): Promise<number> {
  const { maxStock, undeclared, unrated, minPrice, maxPrice, inStock, sizes = [] } = query
  const isIndexed =
    [maxStock, undeclared, minPrice, maxPrice].every((filter) => filter === undefined) && !unrated && !inStock && sizes.length === 0
  const products = filterProducts({ database, query })
  // Without an index for its filters a list is counted only as far as it can be paged.
  const counted = isIndexed ? products : products.limit(paging.maxProductOffset + paging.productsMaxLimit)
  const { total } = await database
    .selectFrom(counted.select('id').as('counted'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}
