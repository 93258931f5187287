import { type RawBuilder, sql } from 'kysely'
import { homeCountry } from '#contract/catalog/declarations.ts'
import { type PriceBand, priceBandNames, priceBands, sizes as shopSizes } from '#contract/kernel/business.ts'
import { type Paise, toPaise } from '#contract/kernel/money.ts'
import { onSale } from '../../database/product-conditions.ts'
import type { Database } from '../../database/schema.ts'
import { fabrics } from '../product/fabrics.ts'
import { colourSeparator, countryOfOrigin } from './declared-values.ts'

interface Colours {
  /** in lower case */
  readonly text: string
  /** the colours in it by their lower case */
  readonly names: ReadonlyMap<string, string>
}

interface Fabric {
  /** the words of what is declared, in lower case */
  readonly words: ReadonlySet<string>
  /** those that the shop filters by */
  readonly names: readonly string[]
}

/** The products that are the same in all that is counted. */
export interface FacetGroup {
  readonly count: number
  readonly category: string
  readonly band: PriceBand
  /** of each product, in paise, in no order */
  readonly prices: Int32Array
  readonly colours: Colours
  readonly fabric: Fabric
  readonly country: string | null
  /** in stock, in the order of the product */
  readonly sizes: readonly string[]
}

export interface FacetGroups {
  readonly groups: readonly FacetGroup[]
  readonly products: number
  /** an imported product is on sale */
  readonly hasOtherCountries: boolean
}

export interface PriceRange {
  readonly min: Paise
  /** undefined: no limit */
  readonly max: Paise | undefined
}

/** Whether a price range contains all prices of a band, some of them or none. */
function compareBand({ band, range }: { band: PriceBand; range: PriceRange }) {
  const { minPrice = 0, maxPrice } = priceBands[band]
  const from: number = toPaise(minPrice)
  const to: number = maxPrice === undefined ? Number.POSITIVE_INFINITY : toPaise(maxPrice)
  const max: number = range.max ?? Number.POSITIVE_INFINITY
  if (from >= range.min && to <= max) return 'all'
  return to < range.min || from > max ? 'none' : 'some'
}

/** How many products of a group have a price in a range. */
export function countInRange({ group: { band, count, prices }, range }: { group: FacetGroup; range: PriceRange }): number {
  const compared = compareBand({ band, range })
  if (compared !== 'some') return compared === 'all' ? count : 0
  const max: number = range.max ?? Number.POSITIVE_INFINITY
  let inRange = 0
  for (const price of prices) if (price >= range.min && price <= max) inRange += 1
  return inRange
}

interface GroupRow {
  readonly count: number
  readonly category: string
  readonly band: PriceBand
  /** four bytes for each product, the first one the most significant */
  readonly prices: Buffer
  readonly colour: string | null
  readonly fabric: string | null
  readonly country: string | null
  readonly sizes: string | null
}

const separator = '\u001f'
/** In the place of the sizes of a product with one stock. */
const anySize = '*'

interface GroupQuery {
  readonly database: Database
  /** undefined: all products on sale */
  readonly ids?: readonly string[] | undefined
}

/** A price that four bytes cannot hold is in the last band, and in each range without a highest price. */
const maxPrice = 2_147_483_647

/** Reads the groups of the products on sale, or of some of them. */
export async function readFacetGroups({ database, ids }: GroupQuery): Promise<FacetGroups> {
  const rows = await readRows({ database, ids })
  const isOther = ({ country }: GroupRow) => country !== null && country.toLowerCase() !== homeCountry.toLowerCase()
  return {
    groups: toGroups(rows),
    products: rows.reduce((sum, { count }) => sum + count, 0),
    hasOtherCountries: ids === undefined ? rows.some(isOther) : await hasOtherCountries({ database }),
  }
}

/** Reads the groups in one pass over the products. */
async function readRows({ database, ids }: GroupQuery): Promise<GroupRow[]> {
  const isChosen = (id: RawBuilder<unknown>) => (ids === undefined ? sql`true` : sql`${id} = any(${ids}::uuid[])`)
  const band = sql.join(
    priceBandNames.map((name) => {
      const { maxPrice: last } = priceBands[name]
      return last === undefined ? sql`else ${name}` : sql`when price_paise <= ${toPaise(last)} then ${name}`
    }),
    sql` `,
  )
  // Materialized, because PostgreSQL would sort all products by the columns instead of hashing the groups.
  const { rows } = await sql<GroupRow>`
    with sized as (
      select product_id, string_agg(size, ${separator} order by position) as sizes from product_sizes
      where stock > 0 and ${isChosen(sql`product_id`)} group by product_id
    ), listed as materialized (
      select category, case ${band} end as band, int4send(least(price_paise, ${maxPrice})::int) as price,
        details->>'colour' as colour, details->>'fabric' as fabric, ${countryOfOrigin} as country,
        case when stock = 0 then '' when has_sizes then sized.sizes else ${anySize} end as sizes
      from products left join sized on product_id = id where ${onSale} and ${isChosen(sql`id`)}
    )
    select count(*)::int as count, string_agg(price, '') as prices, category, band, colour, fabric, country, sizes from listed
    group by category, band, colour, fabric, country, sizes
  `.execute(database)
  return rows
}

async function hasOtherCountries({ database }: { database: Database }): Promise<boolean> {
  const { rows } = await sql`
    select from products where ${onSale} and details ? 'countryOfOrigin' and lower(${countryOfOrigin}) <> lower(${homeCountry}) limit 1
  `.execute(database)
  return rows.length > 0
}

/** Texts that many groups share are split once. */
function toGroups(rows: readonly GroupRow[]): FacetGroup[] {
  const toColours = remember((text) => {
    const names = text.split(new RegExp(colourSeparator, 'i')).filter((name) => name !== '')
    const spell = (name: string) => name.slice(0, 1).toUpperCase() + name.slice(1)
    return { text: text.toLowerCase(), names: new Map(names.map((name) => [name.toLowerCase(), spell(name)] as const)) }
  })
  const toFabric = remember((text) => {
    const words = new Set(text.toLowerCase().split(/\P{L}+/u))
    return { words, names: fabrics.filter((name) => words.has(name.toLowerCase())) }
  })
  const toSizes = remember((text) => (text === anySize ? [...shopSizes] : text.split(separator).filter((size) => size !== '')))
  return rows.map(({ prices, colour, fabric, sizes, ...row }) => ({
    ...row,
    prices: toPrices(prices),
    colours: toColours(colour ?? ''),
    fabric: toFabric(fabric ?? ''),
    sizes: toSizes(sizes ?? ''),
  }))
}

function toPrices(bytes: Buffer): Int32Array {
  const prices = new Int32Array(bytes.length / Int32Array.BYTES_PER_ELEMENT)
  for (let index = 0; index < prices.length; index += 1) prices[index] = bytes.readInt32BE(index * Int32Array.BYTES_PER_ELEMENT)
  return prices
}

function remember<Value>(parse: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, Value>()
  return (text) => {
    const value = known.get(text) ?? parse(text)
    known.set(text, value)
    return value
  }
}
