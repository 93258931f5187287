import { Suspense, use } from 'react'
import type { CallReply } from '#contract/contract.ts'
import { formatRupees } from '#contract/money.ts'
import { Link } from '../../ui/link.tsx'
import { formatMoment } from '../format-time.ts'

type DiscrepancyList = Promise<CallReply<'getPaymentDiscrepancies'> | undefined>

interface MismatchPanelProps {
  mismatches: DiscrepancyList
  buildOrderHref: (id: string) => string
}

/** Payments that a person must look at. When there are none it says so in one quiet line. */
export function DiscrepancyPanel(props: MismatchPanelProps) {
  return (
    <Suspense fallback={<p className="min-h-6 text-sm text-soft">Comparing payments with orders…</p>}>
      <DiscrepancyList {...props} />
    </Suspense>
  )
}

function DiscrepancyList({ mismatches, buildOrderHref }: MismatchPanelProps) {
  const reply = use(mismatches)
  if (reply === undefined) return <p className="text-sm text-bad">Payments could not be compared with orders just now.</p>
  if (reply.mismatches.length === 0)
    return <p className="min-h-6 text-sm text-soft">Every payment has its order, and every order its money.</p>
  return (
    <section aria-labelledby="mismatches" className="rounded-control border-2 border-bad p-4">
      <h2 id="mismatches" className="font-semibold text-bad">
        {reply.mismatches.length === 1 ? 'A payment needs you' : `${reply.mismatches.length} payments need you`}
      </h2>
      <ul className="mt-2 flex max-h-96 flex-col overflow-y-auto text-sm">
        {reply.mismatches.map((mismatch) => (
          <li key={mismatch._id} className="border-line py-2 not-last:border-b">
            <p>
              <span className="font-semibold tabular-nums">{formatRupees(mismatch.amount)}</span> · {mismatch.shopper.name},{' '}
              {mismatch.shopper.phone} · <span className="text-soft">{formatMoment(mismatch.createdAt)}</span>
            </p>
            <p>{mismatch.words}</p>
            <p className="break-all text-soft">
              {[mismatch.providerOrderId, mismatch.paymentId].filter(Boolean).join(' · ')}
              {mismatch.orderId && (
                <>
                  {' '}
                  <Link to={buildOrderHref(mismatch.orderId)} className="link whitespace-nowrap">
                    See the order
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
