import { type SelectQueryBuilder, sql } from 'kysely'
import { paging } from '#contract/business.ts'
import { onSale } from '../../database/product-conditions.ts'
import type { Database, Tables } from '../../database/schema.ts'
import { type ShownRow, shownColumns, sizeStockColumn } from '../product/product-row.ts'
import { hasFacetValue } from './facet-keys.ts'
import {
  type Columns,
  filterProducts,
  type ListQuery,
  type ListRequest,
  listedColumns,
  type ProductPage,
  selectFirst,
  sortExpressions,
} from './list-query.ts'
import { searchProducts } from './search.ts'

/** Counting this many products takes about as long as reading a page. */
const cheapTotal = 1_000

/** Every product on sale, newest first. */
export async function findAllProducts({ database }: { database: Database }): Promise<ShownRow[]> {
  return database
    .selectFrom('products')
    .select([...shownColumns, sizeStockColumn])
    .where(onSale)
    .orderBy(sortExpressions.newest)
    .execute()
}

/** One page of a list. A page beyond `paging.maxProductOffset` is empty, and its total is still right. */
export async function listProducts<Row extends { id: string }>(request: ListRequest & Columns<Row>): Promise<ProductPage<Row>> {
  const { database, cache, query, select } = request
  if (query.facetKeys?.length === 0) return { rows: [], total: 0 }
  if (query.q !== '') return searchProducts(request)
  const { sort, limit, offset, ...filters } = query
  const [rows, total] = await Promise.all([
    readPage({ database, query, select }),
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

type PageRequest<Row> = Pick<ListRequest, 'database' | 'query'> & Columns<Row>

async function readPage<Row>({ database, query, select }: PageRequest<Row>): Promise<Row[]> {
  const { sort, limit, offset } = query
  if (offset > paging.maxProductOffset) return []
  if (sort === 'stock') {
    // The products that are low in stock come first and have an index.
    const low = filterProducts({ database, query }).where('low_stock', 'is not', null).orderBy('low_stock').orderBy('id')
    const rows = await readRows({ database, query, select, ids: low.select('id').limit(limit).offset(offset) })
    if (rows.length === limit) return rows
  }
  if ((hasFacetValue(query) || query.facetKeys || query.isLow) && sort !== 'stock') {
    const rows = await readRows({ database, query, select, ids: selectNearest({ database, query }) })
    return rows.length === limit ? rows : readRows({ database, query, select, ids: selectFromIndex({ database, query }) })
  }
  // The subquery skips products in the index alone, without reading their rows.
  const ids = filterProducts({ database, query }).select('id').orderBy(sortExpressions[sort]).limit(toLimit(query)).offset(offset)
  return readRows({ database, query, select, ids })
}

/** The page sizes of the shop's own pages. */
const pageSizes: readonly number[] = [paging.productsPerPage, paging.productsDefaultLimit]

/**
 * A literal, which lets PostgreSQL keep one plan of the statement: planning takes longer than reading a page. For a parameter it
 * expects a tenth of the products and plans each page again. Price bands need a plan for their values, and other page sizes are rare.
 */
const toLimit = ({ limit, minPrice, maxPrice, inStock, sizes = [] }: ListQuery) =>
  pageSizes.includes(limit) && minPrice === undefined && maxPrice === undefined && !inStock && sizes.length === 0 ? sql.lit(limit) : limit

/** The smallest number of products that are searched in the order of the sort before another index is used. */
const minNearest = 2_000
/** The size of a shop for which the number above this minimum is calculated. A larger shop uses the facet index later than would be best. */
const expectedProducts = 100_000

/**
 * The number of products that are searched in the order of the sort. With f the share of products that have the value, reading in order costs
 * (offset + limit) / f and the facet index f × products: equal at this count.
 */
const countNearest = ({ offset, limit }: ListQuery): number =>
  Math.max(minNearest, Math.ceil(Math.sqrt((offset + limit) * expectedProducts)))

/**
 * The page from the first products in the order of the sort: complete for a value that many products have, and when many are low in stock.
 * PostgreSQL does not choose well between this and the facet index, because it assumes that any value missing in its statistics is in
 * 0.5 % of the products.
 */
function selectNearest({ database, query }: Pick<ListRequest, 'database' | 'query'>) {
  const { sort, limit, offset } = query
  const nearest = selectFirst({ database, query, sort, count: countNearest(query) })
  return filterProducts({ database, query, from: nearest }).select('id').orderBy(sortExpressions[sort]).limit(limit).offset(offset)
}

/** The page from all products with the values, by the facet index or the index of low stock. */
function selectFromIndex({ database, query }: Pick<ListRequest, 'database' | 'query'>) {
  const { sort, limit, offset } = query
  // Materialized, or PostgreSQL would read all products in the order of the sort for a value that none has.
  const found = database
    .with(
      (cte) => cte('found').materialized(),
      () => filterProducts({ database, query }).select(listedColumns),
    )
    .selectFrom('found')
  return (found as unknown as SelectQueryBuilder<Tables, 'products', object>)
    .select('id')
    .orderBy(sortExpressions[sort])
    .limit(limit)
    .offset(offset)
}

interface RowsQuery<Row> extends PageRequest<Row> {
  readonly ids: SelectQueryBuilder<Tables, 'products', { id: string }>
}

const readRows = <Row>({ database, query, select, ids }: RowsQuery<Row>): Promise<Row[]> =>
  select(database).where('id', 'in', ids).orderBy(sortExpressions[query.sort]).execute() as Promise<Row[]>

async function countProducts({ database, query }: Pick<ListRequest, 'database' | 'query'>): Promise<number> {
  const { isLow, undeclared, facetKeys, minPrice, maxPrice, inStock, sizes = [] } = query
  const isIndexed =
    [undeclared, facetKeys, minPrice, maxPrice].every((filter) => filter === undefined) &&
    !hasFacetValue(query) &&
    !isLow &&
    !inStock &&
    sizes.length === 0
  // Without an index for its filters a list is counted only as far as it can be paged.
  const most = paging.maxProductOffset + paging.productsMaxLimit
  const products = filterProducts({ database, query })
  const counted = isIndexed ? products : products.limit(most)
  const { total } = await database
    .selectFrom(counted.select('id').as('counted'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}
