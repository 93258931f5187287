import { Suspense, use, useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { CallReply } from '#contract/contract.ts'
import { formatRupees } from '#contract/kernel/money.ts'
import type { Discrepancy } from '#contract/payments/payments.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { DrawerLink } from '../../kit/drawer-link.tsx'
import { formatDateTime } from '../../kit/format-time.ts'
import { NoteDialog } from '../../kit/note-dialog.tsx'
import { Details } from '../../kit/section.tsx'
import { useAction } from '../../kit/use-action.tsx'

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
        <Details title="Resolved payments">
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
        </Details>
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

/** One that can be refunded from the list. */
type RefundableDiscrepancy = Discrepancy & { orderId: string; refunded: number }

const isRefundable = (discrepancy: Discrepancy): discrepancy is RefundableDiscrepancy =>
  discrepancy.orderId !== null && discrepancy.refunded !== undefined

interface DiscrepancyDialogProps {
  /** someone else has resolved or refunded it, or it has changed */
  onStale: () => void
  onClose: () => void
}

interface RefundDiscrepancyProps extends DiscrepancyDialogProps {
  discrepancy: RefundableDiscrepancy
  onRefunded: () => void
}

/** Refunds the online payment of an order for which the courier has collected cash too. */
function RefundDiscrepancy({ discrepancy, onRefunded, onStale, onClose }: RefundDiscrepancyProps) {
  const { orderId: id, amount, refunded, shopper } = discrepancy
  const { busy, message, run } = useAction(onStale)
  const refund = () =>
    run(() => {
      const body = { amount, refunded, part: 'online' as const, reason: 'paid twice: the courier collected too' }
      return callSignedIn('POST /order/admin/:id/refund', { params: { id }, body })
    }, onRefunded)
  return (
    <ConfirmDialog
      title={`Refund ${formatRupees(amount)}?`}
      text={`${shopper.name} gets the amount back to the original payment method. This cannot be undone.`}
      action="Refund"
      busy={busy}
      error={message?.isError ? message.text : undefined}
      onConfirm={refund}
      onClose={onClose}
    />
  )
}

interface ResolveDiscrepancyProps extends DiscrepancyDialogProps {
  discrepancy: Discrepancy
  onResolved: (reply: Reply) => void
}

/** Asks what was done about a payment and takes it off the list. */
function ResolveDiscrepancy({ discrepancy, onResolved, ...dialog }: ResolveDiscrepancyProps) {
  // A server of the previous version answers with `words` only, and reads it.
  const { _id: id, kind, words, message = words, amount, shopper } = discrepancy
  return (
    <NoteDialog
      title="Mark as resolved"
      about={
        <>
          <p>
            <span className="font-semibold tabular-nums">{formatRupees(amount)}</span> · {shopper.name}, {shopper.phone}
          </p>
          <p className="text-sm text-soft">{message}</p>
        </>
      }
      label="What was done?"
      hint="The note stays with the payment, for the other administrators."
      submitLabel="Mark as resolved"
      send={(note) =>
        callSignedIn('POST /payments/mismatches/:id/resolve', { params: { id }, body: { kind, message, words: message, note } })
      }
      onSaved={onResolved}
      {...dialog}
    />
  )
}
