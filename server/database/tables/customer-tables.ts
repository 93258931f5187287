import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/** People of an earlier shop. */
export interface CustomerTables {
  imported_customers: {
    id: Generated<string>
    name: string
    /** ten digits */
    phone: string | null
    /** in lower case */
    email: string | null
    /** null: never asked */
    consent: boolean | null
    /** read it as text: a day has no time zone */
    consent_on: ColumnType<Date | null, string | null, string | null>
    consent_source: string | null
    imported_at: Generated<Date>
    search_text: GeneratedAlways<string>
  }
}
