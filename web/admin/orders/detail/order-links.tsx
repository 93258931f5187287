import { formatRupees } from '#contract/kernel/money.ts'
import { getToPay } from '#contract/orders/adjustments.ts'
import type { AdminOrderDetail } from '#contract/orders/admin-orders.ts'
import { useStoreConfig } from '../../../layout/store-config.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { Button } from '../../../ui/button.tsx'
import { DrawerSection } from '../../kit/drawer.tsx'
import { StatusMessage } from '../../kit/use-action.tsx'
import { SendLink } from '../shared/send-link.tsx'
import { type OrderPartProps, useOrderAction } from './order-part.ts'

/** The page where the customer pays or confirms an order that waits for it. */
export function ConfirmationLink({ order, isToBePaid }: { order: AdminOrderDetail; isToBePaid: boolean }) {
  const { storeName } = useStoreConfig()
  const { number, confirmationLink, deliveryAddress } = order
  if (confirmationLink === null) return null
  const named = `your order ${number} at ${storeName}`
  return (
    <SendLink
      link={confirmationLink}
      label={isToBePaid ? 'Copy the payment link' : 'Copy the link for the shopper'}
      phone={deliveryAddress.phone}
      text={isToBePaid ? `Please pay ${formatRupees(getToPay(order))} for ${named} here:` : `Please confirm ${named} here:`}
      name="confirmation"
    />
  )
}

/** The pages of an order for its customer, to send. */
export function OrderLinks({ order, ...props }: OrderPartProps) {
  const { storeName } = useStoreConfig()
  const { number, trackingLink, returnLink, payOnlineLink, deliveryAddress } = order
  const named = `your order ${number} at ${storeName}`
  const links = [
    { name: 'tracking', link: trackingLink, label: 'Copy the tracking link', text: `Follow ${named} here:` },
    {
      name: 'payment',
      link: payOnlineLink,
      label: 'Copy the payment link',
      text: `Please pay ${formatRupees(getToPay(order))} for ${named} here:`,
    },
    { name: 'return', link: returnLink, label: 'Copy the return link', text: `Return or exchange items of ${named} here:` },
  ]
  if (trackingLink === undefined) return null
  return (
    <DrawerSection title="Links for the customer">
      <ul className="flex flex-col gap-3 text-sm">
        {links.map(
          ({ link, ...texts }) =>
            link !== undefined && (
              <li key={texts.name}>
                <SendLink link={link} phone={deliveryAddress.phone} {...texts} />
              </li>
            ),
        )}
      </ul>
      <RevokeLinks order={order} {...props} />
    </DrawerSection>
  )
}

/** Ends the links of an order that its mails contain. */
function RevokeLinks({ order: { _id: id }, ...props }: OrderPartProps) {
  const { busy, message, ask, dialog } = useOrderAction(props)
  const askFirst = () =>
    ask(
      {
        title: 'Revoke the links of this order?',
        text: 'The links that were mailed or copied before no longer work. The links above are replaced by new ones.',
        action: 'Revoke links',
      },
      () => callSignedIn('POST /order/admin/:id/links/revoke', { params: { id } }),
    )
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
      <Button className="text-sm" aria-disabled={busy} onClick={askFirst}>
        Revoke links
      </Button>
      <StatusMessage message={message} />
      {dialog}
    </div>
  )
}
