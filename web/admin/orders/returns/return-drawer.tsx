import { useRef } from 'react'
import { formatRupees } from '#contract/kernel/money.ts'
import { formatReturnDay } from '#contract/kernel/return-days.ts'
import { pieceConditions } from '#contract/orders/return-states.ts'
import { describeRefundMessage, describeReturnMessage } from '#contract/orders/whatsapp-messages.ts'
import type { AdminReturn } from '#contract/returns/admin-returns.ts'
import type { ReturnPicture } from '#contract/returns/return-pictures.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { Drawer, DrawerFigures, DrawerSection } from '../../kit/drawer.tsx'
import { DrawerLink } from '../../kit/drawer-link.tsx'
import { formatDateTime } from '../../kit/format-time.ts'
import { ordersPath, payoutsPath } from '../../kit/list-href.ts'
import type { DrawerProps } from '../../kit/list-page.tsx'
import { ScreenLink } from '../../kit/small-button.tsx'
import { useResource } from '../../kit/use-resource.ts'
import { CopyLink } from '../../shared/copy-link.tsx'
import { describePersonReturns } from '../../shared/describe-person-returns.ts'
import { returnStateLabels } from '../../shared/return-state-labels.ts'
import { WhatsappLink } from '../../shared/whatsapp-link.tsx'
import { conditionLabels, handoverLabels, returnReasonLabels } from './return-labels.ts'
import { ReturnPhotos } from './return-photos.tsx'
import { ReturnSteps } from './return-steps.tsx'

const load = (id: string) => callSignedIn('GET /returns/:id', { params: { id } })

/** One return: what comes back and why, what is paid back, and the next step. */
export function ReturnDrawer({ id, onClose, onChange }: DrawerProps) {
  const resource = useResource({ id, load })
  // Not state: Escape right after a change must see it.
  const edited = useRef(new Set<string>())
  const recordEdit = (step: string, isEdited: boolean) => void (isEdited ? edited.current.add(step) : edited.current.delete(step))
  const change = (returned: AdminReturn) => {
    resource.setData(returned)
    onChange()
  }
  const reload = () => {
    resource.reload()
    onChange()
  }
  return (
    <Drawer
      resource={resource}
      title={resource.data ? `Return ${resource.data.number}` : 'Return'}
      hasEdits={() => edited.current.size > 0}
      onClose={onClose}
    >
      {(returned) => (
        <>
          <ReturnSummary returned={returned} />
          <ReturnSteps returned={returned} onChange={change} onStale={reload} onEdit={recordEdit} />
          <DrawerSection title="Items">
            <ReturnedItems returned={returned} onPictures={(pictures) => resource.setData({ ...returned, pictures: [...pictures] })} />
          </DrawerSection>
          <div className="grid gap-8 sm:grid-cols-2">
            <DrawerSection title={returned.exchange ? 'Exchange' : 'Refund'}>
              {returned.exchange ? <ExchangeRows exchange={returned.exchange} /> : <RefundRows returned={returned} />}
              {returned.payout && <PayoutState payout={returned.payout} />}
            </DrawerSection>
            <DrawerSection title="Shopper">
              <ReturnPerson returned={returned} />
            </DrawerSection>
          </div>
        </>
      )}
    </Drawer>
  )
}

function ReturnSummary({ returned }: { returned: AdminReturn }) {
  const { state, isOverdue, askedAt, handover, pickup, isLate, lastDay, declineReason, note, settledBy, overruleReason } = returned
  return (
    <div className="flex flex-col gap-2">
      <p className="text-lg">
        <span className="text-soft">State</span> <span className="font-semibold">{returnStateLabels[state]}</span>
        {isOverdue && <span className="font-medium text-bad"> Overdue</span>}
      </p>
      <p className="text-sm text-soft">
        Asked for {formatDateTime(askedAt)}
        {handover && `. ${handoverLabels[handover]}`}
        {settledBy && `. Settled by ${settledBy}`}.
      </p>
      {pickup && (
        <p className="text-sm">
          Pick-up booked: {pickup.courier}, reference {pickup.reference}, {formatDateTime(pickup.bookedAt)}
          {state === 'withdrawn' && <span className="font-medium text-bad">. The return was withdrawn: cancel it with the courier.</span>}
        </p>
      )}
      {isLate && lastDay && (
        <p className="text-sm font-medium text-bad">
          Asked for after the last day ({formatReturnDay(lastDay)}), because an item is faulty or wrong.
        </p>
      )}
      {overruleReason && (
        <p className="max-w-prose whitespace-pre-line wrap-anywhere">Accepted against the return rules: {overruleReason}</p>
      )}
      {note && <p className="max-w-prose rounded-control bg-sunk p-3 whitespace-pre-line wrap-anywhere">{note}</p>}
      {declineReason && <p className="max-w-prose whitespace-pre-line wrap-anywhere">Declined: {declineReason}</p>}
    </div>
  )
}

