import type { CallReply } from '#contract/contract.ts'
import { formatRupees } from '#contract/kernel/money.ts'
import type { Customer } from '#contract/orders/customers.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { LinkButton } from '../../../ui/button.tsx'
import { Drawer, DrawerSection } from '../../kit/drawer.tsx'
import { DrawerLink } from '../../kit/drawer-link.tsx'
import { formatDate, formatDateTime } from '../../kit/format-time.ts'
import { buildListHref, newOrderPath, ordersPath } from '../../kit/list-href.ts'
import type { DrawerProps } from '../../kit/list-page.tsx'
import { Needs } from '../../kit/needs.tsx'
import { ScreenLink, SmallButton } from '../../kit/small-button.tsx'
import { Table } from '../../kit/table.tsx'
import { StatusMessage, useAction } from '../../kit/use-action.tsx'
import { useResource } from '../../kit/use-resource.ts'
import { CustomerSums } from '../../shared/customer-sums.tsx'
import { getShownTotal } from '../../shared/get-shown-total.ts'
import { PastOrderTable } from '../../shared/past-orders.tsx'
import { PaymentStatus } from '../../shared/payment-status.tsx'
import { PersonReturns } from '../../shared/person-returns.tsx'
import { CodSection } from './cod-section.tsx'
import { describeKind } from './describe-kind.ts'

type Detail = CallReply<'GET /customers/:id'>

const load = (id: string) => callSignedIn('GET /customers/:id', { params: { id } })

/** One customer: sums, orders and addresses. */
export function CustomerDrawer({ id, onClose, onChange }: DrawerProps) {
  const resource = useResource({ id, load })
  return (
    <Drawer resource={resource} title={resource.data?.customer.name ?? 'Customer'} onClose={onClose}>
      {({ customer, addresses, orders, cod = null, codEvents = [], pastOrders = [] }) => (
        <>
          <div className="flex flex-wrap items-start justify-between gap-4">
            <p className="flex min-w-0 flex-col text-sm">
              <span className="text-soft">{describeKind(customer)}</span>
              {customer.phone && (
                <a href={`tel:${customer.phone}`} className="link inline-flex min-h-11 w-fit items-center sm:min-h-6">
                  {customer.phone}
                </a>
              )}
              {customer.email && (
                <a href={`mailto:${customer.email}`} className="link inline-flex min-h-11 w-fit items-center break-all sm:min-h-6">
                  {customer.email}
                </a>
              )}
            </p>
            <Needs right="orders">
              <LinkButton variant="ink" to={buildListHref({ path: newOrderPath, params: { customer: customer._id } })}>
                New order for this customer
              </LinkButton>
            </Needs>
          </div>
          {orders.length > 0 && (
            <>
              <CustomerSums customer={customer} />
              <DrawerSection title="Orders">
                <OrderTable orders={orders} />
                {customer.orders > orders.length && (
                  <ScreenLink to={buildListHref({ path: ordersPath, params: { q: customer.phone } })} className="link w-fit">
                    View all {customer.orders.toLocaleString('en-IN')} orders
                  </ScreenLink>
                )}
              </DrawerSection>
            </>
          )}
          {orders.length > 0 && <PersonReturns orderId={customer._id} />}
          {pastOrders.length > 0 && (
            <DrawerSection title="Orders in the earlier shop">
              <PastOrderTable isOfCustomer orders={pastOrders} />
            </DrawerSection>
          )}
          <ImportedDetails
            customer={customer}
            onChanged={() => {
              resource.reload()
              onChange()
            }}
            onDeleted={async () => {
              // A navigation ends a reload that has begun.
              await onClose()
              onChange()
            }}
          />
          {customer.phone && <CodSection id={customer._id} restriction={cod} events={codEvents} onChanged={resource.reload} />}
          {addresses.length > 0 && (
            <DrawerSection title={addresses.length === 1 ? 'Address' : 'Addresses'}>
              <ul className="flex flex-col gap-4 text-sm">
                {addresses.map((address) => (
                  <li key={JSON.stringify(address)}>
                    <address className="not-italic wrap-anywhere">
                      <span className="font-semibold">
                        {address.firstName} {address.lastName}
                      </span>
                      <span className="block">{[address.address, address.landmark].filter(Boolean).join(', ')}</span>
                      <span className="block">
                        {address.city} {address.pinCode}, {address.state}
                      </span>
                      <span className="block text-soft">{address.phone}</span>
                    </address>
                  </li>
                ))}
              </ul>
            </DrawerSection>
          )}
        </>
      )}
    </Drawer>
  )
}

const OrderTable = ({ orders }: Pick<Detail, 'orders'>) => (
  <Table
    label="Orders, newest first"
    stickyHead={false}
    rows={orders}
    getKey={({ _id }) => _id}
    columns={[
      {
        head: 'Order',
        cell: ({ _id, number, createdAt }) => (
          <>
            <DrawerLink
              list={ordersPath}
              id={_id}
              className="font-semibold whitespace-nowrap hover:underline max-sm:-my-2 max-sm:inline-flex max-sm:min-h-11 max-sm:items-center"
            >
              {number}
            </DrawerLink>
            <span className="block whitespace-nowrap text-soft">{formatDateTime(createdAt)}</span>
          </>
        ),
      },
      { head: 'Total', number: true, cell: (order) => formatRupees(getShownTotal(order)) },
      { head: 'Payment', className: 'pl-6 max-sm:hidden', cell: (order) => <PaymentStatus order={order} className="font-medium" /> },
      { head: 'Status', cell: ({ orderStatus }) => <span className="font-medium">{orderStatus}</span> },
    ]}
  />
)

interface ImportedDetailsProps {
  customer: Customer
  onChanged: () => void
  onDeleted: () => void
}

/** What an import knows about a customer, and the consent to messages. */
function ImportedDetails({ customer: { _id: id, importedAt, consent, orders }, onChanged, onDeleted }: ImportedDetailsProps) {
  const { busy, message, run, ask, dialog } = useAction()
  const withdraw = () => run(() => callSignedIn('POST /customers/:id/withdraw-consent', { params: { id } }), onChanged)
  const remove = () =>
    ask(
      {
        title: 'Delete the imported details?',
        text:
          orders === 0
            ? 'This customer has no orders here and leaves the list. Orders in the earlier shop are deleted, too.'
            : 'The name, email and consent of the import, and the orders in the earlier shop, are deleted. The orders here stay.',
        action: 'Delete',
      },
      () => callSignedIn('DELETE /customers/:id', { params: { id } }),
      orders === 0 ? onDeleted : onChanged,
    )
  if (importedAt === null && consent === null) return null
  const canWithdraw = importedAt !== null && consent?.given === true && consent.source !== 'account page'
  return (
    <DrawerSection title="Messages about offers">
      <p className="text-sm">
        {consent === null
          ? 'No consent is recorded.'
          : `${consent.given ? 'Agreed' : 'Does not agree'}, ${formatDate(consent.on)}: ${consent.source}.`}
        {importedAt !== null && <span className="block text-soft">Imported on {formatDate(importedAt)}</span>}
      </p>
      <StatusMessage message={message} />
      <div className="flex flex-wrap gap-3">
        {canWithdraw && (
          <SmallButton aria-disabled={busy} onClick={withdraw}>
            Withdraw the consent
          </SmallButton>
        )}
        {importedAt !== null && (
          <SmallButton className="text-bad" onClick={remove}>
            Delete imported details
          </SmallButton>
        )}
      </div>
      {dialog}
    </DrawerSection>
  )
}
