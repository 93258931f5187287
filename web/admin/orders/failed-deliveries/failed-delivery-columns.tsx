import { formatRupees } from '#contract/kernel/money.ts'
import type { DeliveryAction, FailedDelivery } from '#contract/orders/failed-deliveries.ts'
import { failedDeliveryLimits } from '#contract/orders/failed-delivery-days.ts'
import { parcelStateTexts } from '#contract/shipping/parcel-states.ts'
import { DrawerLink } from '../../kit/drawer-link.tsx'
import { formatCountOf } from '../../kit/format-count-of.ts'
import { formatDateTime, formatLongDay, formatShortDay } from '../../kit/format-time.ts'
import { ordersPath } from '../../kit/list-href.ts'
import { actionColumn } from '../../kit/row-actions.tsx'
import { SelectBox } from '../../kit/selection.tsx'
import { SmallButton } from '../../kit/small-button.tsx'
import type { Column } from '../../kit/table.tsx'

const answerStates = { requested: 'Not sent to the courier yet', sent: 'The courier knows it', rejected: 'Not taken' }

function AnswerText({ answer }: { answer: FailedDelivery['answer'] }) {
  if (answer === null) return <span className="text-soft">None yet</span>
  const { action, deliverOn, addressLine, phone, by, state, problem } = answer
  return (
    <span className="flex flex-col wrap-anywhere">
      <span className="font-medium">
        {action === 'bring back' ? 'Bring back' : `Again${deliverOn === null ? '' : ` on ${formatLongDay(deliverOn)}`}`}
      </span>
      {[addressLine, phone].map((text) => text !== '' && <span key={text}>{text}</span>)}
      <span className="text-sm text-soft">
        {by === 'shopper' ? 'Shopper' : 'Shop'}. {answerStates[state]}
      </span>
      {problem !== null && <span className="text-sm font-medium text-bad">{problem}</span>}
    </span>
  )
}

const orderColumn: Column<FailedDelivery> = {
  head: 'Order',
  cell: ({ order, toCollect }) => (
    <span className="flex flex-col items-start gap-0.5 py-1 wrap-anywhere">
      <DrawerLink list={ordersPath} id={order._id} className="link font-semibold whitespace-nowrap tabular-nums">
        {order.number}
      </DrawerLink>
      <span>
        {order.name}, {order.city}
      </span>
      {/^\+?\d+$/.test(order.phone) ? (
        <a href={`tel:${order.phone}`} className="link whitespace-nowrap tabular-nums">
          {order.phone}
        </a>
      ) : (
        <span className="tabular-nums">{order.phone}</span>
      )}
      {toCollect > 0 && <span className="text-sm text-soft">{formatRupees(toCollect)} to collect</span>}
    </span>
  ),
}

const parcelColumn: Column<FailedDelivery> = {
  head: 'Parcel',
  className: 'max-sm:hidden wrap-anywhere',
  cell: ({ trackingNumber }) => trackingNumber,
  further: ({ courierName }) => courierName,
}

interface FailedColumns {
  isSelected: (id: string) => boolean
  onSelect: (parcel: FailedDelivery, isSelected: boolean) => void
  onAnswer: (parcel: FailedDelivery, action: DeliveryAction) => void
}

function AnswerButtons({ parcel, onAnswer }: Pick<FailedColumns, 'onAnswer'> & { parcel: FailedDelivery }) {
  if (!parcel.canAnswer) return null
  return (
    <span className="inline-flex flex-wrap gap-2 sm:justify-end">
      <SmallButton aria-label={`Deliver order ${parcel.order.number} again`} onClick={() => onAnswer(parcel, 'deliver again')}>
        Again
      </SmallButton>
      <SmallButton aria-label={`Bring back order ${parcel.order.number}`} onClick={() => onAnswer(parcel, 'bring back')}>
        Bring back
      </SmallButton>
    </span>
  )
}

/** The columns of parcels that could not be delivered. On a phone the answer stands below the reason. */
export const buildFailedColumns = ({ isSelected, onSelect, onAnswer }: FailedColumns): readonly Column<FailedDelivery>[] => [
  {
    head: 'Select',
    isHeadHidden: true,
    className: 'w-11',
    cell: (parcel) => (
      <SelectBox
        label={`Select order ${parcel.order.number}`}
        disabled={!parcel.canAnswer}
        checked={isSelected(parcel._id)}
        onChange={(isOn) => onSelect(parcel, isOn)}
      />
    ),
  },
  orderColumn,
  {
    head: 'Reason',
    cell: (parcel) => (
      <span className="flex flex-col wrap-anywhere">
        <span>{parcel.reason || 'The courier gives none.'}</span>
        <span className="text-sm text-soft tabular-nums">
          Attempt {parcel.attempts} of {failedDeliveryLimits.attempts}, {formatDateTime(parcel.since)}
        </span>
        <span className={`text-sm tabular-nums ${(parcel.daysLeft ?? 0) < 2 ? 'font-semibold text-bad' : 'text-soft'}`}>
          {formatCountOf(parcel.daysLeft ?? 0, 'day')} left
        </span>
        <span className="flex flex-col gap-2 pt-2 sm:hidden">
          <AnswerText answer={parcel.answer} />
          <AnswerButtons parcel={parcel} onAnswer={onAnswer} />
        </span>
      </span>
    ),
  },
  { head: 'Answer', className: 'max-sm:hidden', cell: ({ answer }) => <AnswerText answer={answer} /> },
  parcelColumn,
  actionColumn((parcel) => <AnswerButtons parcel={parcel} onAnswer={onAnswer} />, 'max-sm:hidden'),
]

/** The columns of claims for lost and damaged parcels. */
export const buildClaimColumns = ({ onOpen }: { onOpen: (parcel: FailedDelivery) => void }): readonly Column<FailedDelivery>[] => [
  orderColumn,
  {
    head: 'State',
    cell: ({ state, reason, since }) => (
      <span className="flex flex-col wrap-anywhere">
        <span>{parcelStateTexts[state]}</span>
        <span className="text-sm text-soft tabular-nums">{formatDateTime(since)}</span>
        {reason !== '' && <span className="text-sm">{reason}</span>}
      </span>
    ),
  },
  {
    head: 'Claim',
    cell: ({ claim }) =>
      claim !== null &&
      (claim.claimedOn === null ? (
        <span className="font-semibold tabular-nums">Until {formatShortDay(claim.claimBy)}</span>
      ) : (
        <span className="wrap-anywhere">
          Claimed on {formatShortDay(claim.claimedOn)}
          {claim.reference !== '' && ` with reference ${claim.reference}`}
        </span>
      )),
  },
  parcelColumn,
  actionColumn((parcel) => (
    <SmallButton aria-label={`Claim for order ${parcel.order.number}`} onClick={() => onOpen(parcel)}>
      Claim
    </SmallButton>
  )),
]
