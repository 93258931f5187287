import { redirectLimits } from '#contract/redirects/redirect-limits.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { CheckedFile } from '../../shared/checked-file.tsx'
import { sendForm } from '../../shared/upload-form.ts'

const ignoreProgress = () => {}

/** Imports redirects from a CSV file. */
export function ImportRedirects({ onImported, onClose }: { onImported: () => void; onClose: () => void }) {
  return (
    <Dialog open title="Import redirects" onClose={onClose}>
      <p>
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
            className: 'wrap-anywhere',
            cell: ({ from, to }) => (
              <>
                {from} <span className="block text-soft">{to}</span>
              </>
            ),
          },
        ]}
        onImported={onImported}
      />
    </Dialog>
  )
}
