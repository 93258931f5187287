import { redirectLimits } from '#contract/redirects/redirect-limits.ts'
import { sendForm } from '../../../orders/shared/send-form.ts'
import { pageTitle } from '../../../ui/page-title.ts'
import { SettingTabs } from '../../kit/admin-tabs.tsx'
import { CsvImportPage } from '../../kit/csv-import-page.tsx'
import { redirectsPath } from '../../kit/list-href.ts'

export const meta = pageTitle('Import redirects')

/** Imports redirects from a CSV file, after a check that changes nothing. */
export default function ImportRedirects() {
  return (
    <CsvImportPage
      title="Import redirects"
      tabs={<SettingTabs />}
      list={{ to: redirectsPath, label: 'All redirects' }}
      intro="A file with the columns From and To, or an export of redirects from Shopify. A redirect that is there already gets the new address of the file; none is deleted."
      maxLines={redirectLimits.rows}
      send={({ file, isCheck }) => sendForm({ route: isCheck ? 'POST /redirects/check' : 'POST /redirects/import', values: { file } })}
      columnHead="Redirect"
      describeLine={({ from, to }) => [from, to]}
    />
  )
}
