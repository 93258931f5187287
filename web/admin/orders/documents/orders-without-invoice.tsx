import { useState } from 'react'
import type { CallReply } from '#contract/contract.ts'
import { invoiceProblemTexts } from '#contract/tax/invoice-problems.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { Button } from '../../../ui/button.tsx'
import { DrawerLink } from '../../kit/drawer-link.tsx'
import { ordersPath } from '../../kit/list-href.ts'
import { actionColumn } from '../../kit/row-actions.tsx'
import { type Column, Table } from '../../kit/table.tsx'
import { StatusMessage, useAction } from '../../kit/use-action.tsx'

type Reply = CallReply<'GET /invoices/missing'>
type Row = Reply['orders'][number]

/** Why an order has no invoice, and what helps. */
export function describeMissingInvoice({ problem, state, offeredState }: Row): string {
  if (problem === null) return 'Packed before the shop issued invoices.'
  if (problem !== 'state') return invoiceProblemTexts[problem]
  const named = state === '' ? 'The address has no state.' : `“${state}” is not a state of India.`
  return offeredState === '' ? `${named} Choose the state in the address of the order.` : `${named} Its PIN code is in ${offeredState}.`
}

/** Packed and shipped orders without an invoice, each with what it lacks. */
export function OrdersWithoutInvoice({ list, onIssued }: { list: Pick<Reply, 'orders' | 'total'>; onIssued: () => void }) {
  const { busy, message, run } = useAction(onIssued)
  const [current, setCurrent] = useState<string>()
  const issue = (id: string) => {
    setCurrent(id)
    return run(() => callSignedIn('POST /order/admin/:id/invoice', { params: { id } }), onIssued)
  }
  const columns: Column<Row>[] = [
    {
      head: 'Order',
      cell: ({ _id, number }) => (
        <DrawerLink list={ordersPath} id={_id} className="link" data-opens-row>
          {number}
        </DrawerLink>
      ),
    },
    { head: 'Status', cell: ({ orderStatus }) => orderStatus, className: 'max-sm:hidden' },
    { head: 'What is missing', cell: describeMissingInvoice },
    actionColumn(({ _id, number }) => (
      <Button className="text-sm" aria-disabled={busy} aria-label={`Issue the invoice of ${number} now`} onClick={() => issue(_id)}>
        {busy && current === _id ? 'Issuing …' : 'Issue now'}
      </Button>
    )),
  ]
  return (
    <section aria-labelledby="without-invoice" className="flex flex-col gap-3">
      <StatusMessage message={message} />
      {list.total > 0 && (
        <>
          <h2 id="without-invoice" className="font-semibold">
            Orders without an invoice ({list.total.toLocaleString('en-IN')})
          </h2>
          <Table label="Orders without an invoice" columns={columns} rows={list.orders} getKey={({ _id }) => _id} stickyHead={false} />
          {list.total > list.orders.length && <p className="text-sm text-soft">The oldest {list.orders.length} are shown.</p>}
        </>
      )}
    </section>
  )
}
