import { useEffect, useRef, useState } from 'react'
import { undoSeconds } from '#contract/kernel/business.ts'
import { formatRupees } from '#contract/kernel/money.ts'
import * as screenTexts from '#contract/kernel/texts/screen-texts.ts'
import type { AdminOrderDetail } from '#contract/orders/admin-orders.ts'
import { isAgainstCourier } from '#contract/orders/against-courier.ts'
import { endsEarly, type OrderStatus, type ParcelCondition, parcelConditions, returnsParcel } from '#contract/orders/order-status.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { useRight } from '../../../session/use-right.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { NoteDialog } from '../../kit/note-dialog.tsx'
import { StatusMessage } from '../../kit/use-action.tsx'
import { type OrderPartProps, useOrderAction } from './order-part.ts'

/** The labels of the buttons that change an order's status. */
const transitionLabels: Record<OrderStatus, string> = {
  Placed: 'Place',
  Confirmed: 'Confirm',
  Packed: 'Mark as packed',
  Shipped: 'Mark as shipped',
  Delivered: 'Mark as delivered',
  Cancelled: 'Cancel order',
  Refused: 'Mark as refused',
  Undelivered: 'Mark as undelivered',
}

/** Milliseconds for which presses are ignored after the buttons have changed, so that a double click presses one button. */
const pressGuardMs = 1_000

/** What a change of the status does beyond the status; undefined for a change that needs no confirmation. */
function describeConsequences({ order, to }: { order: AdminOrderDetail; to: OrderStatus }): string | undefined {
  if (returnsParcel(to)) {
    const returned = 'The items are returned to stock when you have received the parcel.'
    return to === 'Refused' && order.advance
      ? `${returned} The advance is refunded, unless the policies say that the shop keeps it.`
      : returned
  }
  if (to === 'Cancelled' && order.manualPayment) return 'The items are returned to stock, and what was paid is listed in Refunds to pay.'
  if (to === 'Cancelled')
    return `The items are returned to stock${order.paymentStatus === 'Paid' || order.advance ? ', and the payment is refunded.' : '.'}`
  if (to === 'Delivered' && order.kind !== 'card' && order.cashOndelivery > 0)
    return `The courier has collected ${formatRupees(order.cashOndelivery)}, and the order is paid.`
}

/** What the courier says of the parcel, when it is something else than this change. */
function findContradiction({ order: { booking }, to }: { order: AdminOrderDetail; to: OrderStatus }): string | undefined {
  if (!booking?.parcelState || !isAgainstCourier({ state: booking.parcelState, to })) return
  return `${booking.courierName ?? 'The courier'} says “${booking.parcelState}”.`
}

