import { useRef } from 'react'
import type { CallReply } from '#contract/contract.ts'
import { formatRupees } from '#contract/kernel/money.ts'
import { getToPay, listTotalRows } from '#contract/orders/adjustments.ts'
import type { AdminOrderDetail } from '#contract/orders/admin-orders.ts'
import type { CodRestriction } from '#contract/orders/cod-persons.ts'
import { describeOrderEvent, listChangedValues, type OrderEvent } from '#contract/orders/order-events.ts'
import { needsConfirmation, noAnswer, orderFlagTexts, paymentLink, toConfirm } from '#contract/orders/order-flags.ts'
import { packingWarningTexts } from '#contract/tax/invoice-problems.ts'
import { usePolling } from '../../../api/use-polling.ts'
import { isCashDue } from '../../../orders/shared/order-text.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { hasRight } from '../../../session/has-right.ts'
import { useSession } from '../../../session/session.ts'
import { LinkButton } from '../../../ui/button.tsx'
import { Drawer, type DrawerFigure, DrawerFigures, DrawerSection } from '../../kit/drawer.tsx'
import { DrawerLink } from '../../kit/drawer-link.tsx'
import { formatDateTime } from '../../kit/format-time.ts'
import { customersPath, ordersPath, returnsPath } from '../../kit/list-href.ts'
import type { DrawerProps } from '../../kit/list-page.tsx'
import { useResource } from '../../kit/use-resource.ts'
import { describeCodRestriction } from '../../shared/describe-cod-restriction.ts'
import { PaymentStatus } from '../../shared/payment-status.tsx'
import { PersonReturns } from '../../shared/person-returns.tsx'
import { describeKind } from '../list/order-columns.tsx'
import { buildPrintHref, type PrintKind } from '../print/print-href.ts'
import { CourierBookingSection } from '../shipping/courier-booking.tsx'
import { isBookingPending } from '../shipping/describe-booking.ts'
import { ShipmentSection } from '../shipping/shipment-section.tsx'
import { CallerReturn } from './caller-return.tsx'
import { OrderAddress } from './order-address.tsx'
import { LatinName, OrderDocuments } from './order-documents.tsx'
import { OrderItems } from './order-items.tsx'
import { ConfirmationLink, OrderLinks } from './order-links.tsx'
import { OrderNotes } from './order-notes.tsx'
import { OrderPaymentSection, SentBackSection } from './order-payment.tsx'
import { ArchiveOrder, OrderTransitions, ReturnedParcel } from './order-transitions.tsx'
import { isPaidAfterPacking } from './paid-after-packing.ts'
import { RelatedOrders } from './related-orders.tsx'

const noPayment: CallReply<'GET /order/admin/:id/payment'> = { payment: null, voidReason: null }

const load = async (id: string) => {
  const [order, { payment, cash, sentBack = [], voidReason }] = await Promise.all([
    callSignedIn('GET /order/admin/:id', { params: { id } }),
    hasRight(useSession.getState().user, 'money') ? callSignedIn('GET /order/admin/:id/payment', { params: { id } }) : noPayment,
  ])
  return { order, payment, cash, sentBack, voidReason }
}

type Detail = Awaited<ReturnType<typeof load>>

const isRefundPending = (detail: Detail | undefined): boolean =>
  [detail?.payment, detail?.cash, ...(detail?.sentBack ?? [])].some((payment) =>
    payment?.refunds.some(({ status }) => status === 'asked' || status === 'pending'),
  )

const isPending = (detail: Detail | undefined): boolean =>
  isRefundPending(detail) || (detail?.order.booking !== undefined && isBookingPending(detail.order.booking))

