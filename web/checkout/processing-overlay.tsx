import { useEffect, useId, useRef } from 'react'
import { createPortal } from 'react-dom'
import * as screenTexts from '#contract/screen-texts.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { Spinner } from '../ui/spinner.tsx'
import type { Phase } from './use-card-payment.ts'

/**
 * The page's own parts, which nobody can use meanwhile. Never the whole body: the provider hangs its frame there, and a
 * frame that is inert, or outside of a modal dialog, cannot be typed into.
 */
const blocked = 'body > header, body > main, body > footer, body > a[href="#main"]'

/**
 * Lies over the page and under the provider's frame while a payment runs. No modal <dialog> and no focus trap, since both
 * would take the focus from that frame; and no way to dismiss it, as the specification has it.
 */
export function ProcessingOverlay({ phase }: { phase: Phase }) {
  return phase.step === 'idle' ? null : createPortal(<Overlay phase={phase} />, document.body)
}

function Overlay({ phase }: { phase: Phase }) {
  const id = useId()
  const dialog = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const parts = document.querySelectorAll(blocked)
    for (const part of parts) part.setAttribute('inert', '')
    dialog.current?.focus()
    return () => {
      for (const part of parts) part.removeAttribute('inert')
    }
  }, [])

  const asking = phase.step === 'asking' || phase.step === 'stalled'
  return (
    <div className="fixed inset-0 z-50 flex items-center justify-center overflow-y-auto bg-[oklch(15%_0.01_60/0.55)] p-4">
      <div
        ref={dialog}
        role="dialog"
        aria-modal="false"
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-words`}
        tabIndex={-1}
        className="rise-in m-auto flex w-[min(28rem,100%)] flex-col items-center gap-5 rounded-control bg-raised px-6 py-9 text-center text-ink shadow-lift outline-none"
      >
        {phase.step !== 'stalled' && <Spinner label="" />}
        <h2 id={`${id}-title`} className="title text-3xl">
          {screenTexts.processingPayment}
        </h2>
        <div id={`${id}-words`} role="status" className="flex flex-col gap-2 text-soft">
          {phase.step === 'working' && <p>Please keep this page open.</p>}
          {asking && <p className="font-medium text-ink">{screenTexts.askingTheBank}</p>}
          {phase.step === 'asking' && <p>Please do not pay again. Nothing is lost: your payment is found even if you leave this page.</p>}
          {phase.step === 'stalled' && (
            <p>
              It takes longer than usual. Please do not pay again: as soon as the bank answers, your order appears by itself, or the money
              stays with you.
            </p>
          )}
        </div>
        {phase.step === 'stalled' && (
          <div className="flex flex-wrap justify-center gap-3">
            <Button variant="primary" autoFocus onClick={phase.askAgain}>
              Check again
            </Button>
            <LinkButton to="/UserDashboard/myOrders" reloadDocument>
              See my orders
            </LinkButton>
          </div>
        )}
      </div>
    </div>
  )
}
