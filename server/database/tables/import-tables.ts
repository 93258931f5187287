import type { Generated, JSONColumnType } from 'kysely'
import type { ImportState } from '#contract/catalog-admin/import-fields.ts'
import type { CategoryChoice, ImportColumn, ImportItem, ImportOptions, ImportSummary } from '#contract/catalog-admin/product-import.ts'

/** The tables of imports of products. */
export interface ImportTables {
  product_imports: {
    id: Generated<string>
    file_name: string
    format: ImportSummary['format']
    /** null: of a server of an earlier version, as `format` says */
    source: ImportSummary['source'] | null
    options: JSONColumnType<ImportOptions, string | undefined, string> | null
    /** what concerns the whole file */
    notes: Generated<string[]>
    columns: JSONColumnType<ImportColumn[]>
    categories: JSONColumnType<CategoryChoice[], string | undefined, string>
    row_count: number
    state: Generated<ImportState>
    error: string | null
    version: Generated<number>
    created_by: string | null
    created_at: Generated<Date>
    settled_at: Date | null
  }
  product_import_items: {
    import_id: string
    position: number
    line: number
    name: string
    product_id: string | null
    outcome: ImportItem['outcome']
    changes: JSONColumnType<ImportItem['changes'], string | undefined, string>
    error: string | null
    warnings: Generated<string[]>
    /** a `Plan` of server/inventory/import */
    plan: JSONColumnType<object> | null
    preview: JSONColumnType<NonNullable<ImportItem['preview']>> | null
    saved_at: Date | null
  }
  product_import_pictures: {
    import_id: string
    item: number
    position: number
    source: string
    alt: Generated<string>
    state: Generated<'waiting' | 'added' | 'failed'>
    error: string | null
  }
  product_import_csv: { import_id: string; bytes: Buffer }
  product_import_files: { import_id: string; name: string; hash: string; bytes: Buffer }
}
