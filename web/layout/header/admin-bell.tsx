import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { CallReply } from '#contract/contract.ts'
import { formatRupees } from '#contract/kernel/money.ts'
import type { ReturnCounts } from '#contract/returns/return-counts.ts'
import { call } from '../../api/client.ts'
import { adminHome } from '../../session/homes.ts'
import { formatDateTime } from '../../ui/format-date.ts'
import { Bell, BellLinks, NotificationItem } from './notification-bell.tsx'
import { useNotifications } from './use-notifications.ts'

type Reply = CallReply<'GET /order/admin/notifications'>

const noReturns: ReturnCounts = { asked: 0, coming: 0, overdue: 0, received: 0, notReceived: 0 }

const source = {
  empty: {
    orders: [],
    unreadOrders: 0,
    payments: 0,
    overdueTickets: 0,
    lowStock: { products: [], total: 0, unread: 0 },
    lacksMailServer: false,
    unread: 0,
  } as Reply,
  load: () => call('GET /order/admin/notifications', {}),
  markRead: () => call('POST /order/admin/notifications/read', {}),
  countPending: ({ payments, invoices = 0, overdueTickets = 0, returns = noReturns, lacksMailServer, unreadableKeys = [] }: Reply) =>
    payments +
    invoices +
    overdueTickets +
    returns.asked +
    returns.received +
    returns.overdue +
    Number(lacksMailServer) +
    unreadableKeys.length,
}

const orders = `${adminHome}/OrderDetail`
const products = `${adminHome}/payment`
const returnList = `${adminHome}/returns`
const providerNames = { razorpay: 'Razorpay', shiprocket: 'Shiprocket', meta: 'Meta' } as const
const lostUses = { razorpay: 'online payment is off', shiprocket: 'pick-ups are not booked', meta: 'purchases are not reported' } as const
const documents = `${adminHome}/documents`

/** The bell of administrators: new orders, payments to review, overdue tickets, returns and products low in stock. */
export function AdminBell() {
  const { reply, error, loadAndMarkRead } = useNotifications(source)
  return (
    <Bell unread={reply.unread} onOpen={loadAndMarkRead}>
      {(close) => (
        <>
          <AdminNotifications {...reply} error={error} onSelect={close} />
          <BellLinks
            onSelect={close}
            links={[
              [`${orders}?status=Placed`, 'New orders'],
              [`${products}?low=yes&sort=stock`, 'Low stock'],
            ]}
          />
        </>
      )}
    </Bell>
  )
}

