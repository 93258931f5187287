import { Suspense, use } from 'react'
import { Link } from 'react-router'
import type { CallReply } from '#contract/contract.ts'
import { formatRupees } from '#contract/money.ts'
import { formatDateTime } from '../format-time.ts'

type Discrepancies = Promise<CallReply<'getPaymentDiscrepancies'> | undefined>

interface DiscrepancyPanelProps {
  discrepancies: Discrepancies
  buildOrderHref: (id: string) => string
}

/** Payments that need review. */
export function DiscrepancyPanel(props: DiscrepancyPanelProps) {
  return (
    <Suspense fallback={<p className="min-h-6 text-sm text-soft">Checking payments…</p>}>
      <DiscrepancyList {...props} />
    </Suspense>
  )
}

function DiscrepancyList({ discrepancies, buildOrderHref }: DiscrepancyPanelProps) {
  const reply = use(discrepancies)
  if (reply === undefined) return <p className="text-sm text-bad">Payments could not be checked against orders.</p>
  if (reply.mismatches.length === 0) return <p className="min-h-6 text-sm text-soft">All payments match their orders.</p>
  return (
    <section aria-labelledby="discrepancies" className="rounded-control border-2 border-bad p-4">
      <h2 id="discrepancies" className="font-semibold text-bad">
        {reply.mismatches.length === 1 ? '1 payment needs review' : `${reply.mismatches.length} payments need review`}
      </h2>
      <ul className="mt-2 flex max-h-96 flex-col overflow-y-auto text-sm">
        {reply.mismatches.map((discrepancy) => (
          <li key={discrepancy._id} className="border-line py-2 not-last:border-b">
            <p>
              <span className="font-semibold tabular-nums">{formatRupees(discrepancy.amount)}</span> · {discrepancy.shopper.name},{' '}
              {discrepancy.shopper.phone} · <span className="text-soft">{formatDateTime(discrepancy.createdAt)}</span>
            </p>
            <p>{discrepancy.words}</p>
            <p className="break-all text-soft">
              {[discrepancy.providerOrderId, discrepancy.paymentId].filter(Boolean).join(' · ')}
              {discrepancy.orderId && (
                <>
                  {' '}
                  <Link to={buildOrderHref(discrepancy.orderId)} className="link whitespace-nowrap">
                    View order
                  </Link>
                </>
              )}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
