import type { CallReply } from '#contract/contract.ts'
import type { Policies } from '#contract/kernel/limits/policy-numbers.ts'
import { formatRupees } from '#contract/kernel/money.ts'
import { usePolicies } from '../../layout/store-config.ts'
import { formatDateTime } from '../../ui/format-date.ts'

export type Refund = CallReply<'GET /order/:id/refunds'>['refunds'][number]

const listStates = ({ prepaidRefundShowsDays: [min, max] }: Policies) => ({
  'on its way': {
    label: 'Processing',
    text: 'We have requested the refund. This page updates when it has been sent.',
    colour: 'text-soft',
  },
  done: { label: 'Sent', text: `It will appear on your statement within ${min} to ${max} days.`, colour: 'text-good' },
  failed: {
    label: 'Failed',
    text: 'The refund could not be sent. We are looking into it and will refund you another way.',
    colour: 'text-bad',
  },
})

/** The refunds of an order and their states. */
export function RefundList({ refunds, isOnline }: { refunds: readonly Refund[]; isOnline: boolean }) {
  const policies = usePolicies()
  const states = listStates(policies)
  // Cash is refunded by hand.
  const cashText = `It should reach you within ${policies.codRefundWorkingDays} working days.`
  return (
    <ul aria-label="Refunds" className="flex flex-col gap-4">
      {refunds.map(({ _id, amount, state, askedAt, settledAt }) => {
        const { label, text, colour } = states[state]
        const when = settledAt ?? askedAt
        return (
          <li key={_id} className="flex flex-col">
            <p className="flex flex-wrap items-baseline justify-between gap-x-6">
              <span className="font-medium tabular-nums">Refund of {formatRupees(amount)}</span>
              <time dateTime={when} className="text-sm text-soft tabular-nums">
                {settledAt === null ? 'requested ' : ''}
                {formatDateTime(when)}
              </time>
            </p>
            <p className="text-sm">
              <span className={`font-semibold ${colour}`}>{label}.</span> <span className="text-soft">{isOnline ? text : cashText}</span>
            </p>
          </li>
        )
      })}
    </ul>
  )
}