interface ReturnedItemsProps {
  returned: AdminReturn
  onPictures: (pictures: readonly ReturnPicture[]) => void
}

function ReturnedItems({ returned, onPictures }: ReturnedItemsProps) {
  const { lines, pictures } = returned
  return (
    <>
      {pictures.some(({ line }) => line === null) && (
        <ReturnPhotos returned={returned} line={null} label="Photo of the shopper" onChange={onPictures} />
      )}
      <ul className="flex flex-col gap-3 text-sm">
        {lines.map(({ line, name, size, quantity, reason, seen, restocked, refunded, exchange }) => (
          <li key={line} className="flex flex-col gap-0.5">
            <span className="font-medium">
              {quantity} × {name}
              {size && `, size ${size}`}
            </span>
            {exchange && (
              <span>
                In exchange: {exchange.name}
                {exchange.size && `, size ${exchange.size}`}
              </span>
            )}
            <span className="text-soft">{returnReasonLabels[reason]}</span>
            {seen && (
              <span>
                Received:{' '}
                {pieceConditions
                  .filter((condition) => seen[condition] > 0)
                  .map((condition) => `${seen[condition]} ${conditionLabels[condition].toLowerCase()}`)
                  .join(', ')}
                . Back in stock: {restocked}. {exchange ? 'Exchanged' : 'Paid back'}: {refunded}.
              </span>
            )}
            <ReturnPhotos returned={returned} line={line} label={`Photo of ${name}${size ? `, size ${size}` : ''}`} onChange={onPictures} />
          </li>
        ))}
      </ul>
    </>
  )
}

function ExchangeRows({ exchange: { toPay, money, heldUntil, order } }: { exchange: NonNullable<AdminReturn['exchange']> }) {
  return (
    <div className="flex flex-col gap-1 text-sm tabular-nums">
      <p>{toPay > 0 ? `Fee, paid by a link: ${formatRupees(toPay)}` : 'Nothing to pay'}</p>
      {heldUntil && <p>The new items are held until {formatReturnDay(heldUntil)}.</p>}
      {order ? (
        <p>
          <DrawerLink list={ordersPath} id={order._id} className="link font-semibold">
            Order {order.number}
          </DrawerLink>
          , {order.status.toLowerCase()}
        </p>
      ) : (
        <p className="text-soft">As money it would be {formatRupees(money)}.</p>
      )}
    </div>
  )
}

function RefundRows({ returned: { amount, state } }: { returned: AdminReturn }) {
  const rows = [
    ['Paid for the items', formatRupees(amount.goods)],
    ...(amount.charges ? [['Charges of the order', formatRupees(amount.charges)] as const] : []),
    ['Way back', amount.fee > 0 ? `−${formatRupees(amount.fee)}` : 'The shop pays'],
    [state === 'settled' ? 'Paid back' : 'To pay back', formatRupees(amount.refund)],
    ...(amount.cash > 0
      ? [['Of it online', formatRupees(amount.online)] as const, ['Of it by hand', formatRupees(amount.cash)] as const]
      : []),
  ] as const
  return <DrawerFigures rows={rows} />
}

const payoutStates = {
  'details needed': 'The shopper has not said where to transfer it.',
  'to be paid': 'The shopper has said where to transfer it.',
  paid: 'Transferred.',
} as const

function PayoutState({ payout: { state, reference, link } }: { payout: NonNullable<AdminReturn['payout']> }) {
  return (
    <div className="flex flex-col items-start gap-2 text-sm">
      <p>
        {payoutStates[state]} {reference && `Reference: ${reference}. `}
        <ScreenLink to={payoutsPath} className="link font-semibold">
          Refunds to pay
        </ScreenLink>
      </p>
      {link && <CopyLink link={link} label="Copy the link for the shopper" />}
    </div>
  )
}

function ReturnPerson({ returned: { number, order, person, amount, payout, returnLink } }: { returned: AdminReturn }) {
  const { name, phone, number: orderNumber } = order
  const needsDetails = payout?.state === 'details needed'
  return (
    <div className="flex flex-col items-start gap-1 text-sm wrap-anywhere">
      <p>{name}</p>
      <p className="text-soft tabular-nums">{phone}</p>
      <WhatsappLink
        phone={phone}
        link={needsDetails ? payout.link : returnLink}
        describe={(message) =>
          needsDetails
            ? describeRefundMessage({ ...message, name, number, amount: amount.cash, state: payout.state })
            : describeReturnMessage({ ...message, name, number, orderNumber })
        }
        about={`return ${number}`}
      />
      <p>
        <DrawerLink list={ordersPath} id={order._id} className="link font-semibold">
          Order {order.number}
        </DrawerLink>
      </p>
      <p className="text-soft">
        {person.orders} delivered, {describePersonReturns(person)}
      </p>
    </div>
  )
}
