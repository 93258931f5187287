import type { Generated, JSONColumnType } from 'kysely'
import type { PageContent, PageVersion } from '#contract/pages/pages.ts'

type Content = JSONColumnType<PageContent | null, string | null | undefined, string | null>

/** The pages that the owner writes. */
export interface PageTables {
  pages: {
    id: Generated<string>
    /** of the published page; null: it is not published */
    slug: string | null
    /** null: it is not published */
    value: Content
    draft: Content
    position: number
    version: Generated<number>
    changed_at: Generated<Date>
    changed_by: string | null
  }
  page_versions: {
    page_id: string
    version: number
    kind: PageVersion['kind']
    /** null: it was not published any more */
    value: Content
    changed_at: Generated<Date>
    changed_by: string | null
  }
}
