import { useState } from 'react'
import { useLocation } from 'react-router'
import { toIndianDay } from '#contract/kernel/indian-time.ts'
import { payoutLimits } from '#contract/payouts/payout-details.ts'
import type { Payout } from '#contract/payouts/payouts.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { downloadSignedIn } from '../../../session/download-signed-in.ts'
import { pageTitle } from '../../../ui/page-title.ts'
import { OrderTabs } from '../../kit/admin-tabs.tsx'
import { defineList, oneOf } from '../../kit/define-list.ts'
import { FilterSelect, ListTotal } from '../../kit/list-frame.tsx'
import { ordersPath, payoutsPath, returnsPath } from '../../kit/list-href.ts'
import { ListPage } from '../../kit/list-page.tsx'
import { readListRows } from '../../kit/list-rows.tsx'
import { ScreenLink, SmallButton } from '../../kit/small-button.tsx'
import { StatusMessage, useAction } from '../../kit/use-action.tsx'
import { useResource } from '../../kit/use-resource.ts'
import { buildPayoutColumns, PayPayout } from './payout-columns.tsx'
import { UndeliveredParcels } from './undelivered-parcels.tsx'

export const handle = { section: ordersPath }
export const meta = pageTitle('Refunds to pay')

const payouts = defineList({
  path: payoutsPath,
  filters: { state: oneOf(['paid']) },
  load: (query) => callSignedIn('GET /payouts', { query: { ...query, state: query.state === undefined ? 'to pay' : 'paid' } }),
})

/** It is called after the screen is shown, because it may ask for the PIN. */
const load = (search: string) => payouts.loadPage(payouts.parse(new URLSearchParams(search)))

/** Refunds of cash, which the shop transfers by hand. */
export default function Payouts() {
  const { search } = useLocation()
  const { data: list, error, reload } = useResource({ id: `${search}&rows=${readListRows()}`, load })
  const [pending, setPending] = useState<Payout>()
  const { busy, message, run } = useAction()
  const address = payouts.parse(new URLSearchParams(search))
  const isPaid = address.filters.state === 'paid'
  const download = () =>
    run(async () => {
      await downloadSignedIn({ route: 'GET /payouts/export', input: {}, fileName: `refunds-to-pay-${toIndianDay()}.csv` })
      return { message: 'The file is saved. Delete it when the bank has it.' }
    })
  return (
    <ListPage
      title="Refunds to pay"
      tabs={<OrderTabs />}
      definition={payouts}
      loaded={{ ...address, list, error }}
      rows={list?.payouts}
      onRetry={reload}
      columns={buildPayoutColumns({ onPay: setPending })}
      label={isPaid ? 'Paid refunds, newest first' : 'Refunds to pay, oldest first'}
      rowsPerPage={payoutLimits.perPage}
      noun={['refund', 'refunds to pay']}
      total={list && <ListTotal count={list.total} label={isPaid ? 'paid' : 'to pay'} />}
      aside={
        <ScreenLink to={returnsPath} className="link inline-flex min-h-11 items-center text-sm">
          All returns
        </ScreenLink>
      }
      top={!isPaid && <UndeliveredParcels />}
      intro={`What was paid in cash is transferred by hand. Transfer it to the UPI id or account that the shopper has entered, then enter the reference of the bank (UTR).${isPaid ? '' : ' Give the file to your bank as it is: a spreadsheet cuts off zeros and digits of account numbers when it saves the file.'}`}
      filters={
        <FilterSelect name="state" label="State" allLabel="To pay" value={address.filters.state ?? ''} choices={[['paid', 'Paid']]} />
      }
      actions={
        !isPaid && (
          <SmallButton aria-disabled={busy} disabled={!list?.total} onClick={download}>
            CSV for the bank
          </SmallButton>
        )
      }
      above={<StatusMessage message={message} />}
      empty="No refunds to pay."
      emptyFound="No paid refunds yet."
    >
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
    </ListPage>
  )
}
