import { policy } from '#contract/business.ts'
import type { CallReply } from '#contract/contract.ts'
import { formatRupees } from '#contract/money.ts'
import { formatDateTime } from '../orders/order-text.ts'

export type Refund = CallReply<'getOrderRefunds'>['refunds'][number]

const [soonest, latest] = policy.prepaidRefundShowsDays

const states = {
  'on its way': { label: 'On its way', words: 'We have asked for it; this page shows when it is sent.', colour: 'text-soft' },
  done: { label: 'Sent', words: `It shows on your statement within ${soonest} to ${latest} days.`, colour: 'text-good' },
  failed: { label: 'Failed', words: 'It could not be sent. We look into it and send it another way.', colour: 'text-bad' },
} as const

/** The money that goes back to the shopper, and how far it is. */
export function RefundList({ refunds }: { refunds: readonly Refund[] }) {
  return (
    <ul aria-label="Refunds" className="flex flex-col gap-4">
      {refunds.map(({ _id, amount, state, askedAt, settledAt }) => {
        const { label, words, colour } = states[state]
        const when = settledAt ?? askedAt
        return (
          <li key={_id} className="flex flex-col">
            <p className="flex flex-wrap items-baseline justify-between gap-x-6">
              <span className="font-medium tabular-nums">Refund of {formatRupees(amount)}</span>
              <time dateTime={when} className="text-sm text-soft tabular-nums">
                {settledAt === null ? 'since ' : ''}
                {formatDateTime(when)}
              </time>
            </p>
            <p className="text-sm">
              <span className={`font-semibold ${colour}`}>{label}.</span> <span className="text-soft">{words}</span>
            </p>
          </li>
        )
      })}
    </ul>
  )
}