/** The status of an order and its possible transitions. Requests contain the displayed version, so that a stale screen changes nothing. */
export function OrderTransitions({ order, onChange, onStale }: OrderPartProps) {
  const { _id: id, orderStatus, transitions, version, undo } = order
  const { busy, message, run } = useOrderAction({ onChange, onStale })
  const [pending, setPending] = useState<OrderStatus>()
  const [readyVersion, setReadyVersion] = useState(version)
  const [expiredVersion, setExpiredVersion] = useState<number>()
  const heading = useRef<HTMLParagraphElement>(null)
  const undoButton = useRef<HTMLButtonElement>(null)
  const isIgnoring = busy || readyVersion !== version

  useEffect(() => {
    const timer = setTimeout(setReadyVersion, pressGuardMs, version)
    return () => clearTimeout(timer)
  }, [version])

  useEffect(() => {
    if (!undo) return
    const expire = () => {
      if (document.activeElement === undoButton.current) heading.current?.focus()
      setExpiredVersion(version)
    }
    const timer = setTimeout(expire, undo.secondsLeft * 1_000)
    return () => clearTimeout(timer)
  }, [undo, version])

  const mayRefund = useRight('money')
  const send = async (request: Parameters<typeof run>[0]) => {
    if (isIgnoring) return
    await run(request)
    setPending(undefined)
    // The pressed button may no longer exist.
    heading.current?.focus()
  }

  // What is paid of a cancelled order is refunded.
  const isPaid = (order.amountPaid ?? 0) > (order.amountRefunded ?? 0)
  const allowed = transitions.filter((to) => to !== 'Cancelled' || !isPaid || mayRefund)

  const callTransition = (to: OrderStatus, reason?: string) =>
    callSignedIn('POST /order/admin/:id/move', {
      params: { id },
      body: { to, from: orderStatus as OrderStatus, version, ...(reason && { reason }) },
    })
  const transition = (to: OrderStatus) => send(() => callTransition(to))
  const consequences = pending && describeConsequences({ order, to: pending })
  const contradiction = pending && findContradiction({ order, to: pending })

  return (
    <div className="flex flex-col gap-3">
      <p ref={heading} tabIndex={-1} className="text-lg outline-none">
        <span className="text-soft">Status</span> <span className="font-semibold">{orderStatus}</span>
      </p>
      {allowed.length > 0 && (
        <div className="flex flex-wrap gap-3">
          {allowed.map((to, index) => (
            <Button
              key={to}
              variant={index === 0 && !endsEarly(to) ? 'primary' : 'outline'}
              aria-disabled={isIgnoring}
              onClick={() => {
                if (isIgnoring) return
                if ((describeConsequences({ order, to }) ?? findContradiction({ order, to })) === undefined) transition(to)
                else setPending(to)
              }}
            >
              {transitionLabels[to]}
            </Button>
          ))}
        </div>
      )}
      <div className="flex flex-wrap items-center gap-x-6 has-[>p:empty:only-child]:hidden">
        <StatusMessage message={message} />
        {undo && expiredVersion !== version && (
          <p className="text-sm text-soft">
            <Button
              ref={undoButton}
              variant="quiet"
              className="-ml-4 text-base"
              aria-label={`Undo, back to ${undo.to}`}
              aria-disabled={isIgnoring}
              onClick={() => send(() => callSignedIn('POST /order/admin/:id/undo', { params: { id }, body: { version } }))}
            >
              Undo
            </Button>
            within {undoSeconds} seconds
          </p>
        )}
      </div>
      {pending && contradiction && (
        <NoteDialog
          title={transitionLabels[pending]}
          about={
            <p>
              {contradiction} {consequences}
            </p>
          }
          label="Why does the order differ?"
          hint="It becomes a note of the order."
          submitLabel={transitionLabels[pending]}
          send={(reason) => callTransition(pending, reason)}
          onSaved={(reply) => onChange(reply.order)}
          onStale={onStale}
          onClose={() => setPending(undefined)}
        />
      )}
      {pending && !contradiction && (
        <ConfirmDialog
          title={screenTexts.deleteQuestion}
          text={`${transitionLabels[pending]}: ${consequences} You can undo this for ${undoSeconds} seconds.`}
          action={transitionLabels[pending]}
          busy={busy}
          onConfirm={() => transition(pending)}
          onClose={() => setPending(undefined)}
        />
      )}
    </div>
  )
}

const parcelLabels: Record<ParcelCondition, string> = { sellable: 'Received, sellable', damaged: 'Received, damaged' }
const parcelConsequences: Record<ParcelCondition, string> = {
  sellable: 'The items are returned to stock.',
  damaged: 'The items are not returned to stock.',
}

/** A parcel that was refused or undelivered: on its way back, or received. */
export function ReturnedParcel({ order: { _id: id, returnedParcel, version }, ...props }: OrderPartProps) {
  const { message, ask, dialog } = useOrderAction(props)
  const receive = (condition: ParcelCondition) =>
    ask(
      {
        title: screenTexts.deleteQuestion,
        text: `${parcelLabels[condition]}: ${screenTexts.deleteWarning} ${parcelConsequences[condition]}`,
        action: parcelLabels[condition],
      },
      () => callSignedIn('POST /order/admin/:id/receive', { params: { id }, body: { condition, version } }),
    )
  if (returnedParcel === null) return null
  return (
    <div className="flex flex-col gap-3">
      <p className="text-lg">
        <span className="text-soft">Parcel</span>{' '}
        <span className="font-semibold">{returnedParcel === 'on its way' ? 'On its way back' : parcelLabels[returnedParcel]}</span>
      </p>
      {returnedParcel === 'on its way' && (
        <div className="flex flex-wrap gap-3">
          {parcelConditions.map((condition) => (
            <Button key={condition} onClick={() => receive(condition)}>
              {parcelLabels[condition]}
            </Button>
          ))}
        </div>
      )}
      <StatusMessage message={message} />
      {dialog}
    </div>
  )
}

/** Takes a cancelled order, such as a test order, out of lists and figures, and brings it back. */
export function ArchiveOrder({ order, ...props }: OrderPartProps) {
  const { _id: id, orderStatus, amountPaid, amountRefunded = 0, isArchived = false, undo } = order
  const { busy, message, run } = useOrderAction(props)
  if (!isArchived && (orderStatus !== 'Cancelled' || amountPaid > amountRefunded || undo)) return null
  const archive = () => run(() => callSignedIn('POST /order/admin/:id/archive', { params: { id }, body: { isArchived: !isArchived } }))
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
      <Button className="text-sm" aria-disabled={busy} onClick={archive}>
        {isArchived ? 'Bring back from the archive' : 'Archive the order'}
      </Button>
      <p className="text-sm text-soft">
        {isArchived ? 'Archived: lists and figures leave it out.' : 'Lists and figures then leave it out, such as a test order.'}
      </p>
      <StatusMessage message={message} />
    </div>
  )
}
