import type { Generated, JSONColumnType } from 'kysely'
import type { StoredExportState } from '#contract/shop-export/shop-export-limits.ts'
import type { ShopImportChoiceMap, ShopImportReport, SkippedFile } from '#contract/shop-import/shop-import.ts'
import type { StoredShopImportState } from '#contract/shop-import/shop-import-limits.ts'

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
  /** exports of another shop that are uploaded and taken over */
  shop_imports: {
    id: Generated<string>
    state: Generated<StoredShopImportState>
    file_name: string
    bytes: number
    /** in the file store */
    parts: Generated<number>
    /** of the exported shop */
    shop_name: string | null
    report: JSONColumnType<ShopImportReport[], string | undefined, string>
    skipped: JSONColumnType<SkippedFile[], string | undefined, string>
    choices: JSONColumnType<ShopImportChoiceMap, string | undefined, string>
    /** the file that is read */
    step: Generated<string>
    /** lines or pictures of it that are saved */
    written: Generated<number>
    error: string | null
    attempts: Generated<number>
    /** when the server that reads it was last alive */
    claimed_at: Date | null
    requested_by: string | null
    requested_at: Generated<Date>
    finished_at: Date | null
  }
  shop_import_problems: { import_id: string; file: string; line: number; name: string; reason: string }
}
