import type { Generated } from 'kysely'
import type { StoredExportState } from '#contract/shop-export/shop-export-limits.ts'

/** Files with everything that the shop has. */
export interface ExportTables {
  shop_exports: {
    id: Generated<string>
    state: Generated<StoredExportState>
    /** of the addresses of pictures, such as https://shop.example */
    origin: string
    /** the file that is being written */
    step: Generated<string>
    /** rows or pictures of it */
    written: Generated<number>
    /** of `written`, where it is known */
    total: number | null
    /** why it has failed, as a sentence */
    error: string | null
    attempts: Generated<number>
    /** when the server that writes it was last alive */
    claimed_at: Date | null
    /** in the file store, of the last attempt */
    parts: Generated<number>
    bytes: number | null
    requested_by: string | null
    requested_at: Generated<Date>
    finished_at: Date | null
  }
}