function AdminNotifications({
  payments,
  invoices = 0,
  overdueTickets = 0,
  returns = noReturns,
  lowStock,
  lacksMailServer,
  unreadableKeys = [],
  error,
  onSelect,
  ...news
}: Reply & { error: string | undefined; onSelect: () => void }) {
  const waiting = listReturnLinks(returns)
  const isEmpty =
    payments + invoices + overdueTickets + waiting.length + news.orders.length + lowStock.products.length + unreadableKeys.length === 0 &&
    !lacksMailServer
  const hiddenProducts = lowStock.total - lowStock.products.length
  if (isEmpty || error !== undefined)
    return <p className="px-5 pb-5 text-soft">{error ?? 'No new orders, no payments to review, and enough stock.'}</p>
  return (
    <div className="flex flex-col gap-4 overflow-y-auto pb-3">
      {lacksMailServer && (
        <p className="mx-5 mt-1 rounded-control border-2 border-bad px-3 py-2 text-bad">
          <span className="font-semibold">Emails are not sent.</span> Customers get no confirmations until the setting SMTP_URL names a mail
          server.
        </p>
      )}
      {unreadableKeys.map((provider) => (
        <PendingLink key={provider} to={`${adminHome}/settings/providers`} onSelect={onSelect}>
          {`Enter the keys of ${providerNames[provider]} again: the secret of the server has changed, so ${lostUses[provider]}`}
        </PendingLink>
      ))}
      {payments > 0 && (
        <PendingLink to={orders} onSelect={onSelect}>
          {payments === 1 ? '1 payment needs review' : `${payments} payments need review`}
        </PendingLink>
      )}
      {invoices > 0 && (
        <PendingLink to={documents} onSelect={onSelect}>
          {invoices === 1 ? '1 invoice needs completing' : `${invoices} invoices need completing`}
        </PendingLink>
      )}
      {overdueTickets > 0 && (
        <PendingLink to={`${adminHome}/tickets?state=overdue`} onSelect={onSelect}>
          {overdueTickets === 1 ? '1 ticket is overdue' : `${overdueTickets.toLocaleString('en-IN')} tickets are overdue`}
        </PendingLink>
      )}
      {waiting.length > 0 && (
        <NotificationSection title="Returns">
          {waiting.map(({ state, text, detail, isPending }) => (
            <NotificationItem
              key={state}
              to={`${returnList}?state=${encodeURIComponent(state)}`}
              onSelect={onSelect}
              unread={isPending}
              detail={detail}
            >
              {text}
            </NotificationItem>
          ))}
        </NotificationSection>
      )}
      {news.orders.length > 0 && (
        <NotificationSection title="New orders">
          {news.orders.map(({ _id, number, customer, totalPrice, createdAt, unread }) => (
            <NotificationItem
              key={_id}
              to={`${orders}?open=${_id}`}
              onSelect={onSelect}
              unread={unread}
              detail={
                <>
                  {formatRupees(totalPrice)} · <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
                </>
              }
            >
              {number} · {customer}
            </NotificationItem>
          ))}
        </NotificationSection>
      )}
      {lowStock.products.length > 0 && (
        <NotificationSection title="Low stock">
          {lowStock.products.map(({ _id, name, stock, unread }) => (
            <NotificationItem
              key={_id}
              to={`${products}?open=${_id}`}
              onSelect={onSelect}
              unread={unread}
              detail={stock === 0 ? <span className="text-bad">Sold out</span> : `Only ${stock} left`}
            >
              {name}
            </NotificationItem>
          ))}
          {hiddenProducts > 0 && (
            <li className="px-3 py-2 text-sm text-soft">
              and {hiddenProducts} more {hiddenProducts === 1 ? 'product' : 'products'}
            </li>
          )}
        </NotificationSection>
      )}
    </div>
  )
}

/** The returns that wait for something. Those that wait for the shop stay unread until it is done. */
function listReturnLinks({ asked, received, overdue, coming, notReceived }: ReturnCounts) {
  const links = [
    { state: 'asked', count: asked, text: `${asked} asked for`, detail: 'Accept or decline', isPending: true },
    {
      state: 'received',
      count: received,
      text: `${received} received, to be paid back`,
      detail: 'Check what is paid back',
      isPending: true,
    },
    { state: 'overdue', count: overdue, text: `${overdue} overdue`, detail: 'Ask the shopper or the courier', isPending: true },
    { state: 'coming', count: coming, text: `${coming} to be received`, detail: 'On the way to the shop', isPending: false },
    {
      state: 'not received',
      count: notReceived,
      text: `${notReceived} not received in the last week`,
      detail: 'Nothing came in time',
      isPending: false,
    },
  ]
  return links.filter(({ count }) => count > 0)
}

/** What stays unread until it is done. */
const PendingLink = ({ to, onSelect, children }: { to: string; onSelect: () => void; children: ReactNode }) => (
  <Link
    to={to}
    onClick={onSelect}
    className="mx-5 mt-1 flex min-h-11 items-center rounded-control border-2 border-bad px-3 py-2 font-semibold text-bad hover:bg-sunk"
  >
    {children}
  </Link>
)
function NotificationSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="px-5 text-sm font-semibold text-soft">{title}</h3>
      <ul className="px-2">{children}</ul>
    </section>
  )
}
