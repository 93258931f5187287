import { deliveryLimits, restOfIndia } from '#contract/delivery/delivery-limits.ts'
import { sendForm } from '../../../orders/shared/send-form.ts'
import { pageTitle } from '../../../ui/page-title.ts'
import { OrderTabs } from '../../kit/admin-tabs.tsx'
import { CsvImportPage } from '../../kit/csv-import-page.tsx'
import { deliveryPath, ordersPath } from '../../kit/list-href.ts'

export const handle = { section: ordersPath }
export const meta = pageTitle('Import delivery rules')

/** Imports the PIN codes of a courier, after a check that changes nothing. */
export default function ImportRules() {
  return (
    <CsvImportPage
      title="Import rules"
      tabs={<OrderTabs />}
      list={{ to: deliveryPath, label: 'All rules' }}
      intro={`The courier's list of PIN codes, or an export of these rules: a column PIN code, and any of Delivery, COD (yes, no or advance), Advance, Days from, Days to and Reason. What the file does not say stays. Rules that are not in the file stay too, unless you choose to delete them after the check. For PIN codes that the courier does not list, add a rule “${restOfIndia}”.`}
      maxLines={deliveryLimits.rules}
      send={({ file, isCheck, deletes }) =>
        sendForm({
          route: isCheck ? 'POST /delivery-rules/check' : 'POST /delivery-rules/import',
          values: { file, missing: deletes },
        })
      }
      columnHead="Rule"
      describeLine={({ prefix, text }) => [prefix, text]}
      deletion={({ counts: { missing: count = 0 }, missing = [] }) => ({
        label: `Delete the rules that are not in the file (${count.toLocaleString('en-IN')})`,
        hint: `${missing.map((prefix) => prefix || restOfIndia).join(', ')}${count > missing.length ? ' …' : ''}`,
      })}
    />
  )
}