/** One order: status, items, address, payment and history. */
export function OrderDrawer({ id, onClose, onChange }: DrawerProps) {
  const resource = useResource({ id, load })
  const { data, reload, setData } = resource
  // Not state: Escape right after a change must see it.
  const edited = useRef(new Set<string>())
  const recordEdit = (part: string, isEdited: boolean) => void (isEdited ? edited.current.add(part) : edited.current.delete(part))
  usePolling({
    active: isPending(data),
    // A failed poll keeps the data; the next one may succeed.
    refresh: () =>
      load(id).then(
        (fresh) => {
          setData(fresh)
          if (!isPending(fresh)) onChange()
        },
        () => {},
      ),
  })
  const reloadAll = () => {
    reload()
    onChange()
  }
  const change = (order: AdminOrderDetail) => {
    if (data) setData({ ...data, order })
    // Cancelling a card order also refunds it.
    reloadAll()
  }
  return (
    <Drawer
      resource={resource}
      title={data ? `Order ${data.order.number}` : 'Order'}
      hasEdits={() => edited.current.size > 0}
      onClose={onClose}
    >
      {({ order, payment, cash, sentBack, voidReason }) => {
        const part = { order, onChange: change, onStale: reloadAll }
        const buildForm = (name: string) => ({ ...part, onEdit: (isEdited: boolean) => recordEdit(name, isEdited) })
        return (
          <>
            <OrderTransitions {...part} />
            {order.packingWarnings?.map((warning) => (
              <p key={warning} className="text-sm font-medium text-bad">
                {packingWarningTexts[warning]}
              </p>
            ))}
            <LatinName {...buildForm('name')} />
            {order.exchangeOf && <ExchangeLinks exchangeOf={order.exchangeOf} />}
            <ArchiveOrder {...part} />
            {!order.isTakenAway && <PrintLinks order={order} />}
            {isPaidAfterPacking(order) && (
              <p className="text-sm font-medium text-bad">
                Paid online after it was packed. Print the label and the packing slip again, so that the courier collects no cash.
              </p>
            )}
            {needsConfirmation({ ...order, status: order.orderStatus }) && <ConfirmationReasons order={order} />}
            {order.cod && <CodRestrictionNotice orderId={id} restriction={order.cod} />}
            <ReturnedParcel {...part} />
            {!order.isTakenAway && <ShipmentSection {...buildForm('shipment')} />}
            <CourierBookingSection {...part} />
            {voidReason && <p className="text-sm text-soft">Cancelled by the shop. The shopper was told: “{voidReason}”</p>}
            <OrderItems {...part} />
            <div className="grid gap-8 sm:grid-cols-2">
              <OrderAddress {...buildForm('address')} />
              <DrawerSection title="Totals">
                <OrderTotals order={order} />
              </DrawerSection>
            </div>
            <OrderDocuments {...order} />
            {payment && <OrderPaymentSection order={order} payment={payment} onChange={reloadAll} />}
            {cash && <OrderPaymentSection order={order} payment={cash} onChange={reloadAll} />}
            {sentBack.length > 0 && <SentBackSection payments={sentBack} />}
            <OrderLinks {...part} />
            <CallerReturn {...buildForm('return')} />
            <PersonReturns orderId={id} />
            <RelatedOrders id={id} version={order.version} onChange={reloadAll} />
            <OrderNotes {...buildForm('note')} />
            <OrderHistory events={order.events} />
          </>
        )
      }}
    </Drawer>
  )
}

/** Opens the print documents of one order in a tab of their own, so that the list stays as it is. */
function PrintLinks({ order }: { order: AdminOrderDetail }) {
  const links: [PrintKind, string][] = [
    ['packing-slips', 'Print packing slip'],
    ...(order.isGift ? [['gift-slips', 'Print gift slip'] satisfies [PrintKind, string]] : []),
    ['labels', 'Print label'],
  ]
  return (
    <div className="flex flex-wrap gap-3">
      {links.map(([kind, label]) => (
        <LinkButton key={kind} to={buildPrintHref({ kind, orders: [order] })} target="_blank">
          {label}
        </LinkButton>
      ))}
    </div>
  )
}

/** The return and the order that an exchange belongs to. */
const ExchangeLinks = ({ exchangeOf }: { exchangeOf: NonNullable<AdminOrderDetail['exchangeOf']> }) => (
  <p className="text-sm">
    Exchange:{' '}
    <DrawerLink list={returnsPath} id={exchangeOf.returnId} className="link font-semibold">
      Return {exchangeOf.return}
    </DrawerLink>{' '}
    of{' '}
    <DrawerLink list={ordersPath} id={exchangeOf.order} className="link font-semibold">
      order {exchangeOf.number}
    </DrawerLink>
  </p>
)

