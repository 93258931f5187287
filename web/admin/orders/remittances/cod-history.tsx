import type { ReactNode } from 'react'
import type { CallReply } from '#contract/contract.ts'
import { formatRupees } from '#contract/money.ts'
import { formatDateTime } from '../../shared/format-time.ts'

type CodPayments = CallReply<'GET /remittances'>

/** What was done about payments that did not match. */
export function ResolvedLines({ lines }: { lines: CodPayments['resolvedLines'] }) {
  return (
    <History title="Payments resolved lately">
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
    </History>
  )
}

/** The lists that were entered last. */
export function EnteredLists({ lists }: { lists: CodPayments['lists'] }) {
  return (
    <History title="Payments entered lately">
      {lists.map(({ _id, courierName, amount, lines, enteredAt, enteredBy }) => (
        <li key={_id} className="flex flex-wrap justify-between gap-x-6 border-line py-2 not-last:border-b">
          <span>
            <span className="font-semibold tabular-nums">{formatRupees(amount)}</span> · {courierName},{' '}
            {lines === 1 ? '1 line' : `${lines} lines`}
          </span>
          <span className="text-soft">
            {enteredBy ?? 'a former administrator'}, {formatDateTime(enteredAt)}
          </span>
        </li>
      ))}
    </History>
  )
}

function History({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="text-sm">
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-soft underline decoration-dashed underline-offset-4 sm:min-h-8">
        {title}
      </summary>
      <ul>{children}</ul>
    </details>
  )
}
