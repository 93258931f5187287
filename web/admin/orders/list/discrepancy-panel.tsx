import { Suspense, use, useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { CallReply } from '#contract/contract.ts'
import { formatRupees } from '#contract/kernel/money.ts'
import type { Discrepancy } from '#contract/payments/payments.ts'
import { Button } from '../../../ui/button.tsx'
import { DrawerLink } from '../../kit/drawer-link.tsx'
import { formatDateTime } from '../../kit/format-time.ts'
import { isRefundable, type RefundableDiscrepancy, RefundDiscrepancy } from './refund-discrepancy.tsx'
import { ResolveDiscrepancy } from './resolve-discrepancy.tsx'

type Reply = CallReply<'GET /payments/mismatches'>
type Discrepancies = Promise<Reply | undefined>

interface DiscrepancyPanelProps {
  discrepancies: Discrepancies
}

/** Payments that need review. */
export function DiscrepancyPanel(props: DiscrepancyPanelProps) {
  return (
    <Suspense fallback={<p className="min-h-6 text-sm text-soft">Checking payments…</p>}>
      <DiscrepancySection {...props} />
    </Suspense>
  )
}

function DiscrepancySection({ discrepancies }: DiscrepancyPanelProps) {
  const loaded = use(discrepancies)
  // The reply to a resolution is newer than what was loaded before it.
  const [updated, setUpdated] = useState<{ from: Discrepancies; reply: Reply }>()
  const [open, setOpen] = useState<Discrepancy>()
  const [refunding, setRefunding] = useState<RefundableDiscrepancy>()
  const heading = useRef<HTMLHeadingElement>(null)
  const { revalidate } = useRevalidator()
  // The button that opened the dialog is gone.
  useEffect(() => {
    if (updated) heading.current?.focus()
  }, [updated])
  const reply = updated?.from === discrepancies ? updated.reply : loaded
  if (reply === undefined) return <p className="text-sm text-bad">Payments could not be checked against orders.</p>
  const { mismatches, resolved } = reply
  const close = () => setOpen(undefined)
  return (
    <section
      aria-labelledby="discrepancies"
      className={mismatches.length === 0 ? 'flex flex-col gap-1' : 'flex flex-col gap-2 rounded-control border-2 border-bad p-4'}
    >
      <h2
        id="discrepancies"
        ref={heading}
        tabIndex={-1}
        className={mismatches.length === 0 ? 'min-h-6 text-sm text-soft outline-none' : 'font-semibold text-bad outline-none'}
      >
        {describeCount(mismatches.length)}
      </h2>
      {mismatches.length > 0 && (
        <ul className="flex max-h-96 flex-col overflow-y-auto text-sm">
          {mismatches.map((discrepancy) => (
            <li
              key={`${discrepancy.kind} ${discrepancy._id}`}
              className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 border-line py-3 not-last:border-b"
            >
              <div className="min-w-0 basis-80 grow">
                <DiscrepancyText discrepancy={discrepancy} />
              </div>
              {isRefundable(discrepancy) && (
                <Button
                  aria-label={`Refund ${formatRupees(discrepancy.amount)}, ${discrepancy.shopper.name}`}
                  onClick={() => setRefunding(discrepancy)}
                >
                  Refund
                </Button>
              )}
              <Button
                aria-label={`Mark as resolved: ${formatRupees(discrepancy.amount)}, ${discrepancy.shopper.name}`}
                onClick={() => setOpen(discrepancy)}
              >
                Mark as resolved
              </Button>
            </li>
          ))}
        </ul>
      )}
      {resolved.length > 0 && (
        <details className="text-sm">
          <summary className="inline-flex min-h-11 cursor-pointer items-center text-soft underline decoration-dashed underline-offset-4 sm:min-h-8">
            Resolved payments
          </summary>
          <ul className="flex max-h-96 flex-col overflow-y-auto">
            {resolved.map((discrepancy) => (
              <li key={discrepancy.resolvedAt} className="border-line py-3 not-last:border-b">
                <p className="font-medium break-words">
                  “{discrepancy.note}” — {discrepancy.resolvedBy ?? 'a former administrator'}, {formatDateTime(discrepancy.resolvedAt)}
                </p>
                <DiscrepancyText discrepancy={discrepancy} />
              </li>
            ))}
          </ul>
        </details>
      )}
      {refunding && (
        <RefundDiscrepancy
          discrepancy={refunding}
          onRefunded={() => {
            setRefunding(undefined)
            heading.current?.focus()
            revalidate()
          }}
          onStale={revalidate}
          onClose={() => setRefunding(undefined)}
        />
      )}
      {open && (
        <ResolveDiscrepancy
          discrepancy={open}
          onResolved={(reply) => {
            setUpdated({ from: discrepancies, reply })
            close()
          }}
          onStale={revalidate}
          onClose={close}
        />
      )}
    </section>
  )
}

function describeCount(count: number): string {
  if (count === 0) return 'All payments match their orders.'
  return count === 1 ? '1 payment needs review' : `${count} payments need review`
}

function DiscrepancyText({
  discrepancy: { amount, shopper, createdAt, words, message = words, providerOrderId, paymentId, orderId },
}: {
  discrepancy: Discrepancy
}) {
  return (
    <>
      <p>
        <span className="font-semibold tabular-nums">{formatRupees(amount)}</span> · {shopper.name}, {shopper.phone} ·{' '}
        <span className="text-soft">{formatDateTime(createdAt)}</span>
      </p>
      <p>{message}</p>
      <p className="break-all text-soft">
        {[providerOrderId, paymentId].filter(Boolean).join(' · ')}
        {orderId && (
          <>
            {' '}
            <DrawerLink id={orderId} className="link whitespace-nowrap">
              View order
            </DrawerLink>
          </>
        )}
      </p>
    </>
  )
}
