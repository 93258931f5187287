import { type RawBuilder, sql } from 'kysely'
import { homeCountry } from '#contract/catalog/declarations.ts'
import { isUnratedCode } from '../../database/tax-rate-conditions.ts'

/** Between the colours of a text such as `Red, beige and black`. */
export const colourSeparator = '\\s*[,;/]\\s*(?:and\\s+)?|\\s+and\\s+'

/** The country of origin of a product; null for an imported one that declares none. */
export const countryOfOrigin = sql<string>`coalesce(details->>'countryOfOrigin', case when not needs_declarations then ${homeCountry} end)`

/** Compared in any case. */
export interface DeclaredValues {
  readonly colour?: string | undefined
  /** a word of the declared fabric */
  readonly fabric?: string | undefined
  readonly country?: string | undefined
}

/** Whether one of the parts of a text is this one. Most texts do not contain it, which is found out without splitting them. */
const hasPart = ({ text, separator, part }: { text: RawBuilder<string>; separator: string; part: string }) =>
  sql<boolean>`(strpos(${text}, lower(${part})) > 0 and lower(${part}) = any(regexp_split_to_array(${text}, ${separator})))`

/** Conditions of the products that declare these values: the same as in the counts beside the filters (`facets.ts`). */
export function matchDeclared({ colour, fabric, country }: DeclaredValues): RawBuilder<boolean>[] {
  const conditions: RawBuilder<boolean>[] = []
  const declaredColour = sql<string>`lower(details->>'colour')`
  if (colour !== undefined)
    conditions.push(
      sql<boolean>`(${declaredColour} = lower(${colour}) or ${hasPart({ text: declaredColour, separator: colourSeparator, part: colour })})`,
    )
  if (fabric !== undefined) conditions.push(hasPart({ text: sql`lower(details->>'fabric')`, separator: '[^[:alpha:]]+', part: fabric }))
  if (country !== undefined) conditions.push(sql<boolean>`lower(${countryOfOrigin}) = lower(${country})`)
  return conditions
}

const hsnCode = sql<string | null>`details->>'hsnCode'`

/** Whether the HSN code of a product, or else that of its category, has no tax rate today. Each code is compared with the rates once. */
export const isUnrated = sql<boolean>`case
  when ${hsnCode} is null then category in (select key from categories where ${isUnratedCode(sql`hsn_code`)})
  else ${hsnCode} in (select code from (select distinct ${hsnCode} as code from products) as codes where ${isUnratedCode(sql`code`)})
end`