/** What is set for the person, with the place where it is changed. */
const CodRestrictionNotice = ({ orderId, restriction }: { orderId: string; restriction: CodRestriction }) => (
  <p className="text-sm">
    <span className="font-medium text-bad">{describeCodRestriction(restriction)}.</span>{' '}
    <DrawerLink list={customersPath} id={orderId} className="link">
      Open the customer
    </DrawerLink>
  </p>
)

/** Why an order needs a confirmation. */
function ConfirmationReasons({ order }: { order: AdminOrderDetail }) {
  const { flags, isUnanswered, cancelsAt } = order
  const isToBePaid = flags.includes(paymentLink)
  return (
    <DrawerSection title={isUnanswered ? noAnswer : toConfirm}>
      <ul className="list-disc pl-5 text-sm font-medium text-bad">
        {flags.map((flag) => (
          <li key={flag}>{orderFlagTexts[flag]}</li>
        ))}
      </ul>
      <p className="mt-2 text-sm text-soft">
        {isToBePaid
          ? 'The order is packed when it is paid, and cancelled if it stays unpaid. If you confirm it, the courier collects the cash.'
          : isUnanswered
            ? 'The shopper has not answered our emails. Please call the shopper, then confirm or cancel the order.'
            : 'Our email asks the shopper to confirm or cancel the order. You can do so too.'}
      </p>
      {cancelsAt && (
        <p className="mt-2 text-sm">
          Cancelled on <strong>{formatDateTime(cancelsAt)}</strong> unless it is confirmed, and its stock returns.
        </p>
      )}
      <div className="text-sm">
        <ConfirmationLink order={order} isToBePaid={isToBePaid} />
      </div>
    </DrawerSection>
  )
}

function OrderTotals({ order }: { order: AdminOrderDetail }) {
  const rows: DrawerFigure[] = [
    ...listTotalRows(order).map(({ label, amount }): DrawerFigure => [label, amount]),
    ['Paid', formatRupees(order.amountPaid)],
    ...(order.amountRefunded ? [['Refunded', formatRupees(order.amountRefunded)] as const] : []),
    order.isToBePaid
      ? ['Due online', formatRupees(getToPay(order))]
      : ['Due on delivery', formatRupees(isCashDue(order) ? order.cashOndelivery : 0)],
    ['Type', describeKind(order)],
    ['Payment', <PaymentStatus key="payment" order={order} className="font-semibold" />],
  ]
  return <DrawerFigures rows={rows} />
}

const roles = { guest: 'the guest', shopper: 'the shopper', admin: 'an administrator', system: 'the shop' }

/** What happened to an order, with the old and new values of what an administrator has changed. */
export function OrderHistory({ events }: Pick<AdminOrderDetail, 'events'>) {
  return (
    <DrawerSection title="History">
      <ol className="flex flex-col text-sm">
        {events.map(({ event, type = event, change, actor, actorName, happenedAt }) => {
          const recorded = { event: type as OrderEvent, change }
          const changes = listChangedValues(recorded)
          return (
            <li key={event + happenedAt} className="flex flex-wrap justify-between gap-x-6 border-line py-1.5 not-last:border-b">
              <span>
                <span className="font-semibold">{change ? describeOrderEvent(recorded) : event}</span>{' '}
                <span className="text-soft">by {actorName ?? roles[actor]}</span>
              </span>
              <time dateTime={happenedAt} className="text-soft tabular-nums">
                {formatDateTime(happenedAt)}
              </time>
              {changes.length > 0 && (
                <ul className="w-full wrap-anywhere text-soft">
                  {changes.map(({ label, before, after }) => (
                    <li key={label}>
                      {label}: <del>{before || 'none'}</del> <span className="sr-only">is now</span>
                      <span aria-hidden="true">→</span> <span className="text-ink">{after || 'none'}</span>
                    </li>
                  ))}
                </ul>
              )}
            </li>
          )
        })}
      </ol>
    </DrawerSection>
  )
}
