import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { toIndianDay } from '#contract/kernel/indian-time.ts'
import { payoutLimits } from '#contract/payouts/payout-details.ts'
import type { Payout } from '#contract/payouts/payouts.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { downloadSignedIn } from '../../../session/download-signed-in.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { parsePage } from '../../../ui/page-numbers.ts'
import { pageTitle } from '../../../ui/page-title.ts'
import { OrderTabs } from '../../kit/admin-tabs.tsx'
import { FilterSelect, ListContent, ListFrame, ListTotal } from '../../kit/list-frame.tsx'
import { buildListHref, ordersPath, payoutsPath, returnsPath } from '../../kit/list-href.ts'
import { readListRows } from '../../kit/list-rows.tsx'
import { SmallButton } from '../../kit/small-button.tsx'
import { StatusMessage, useAction } from '../../kit/use-action.tsx'
import { useResource } from '../../kit/use-resource.ts'
import { PayPayout } from './pay-payout.tsx'
import { buildPayoutColumns } from './payout-columns.tsx'
import { UndeliveredParcels } from './undelivered-parcels.tsx'

export const handle = { section: ordersPath }
export const meta = pageTitle('Refunds to pay')

/** By the search parameters of the screen. It is called after the screen is shown, because it may ask for the PIN. */
const load = (search: string) => {
  const params = new URLSearchParams(search)
  const query = { page: parsePage(params.get('page')), state: params.get('state') === 'paid' ? 'paid' : 'to pay' } as const
  return callSignedIn('GET /payouts', { query: { ...query, limit: readListRows() } })
}

/** Refunds of cash, which the shop transfers by hand. */
export default function Payouts() {
  const [search, setSearch] = useSearchParams()
  const { data: list, error, reload } = useResource({ id: `${search}&rows=${readListRows()}`, load })
  const [pending, setPending] = useState<Payout>()
  const { busy, message, run } = useAction()
  const isPaid = search.get('state') === 'paid'
  const page = parsePage(search.get('page'))
  const download = () =>
    run(async () => {
      await downloadSignedIn({ route: 'GET /payouts/export', input: {}, fileName: `refunds-to-pay-${toIndianDay()}.csv` })
      return { message: 'The file is saved. Delete it when the bank has it.' }
    })
  return (
    <ListFrame
      title="Refunds to pay"
      tabs={<OrderTabs />}
      aside={
        <div className="flex flex-wrap items-baseline gap-x-6">
          <Link to={returnsPath} className="link inline-flex min-h-11 items-center text-sm">
            All returns
          </Link>
          {list && <ListTotal count={list.total} label={isPaid ? 'paid' : 'to pay'} />}
        </div>
      }
    >
      {!isPaid && <UndeliveredParcels />}
      <p className="max-w-prose text-soft">
        What was paid in cash is transferred by hand. Transfer it to the UPI id or account that the shopper has entered, then enter the
        reference of the bank (UTR).
        {!isPaid &&
          ' Give the file to your bank as it is: a spreadsheet cuts off zeros and digits of account numbers when it saves the file.'}
      </p>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <form
          onSubmit={(event) => {
            event.preventDefault()
            setSearch(new FormData(event.currentTarget).get('state') === 'paid' ? { state: 'paid' } : {})
          }}
        >
          <FilterSelect name="state" label="State" allLabel="To pay" value={isPaid ? 'paid' : ''} choices={[['paid', 'Paid']]} />
        </form>
        {!isPaid && (
          <SmallButton aria-disabled={busy} disabled={!list?.total} onClick={download}>
            CSV for the bank
          </SmallButton>
        )}
      </div>
      <StatusMessage message={message} />
      {list === undefined && error === undefined ? (
        <p role="status" className="text-soft">
          Loading…
        </p>
      ) : list === undefined ? (
        <EmptyState alert title={error ?? ''} action={<Button onClick={reload}>Try again</Button>} />
      ) : (
        <ListContent
          label={isPaid ? 'Paid refunds, newest first' : 'Refunds to pay, oldest first'}
          columns={buildPayoutColumns({ onPay: setPending })}
          rows={list.payouts}
          error={error}
          empty={<EmptyState title={isPaid ? 'No paid refunds yet.' : 'No refunds to pay.'} />}
          page={page}
          totalPages={list.totalPages}
          rowsPerPage={payoutLimits.perPage}
          buildPageHref={(number) =>
            buildListHref({
              path: payoutsPath,
              params: { ...(isPaid && { state: 'paid' }), page: number > 1 ? String(number) : undefined },
            })
          }
        />
      )}
      {pending && (
        <PayPayout
          key={pending._id}
          payout={pending}
          onPaid={() => {
            setPending(undefined)
            reload()
          }}
          onStale={reload}
          onClose={() => setPending(undefined)}
        />
      )}
    </ListFrame>
  )
}
