import { useCallback, useState } from 'react'
import type { CallReply } from '#contract/contract.ts'
import { formatRupees } from '#contract/kernel/money.ts'
import type { Offer } from '#contract/offers/offer-schemas.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { downloadSignedIn } from '../../../session/download-signed-in.ts'
import { DrawerSection, LoadError } from '../../kit/drawer.tsx'
import { DrawerLink } from '../../kit/drawer-link.tsx'
import { formatDateTime } from '../../kit/format-time.ts'
import { ordersPath } from '../../kit/list-href.ts'
import { Needs } from '../../kit/needs.tsx'
import { SmallButton } from '../../kit/small-button.tsx'
import { Table } from '../../kit/table.tsx'
import { StatusMessage, useAction } from '../../kit/use-action.tsx'
import { useResource } from '../../kit/use-resource.ts'
import { NewerOlder } from '../../shared/newer-older.tsx'

type Use = CallReply<'GET /offers/:id/uses'>['uses'][number]

function describeUse({ orderStatus, isCounted }: Use): string {
  if (orderStatus === null) return 'Being paid online'
  return isCounted || orderStatus === 'Cancelled' ? orderStatus : `${orderStatus}, beyond the limit`
}

/** The orders that have used an offer, a page at a time, and all as a file. */
export function OfferUses({ offer: { _id: id, code } }: { offer: Offer }) {
  const [page, setPage] = useState(1)
  const load = useCallback((key: string) => callSignedIn('GET /offers/:id/uses', { params: { id }, query: { page: Number(key) } }), [id])
  const { data, error, reload } = useResource({ id: String(page), load })
  const { busy, message, run } = useAction()
  const download = () =>
    run(async () => {
      const fileName = `${code?.toLowerCase() ?? 'offer'}-orders.csv`
      await downloadSignedIn({ route: 'GET /offers/:id/uses/export', input: { params: { id } }, fileName })
      return { message: 'The file is saved.' }
    })
  return (
    <DrawerSection title="Uses">
      <LoadError error={error} onRetry={reload} />
      {data?.total === 0 && <p className="text-soft">Nobody has used this offer yet.</p>}
      {data !== undefined && data.total > 0 && (
        <>
          <Table
            label="Orders that have used this offer, newest first"
            stickyHead={false}
            rows={data.uses}
            getKey={({ _id }) => _id}
            columns={[
              {
                head: 'Order',
                cell: ({ orderId, number }) =>
                  orderId === null ? (
                    '–'
                  ) : (
                    <DrawerLink list={ordersPath} id={orderId} className="link">
                      {number}
                    </DrawerLink>
                  ),
              },
              { head: 'Status', cell: describeUse },
              { head: 'Used', className: 'max-sm:hidden', cell: ({ usedAt }) => formatDateTime(usedAt) },
              { head: 'Discount', number: true, cell: ({ amount }) => formatRupees(amount) },
            ]}
          />
          <div className="flex flex-wrap items-center gap-3">
            {data.totalPages > 1 && <NewerOlder page={page} totalPages={data.totalPages} onPage={setPage} />}
            <Needs right="exports">
              <SmallButton aria-disabled={busy} onClick={download}>
                Export CSV
              </SmallButton>
            </Needs>
          </div>
        </>
      )}
      <StatusMessage message={message} />
    </DrawerSection>
  )
}
