import { type SelectQueryBuilder, sql } from 'kysely'
import { paging } from '#contract/kernel/business.ts'
import { countRows } from '../../database/count-rows.ts'
import { onSale } from '../../database/product-conditions.ts'
import type { Database, Tables } from '../../database/schema.ts'
import { type ShownRow, shownColumns, sizeStockColumn } from '../product/product-row.ts'
import { type Columns, filterProducts, type ListQuery, type ListRequest, type ProductPage, sortExpressions } from './list-query.ts'
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
  if (query.q !== '') return searchProducts(request)
  const { sort, limit, offset, ...filters } = query
  const [rows, total] = await Promise.all([
    readPage({ database, query, select }),
    cache.get({
      key: JSON.stringify(filters),
      load: () => countProducts({ database, query }),
      isWorthCaching: (total) => total > cheapTotal,
    }),
  ])
  return { rows, total }
}

type PageRequest<Row> = Pick<ListRequest, 'database' | 'query'> & Columns<Row>

async function readPage<Row>({ database, query, select }: PageRequest<Row>): Promise<Row[]> {
  const { sort, offset } = query
  if (offset > paging.maxProductOffset) return []
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

interface RowsQuery<Row> extends PageRequest<Row> {
  readonly ids: SelectQueryBuilder<Tables, 'products', { id: string }>
}

const readRows = <Row>({ database, query, select, ids }: RowsQuery<Row>): Promise<Row[]> =>
  select(database).where('id', 'in', ids).orderBy(sortExpressions[query.sort]).execute() as Promise<Row[]>

async function countProducts({ database, query }: Pick<ListRequest, 'database' | 'query'>): Promise<number> {
  const { isLow, isUnrated, undeclared, colour, fabric, country, minPrice, maxPrice, inStock, sizes = [] } = query
  const isIndexed =
    [undeclared, colour, fabric, country, minPrice, maxPrice].every((filter) => filter === undefined) &&
    !(isLow || isUnrated || inStock) &&
    sizes.length === 0
  // Without an index for its filters a list is counted only as far as it can be paged.
  const most = paging.maxProductOffset + paging.productsMaxLimit
  const products = filterProducts({ database, query })
  const counted = isIndexed ? products : products.limit(most)
  return countRows(database.selectFrom(counted.select('id').as('counted')))
}
