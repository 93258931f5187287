import { useEffect, useId, useRef } from 'react'
import { createPortal } from 'react-dom'
import * as screenTexts from '#contract/kernel/texts/screen-texts.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import type { PaymentPhase } from './payment-phase.ts'

/** The parts of the page to make inert. Not the body, which contains the provider's frame. */
const pageParts = 'body > header, body > main, body > footer, body > a[href="#main"]'

/**
 * Covers the page, below the provider's frame, while a payment runs. It cannot be dismissed (spec §4). Not a modal
 * <dialog>, which would make the provider's frame inert too. `hasOrders`: false for guests, who have no list of orders.
 */
export function ProcessingOverlay({ phase, hasOrders = true }: { phase: PaymentPhase; hasOrders?: boolean }) {
  const id = useId()
  const dialog = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const parts = document.querySelectorAll(pageParts)
    for (const part of parts) part.setAttribute('inert', '')
    dialog.current?.focus()
    return () => {
      for (const part of parts) part.removeAttribute('inert')
    }
  }, [])

  const isPolling = phase.step !== 'idle' && phase.step !== 'processing'
  return createPortal(
    <div className="fixed inset-0 z-50 flex items-center justify-center overflow-y-auto bg-[oklch(15%_0.01_60/0.55)] p-4">
      <div
        ref={dialog}
        role="dialog"
        aria-modal="false"
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-text`}
        tabIndex={-1}
        className="rise-in m-auto flex w-[min(28rem,100%)] flex-col items-center gap-5 rounded-control bg-raised px-6 py-9 text-center text-ink shadow-lift outline-none"
      >
        {phase.step !== 'stalled' && <Spinner label="" />}
        <h2 id={`${id}-title`} className="title text-3xl">
          {screenTexts.processingPayment}
        </h2>
        <div id={`${id}-text`} role="status" className="flex flex-col gap-2 text-soft">
          {phase.step === 'processing' && <p>Please keep this page open.</p>}
          {isPolling && <p className="font-medium text-ink">{screenTexts.checkingWithBank}</p>}
          {phase.step === 'polling' && <p>Please do not pay again. We will find your payment even if you leave this page.</p>}
          {phase.step === 'stalled' && (
            <p>
              This is taking longer than usual. Please do not pay again: when the bank confirms the payment, your order appears
              automatically. Otherwise you are not charged.
            </p>
          )}
          {phase.step === 'unconfirmed' && (
            <p>
              We have not received your payment yet. If you have approved it, please do not pay again: this page goes on as soon as the bank
              confirms it.
            </p>
          )}
        </div>
        {phase.step === 'unconfirmed' && (
          <Button autoFocus onClick={phase.leave}>
            I have not paid
          </Button>
        )}
        {phase.step === 'stalled' && (
          <div className="flex flex-wrap justify-center gap-3">
            <Button variant="primary" autoFocus onClick={phase.resume}>
              Check again
            </Button>
            {hasOrders && (
              <LinkButton to="/UserDashboard/myOrders" reloadDocument>
                See my orders
              </LinkButton>
            )}
          </div>
        )}
      </div>
    </div>,
    document.body,
  )
}
