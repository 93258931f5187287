import { type RawBuilder, sql } from 'kysely'
import { homeCountry } from '#contract/catalog/declarations.ts'
import type { Database } from '../../database/schema.ts'
import { isUnratedCode } from '../../database/tax-rate-conditions.ts'

interface FacetValues {
  readonly category: string | undefined
  readonly colour?: string | undefined
  readonly fabric?: string | undefined
  readonly country?: string | undefined
}

/** Whether a list is filtered by a value that hardly any product may have, or none. */
export const hasFacetValue = ({ colour, fabric, country }: FacetValues): boolean =>
  [colour, fabric, country].some((value) => value !== undefined)

/** The keys of a product. */
const keysOfProduct = sql<string[]>`list_facet_keys(products.category, products.details, products.needs_declarations)`

/** Texts of which a product with these values has each, read faster than its keys. */
function mayHaveFacets({ colour, fabric, country }: FacetValues): RawBuilder<boolean> {
  const columns = { colour, fabric, ...(country?.toLowerCase() !== homeCountry.toLowerCase() && { countryOfOrigin: country }) }
  const texts = Object.entries(columns).flatMap(([name, value]) =>
    value === undefined ? [] : [sql`strpos(lower(products.details->>${sql.lit(name)}), lower(${value})) > 0`],
  )
  return texts.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(texts, sql` and `)}`
}

/** Whether a product has all these values, each in any case. In the form of `list_facet_keys` of the database. */
export function hasFacets(values: FacetValues): RawBuilder<boolean> {
  const { category, colour, fabric, country } = values
  const keys = [
    // The index then reads the category, too.
    ...(category === undefined ? [] : [sql`'category:' || ${category}`]),
    ...Object.entries({ colour, fabric, country }).flatMap(([kind, value]) =>
      value === undefined ? [] : [sql`${sql.lit(`${kind}:`)} || lower(${value})`],
    ),
  ]
  return sql<boolean>`(${mayHaveFacets(values)} and ${keysOfProduct} @> array[${sql.join(keys)}])`
}

/** Whether a product has one of these keys. */
export const hasFacetKey = (keys: readonly string[]) => sql<boolean>`${keysOfProduct} && ${keys}::text[]`

/** The keys of all HSN codes, of products or of their categories, that have no tax rate today. */
export async function listUnratedKeys({ database }: { database: Database }): Promise<string[]> {
  const code = sql`details->>'hsnCode'`
  const { rows } = await sql<{ key: string }>`
    -- From one code to the next in the index, because all products share a few.
    with recursive codes as (
      (select ${code} as code from products where ${code} is not null order by 1 limit 1)
      union all
      select (select ${code} from products where ${code} > codes.code order by 1 limit 1) from codes where code is not null
    )
    select 'hsn:' || code as key from codes where ${isUnratedCode(sql.ref('code'))}
    union all
    select 'hsn of:' || key from categories where ${isUnratedCode(sql.ref('hsn_code'))}
  `.execute(database)
  return rows.map(({ key }) => key)
}
