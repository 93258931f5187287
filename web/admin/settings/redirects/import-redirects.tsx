import { Link } from 'react-router'
import { redirectLimits } from '#contract/redirects/redirect-limits.ts'
import { sendForm } from '../../../orders/shared/send-form.ts'
import { pageTitle } from '../../../ui/page-title.ts'
import { SettingTabs, UserTabs } from '../../kit/admin-tabs.tsx'
import { CheckedFile } from '../../kit/checked-file.tsx'
import { ListFrame } from '../../kit/list-frame.tsx'
import { redirectsPath } from '../../kit/list-href.ts'

export const meta = pageTitle('Import redirects')

const ignoreProgress = () => {}

/** Imports redirects from a CSV file, after a check that changes nothing. */
export default function ImportRedirects() {
  return (
    <ListFrame
      title="Import redirects"
      tabs={
        <>
          <UserTabs />
          <SettingTabs />
        </>
      }
      aside={
        <Link to={redirectsPath} className="link inline-flex min-h-11 items-center sm:min-h-0">
          All redirects
        </Link>
      }
    >
      <p className="max-w-prose text-soft">
        A file with the columns From and To, or an export of redirects from Shopify. A redirect that is there already gets the new address
        of the file; none is deleted.
      </p>
      <CheckedFile
        hint={`Or drop it here. Up to ${redirectLimits.rows.toLocaleString('en-IN')} lines.`}
        send={({ file, isCheck }) =>
          sendForm({ route: isCheck ? 'POST /redirects/check' : 'POST /redirects/import', values: { file }, onProgress: ignoreProgress })
        }
        columns={[
          {
            head: 'Redirect',
            className: 'w-3/5 wrap-anywhere',
            cell: ({ from, to }) => (
              <>
                {from} <span className="block text-soft">{to}</span>
              </>
            ),
          },
        ]}
      />
    </ListFrame>
  )
}
