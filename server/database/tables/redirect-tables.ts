import type { Generated } from 'kysely'

/** Old addresses, and those that visitors miss. */
export interface RedirectTables {
  redirects: {
    id: Generated<string>
    /** decoded, in lower case, without a slash at its end */
    from_path: string
    /** as in a Location header */
    to_path: string
    /** the path of `to_path` in the form of `from_path` */
    to_key: string
    hits: Generated<number>
    last_hit_at: Date | null
    version: Generated<number>
    created_at: Generated<Date>
  }
  missing_paths: {
    path: string
    requests: number
    first_asked_at: Generated<Date>
    last_asked_at: Generated<Date>
  }
}
