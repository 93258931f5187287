import type { MissingAddress } from '#contract/redirects/redirects.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { formatDate } from '../../kit/format-time.ts'
import { actionColumn } from '../../kit/row-actions.tsx'
import { Section } from '../../kit/section.tsx'
import { SmallButton } from '../../kit/small-button.tsx'
import { Table } from '../../kit/table.tsx'
import { StatusMessage, useAction } from '../../kit/use-action.tsx'

interface MissingAddressesProps {
  missing: readonly MissingAddress[]
  onRedirect: (path: string) => void
  onChange: () => void
}

/** Addresses that visitors ask for and that the shop does not have. */
export function MissingAddresses({ missing, onRedirect, onChange }: MissingAddressesProps) {
  const { busy, message, run } = useAction()
  const dismiss = (_id: string) => run(() => callSignedIn('POST /redirects/missing/dismiss', { body: { _id } }), onChange)
  return (
    <Section title="Missing addresses" className="gap-3 pt-4">
      <p className="max-w-prose text-soft">
        What visitors asked for and the shop does not have, the most frequent first. New ones appear within seconds.
      </p>
      <StatusMessage message={message} />
      {missing.length === 0 ? (
        <p>Nobody has asked for a page that is missing.</p>
      ) : (
        <Table
          label="Missing addresses, the most frequent first"
          rows={missing}
          getKey={({ _id }) => _id}
          columns={[
            { head: 'Address', className: 'wrap-anywhere', cell: ({ path }) => path },
            { head: 'Requests', number: true, cell: ({ requests }) => requests.toLocaleString('en-IN') },
            { head: 'Last', number: true, className: 'max-sm:hidden', cell: ({ lastAskedAt }) => formatDate(lastAskedAt) },
            actionColumn<MissingAddress>(({ _id, path }) => (
              <span className="inline-flex flex-wrap justify-end gap-2">
                <SmallButton aria-label={`Redirect to … for ${path}`} onClick={() => onRedirect(path)}>
                  Redirect to …
                </SmallButton>
                <SmallButton aria-label={`Dismiss ${path}`} aria-disabled={busy} className="max-sm:hidden" onClick={() => dismiss(_id)}>
                  Dismiss
                </SmallButton>
              </span>
            )),
          ]}
        />
      )}
    </Section>
  )
}
