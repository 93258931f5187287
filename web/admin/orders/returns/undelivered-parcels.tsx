import { formatRupees } from '#contract/kernel/money.ts'
import { describeParcelMessage } from '#contract/orders/whatsapp-messages.ts'
import type { UndeliveredParcel } from '#contract/payouts/payouts.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { DrawerLink } from '../../kit/drawer-link.tsx'
import { formatDate } from '../../kit/format-time.ts'
import { ordersPath } from '../../kit/list-href.ts'
import { Section } from '../../kit/section.tsx'
import { SmallButton } from '../../kit/small-button.tsx'
import { type Column, Table } from '../../kit/table.tsx'
import { StatusMessage, useAction } from '../../kit/use-action.tsx'
import { useResource } from '../../kit/use-resource.ts'
import { WhatsappLink } from '../../shared/whatsapp-link.tsx'

const load = () => callSignedIn('GET /payouts/undelivered', {})

/** Prepaid parcels that came back undelivered. An administrator chooses what is refunded; nothing is refunded by itself. */
export function UndeliveredParcels() {
  const { data, reload } = useResource({ id: 'undelivered', load })
  const { message, ask, dialog } = useAction(reload)
  if (data === undefined || (data.parcels.length === 0 && message === undefined)) return null
  const { parcels, freight } = data
  const refund = ({ _id: id, number, refunded, left }: UndeliveredParcel, amount: number) =>
    ask(
      {
        title: `Refund ${formatRupees(amount)}?`,
        text: `Order ${number}: ${formatRupees(amount)} is refunded to the original payment method. This cannot be undone.`,
        action: 'Refund',
      },
      () => {
        const reason = amount < left ? 'Parcel came back, less the freight' : 'Parcel came back'
        return callSignedIn('POST /order/admin/:id/refund', { params: { id }, body: { amount, refunded, reason, part: 'online' } })
      },
      reload,
    )
  const columns: readonly Column<UndeliveredParcel>[] = [
    {
      head: 'Order',
      cell: ({ _id, number, name, phone, left }) => (
        <span className="flex flex-col items-start gap-0.5 py-1">
          <DrawerLink list={ordersPath} id={_id} className="link font-semibold whitespace-nowrap tabular-nums">
            {number}
          </DrawerLink>
          <span className="wrap-anywhere">{name}</span>
          <span className="text-soft tabular-nums">{phone}</span>
          <WhatsappLink
            phone={phone}
            describe={(message) => describeParcelMessage({ ...message, name, number, amount: left })}
            about={`order ${number}`}
          />
        </span>
      ),
    },
    {
      head: 'Parcel',
      className: 'max-sm:hidden',
      cell: ({ orderStatus, condition }) => `${orderStatus}, ${condition}`,
      further: ({ receivedAt }) => `Received ${formatDate(receivedAt)}`,
    },
    {
      head: 'Refund',
      number: true,
      cell: (parcel) => (
        <span className="flex flex-col items-end gap-2 py-1">
          {[parcel.left, parcel.lessFreight].map(
            (amount) =>
              amount !== null && (
                <SmallButton key={amount} onClick={() => refund(parcel, amount)}>
                  <span>
                    {formatRupees(amount)}
                    {amount < parcel.left && `, less ${formatRupees(freight)} freight`}{' '}
                    <span className="sr-only">for order {parcel.number}</span>
                  </span>
                </SmallButton>
              ),
          )}
        </span>
      ),
    },
  ]
  return (
    <Section title="Prepaid parcels that came back">
      {parcels.length > 0 && <Table label="Prepaid parcels that came back" columns={columns} rows={parcels} getKey={({ _id }) => _id} />}
      <StatusMessage message={message} />
      {dialog}
    </Section>
  )
}
