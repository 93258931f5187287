import type { CallReply } from '#contract/contract.ts'
import { formatRupees } from '#contract/kernel/money.ts'
import type { EnteredRemittance } from '#contract/shipping/remittances.ts'
import { formatCountOf } from '../../kit/format-count-of.ts'
import { formatDateTime } from '../../kit/format-time.ts'
import { Details } from '../../kit/section.tsx'
import { SmallButton } from '../../kit/small-button.tsx'

type CodPayments = CallReply<'GET /remittances'>

/** What was done about payments that did not match. */
export function ResolvedLines({ lines }: { lines: CodPayments['resolvedLines'] }) {
  return (
    <Details title="Payments resolved lately">
      <ul>
        {lines.map(({ _id, note, message, amount, courierName, trackingNumber, resolvedBy, resolvedAt }) => (
          <li key={_id} className="border-line py-2 not-last:border-b wrap-anywhere">
            <p className="font-medium">
              “{note}” — {resolvedBy ?? 'a former administrator'}, {formatDateTime(resolvedAt)}
            </p>
            <p className="text-soft">
              {formatRupees(amount)}, {courierName} {trackingNumber}. {message}
            </p>
          </li>
        ))}
      </ul>
    </Details>
  )
}

/** The lists that were entered last. */
export function EnteredLists({ lists, onUndo }: { lists: CodPayments['lists']; onUndo: (list: EnteredRemittance) => void }) {
  return (
    <Details title="Payments entered lately">
      <ul>
        {lists.map((list) => (
          <li key={list._id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-line py-2 not-last:border-b">
            <div className="min-w-0 wrap-anywhere">
              <p className={list.undoneAt === null ? '' : 'line-through'}>
                <span className="font-semibold tabular-nums">{formatRupees(list.amount)}</span> · {list.courierName},{' '}
                {formatCountOf(list.lines, 'line')}
              </p>
              {(list.bankAmount !== null || list.utr !== null) && (
                <p className="text-soft">
                  {[list.bankAmount === null ? 'Bank account' : `${formatRupees(list.bankAmount)} on the bank account`, list.utr]
                    .filter(Boolean)
                    .join(', ')}
                </p>
              )}
              <p className="text-soft">
                {list.enteredBy ?? 'a former administrator'}, {formatDateTime(list.enteredAt)}
              </p>
              {list.undoneAt !== null && (
                <p className="font-medium">
                  Undone by {list.undoneBy ?? 'a former administrator'}, {formatDateTime(list.undoneAt)}
                </p>
              )}
            </div>
            {list.undoneAt === null && (
              <SmallButton
                aria-label={`Undo the list of ${formatRupees(list.amount)} from ${list.courierName}`}
                onClick={() => onUndo(list)}
              >
                Undo
              </SmallButton>
            )}
          </li>
        ))}
      </ul>
    </Details>
  )
}
