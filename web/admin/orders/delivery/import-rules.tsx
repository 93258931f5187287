import { Link } from 'react-router'
import { deliveryLimits, restOfIndia } from '#contract/delivery/delivery-limits.ts'
import { sendForm } from '../../../orders/shared/send-form.ts'
import { pageTitle } from '../../../ui/page-title.ts'
import { OrderTabs } from '../../kit/admin-tabs.tsx'
import { CheckedFile } from '../../kit/checked-file.tsx'
import { ListFrame } from '../../kit/list-frame.tsx'
import { deliveryPath, ordersPath } from '../../kit/list-href.ts'

export const handle = { section: ordersPath }
export const meta = pageTitle('Import delivery rules')

const ignoreProgress = () => {}

/** Imports the PIN codes of a courier, after a check that changes nothing. */
export default function ImportRules() {
  return (
    <ListFrame
      title="Import rules"
      tabs={<OrderTabs />}
      aside={
        <Link to={deliveryPath} className="link inline-flex min-h-11 items-center sm:min-h-0">
          All rules
        </Link>
      }
    >
      <p className="max-w-prose text-soft">
        The courier's list of PIN codes, or an export of these rules: a column PIN code, and any of Delivery, COD (yes, no or advance),
        Advance, Days from, Days to and Reason. What the file does not say stays. Rules that are not in the file stay too, unless you choose
        to delete them after the check. For PIN codes that the courier does not list, add a rule “{restOfIndia}”.
      </p>
      <CheckedFile
        hint={`Or drop it here. Up to ${deliveryLimits.rules.toLocaleString('en-IN')} lines.`}
        send={({ file, isCheck, deletes }) =>
          sendForm({
            route: isCheck ? 'POST /delivery-rules/check' : 'POST /delivery-rules/import',
            values: { file, missing: deletes },
            onProgress: ignoreProgress,
          })
        }
        deletion={({ counts: { missing: count = 0 }, missing = [] }) => ({
          label: `Delete the rules that are not in the file (${count.toLocaleString('en-IN')})`,
          hint: `${missing.map((prefix) => prefix || restOfIndia).join(', ')}${count > missing.length ? ' …' : ''}`,
        })}
        columns={[
          {
            head: 'Rule',
            className: 'w-3/5 wrap-anywhere',
            cell: ({ prefix, text }) => (
              <>
                {prefix} <span className="block text-soft">{text}</span>
              </>
            ),
          },
        ]}
      />
    </ListFrame>
  )
}
