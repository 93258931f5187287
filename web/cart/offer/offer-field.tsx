import { type ReactNode, useEffect, useRef, useState } from 'react'
import { offerLimits } from '#contract/kernel/limits/offer-limits.ts'
import { formatRupees } from '#contract/kernel/money.ts'
import type { Quote } from '#contract/offers/offer-schemas.ts'
import { getToPay, type ShownTotals } from '#contract/orders/adjustments.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import type { CartOffer } from '../state/use-guest-quote.ts'

/** Enters, names and removes the code of a cart. Nothing in a shop whose offers have no codes. */
export function OfferField({ offer, disabled = false }: { offer: CartOffer; disabled?: boolean }) {
  const { quote, enter, remove } = offer
  const [isOpen, setOpen] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  const code = quote?.code ?? null
  if (quote === undefined || (code === null && !quote.hasCodes)) return null
  const run = async <Result,>(work: () => Promise<Result>): Promise<Result> => {
    setBusy(true)
    return work().finally(() => setBusy(false))
  }
  // The control that was pressed goes; a field that was opened meanwhile keeps the focus.
  const keepFocus = () => {
    if (!frame.current?.querySelector('input')) frame.current?.focus()
  }
  return (
    <div ref={frame} tabIndex={-1} className="flex flex-col outline-none">
      {code !== null ? (
        <EnteredCode
          quote={quote}
          disabled={disabled || isBusy}
          onRemove={async () => {
            setOpen(false)
            await run(remove)
            keepFocus()
          }}
        />
      ) : isOpen ? (
        <CodeForm
          isBusy={isBusy}
          disabled={disabled}
          onEnter={async (typed) => {
            const refusal = await run(() => enter(typed))
            if (refusal === undefined) {
              setOpen(false)
              frame.current?.focus()
            }
            return refusal
          }}
        />
      ) : (
        <button type="button" className="link inline-flex min-h-11 items-center self-start" onClick={() => setOpen(true)}>
          Have a code?
        </button>
      )}
    </div>
  )
}

interface EnteredCodeProps {
  quote: Quote
  disabled: boolean
  onRemove: () => void
}

function EnteredCode({ quote: { code, refusal, isApplied }, disabled, onRemove }: EnteredCodeProps) {
  const outcome = refusal ?? (isApplied ? 'is used.' : 'is not needed: another offer saves you more.')
  return (
    <div className="flex items-center justify-between gap-4">
      <p role="status" className="min-w-0 wrap-anywhere">
        <span className="font-semibold">{code}</span>
        {refusal === null ? ' ' : ': '}
        <span className={refusal === null ? 'text-soft' : 'font-medium text-bad'}>{outcome}</span>
      </p>
      <button
        type="button"
        aria-label={`Remove the code ${code}`}
        aria-disabled={disabled}
        onClick={() => !disabled && onRemove()}
        className="link inline-flex min-h-11 shrink-0 items-center"
      >
        Remove
      </button>
    </div>
  )
}

interface CodeFormProps {
  isBusy: boolean
  disabled: boolean
  onEnter: (code: string) => Promise<string | undefined>
}

/** Not a form, because it may stand in one. */
function CodeForm({ isBusy, disabled, onEnter }: CodeFormProps) {
  const [typed, setTyped] = useState('')
  const [refusal, setRefusal] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  const submit = async () => {
    if (isBusy || disabled) return
    setRefusal(typed.trim() === '' ? 'Enter a code.' : await onEnter(typed))
    input.current?.focus()
  }
  return (
    <div className="flex items-start gap-3">
      <TextField
        ref={input}
        label="Have a code?"
        aria-required={false}
        className="min-w-0 grow"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={offerLimits.typedCodeLength}
        value={typed}
        {...(refusal !== undefined && { error: refusal })}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          submit()
        }}
      />
      <Button className="mt-7.5 min-h-12 shrink-0" aria-disabled={isBusy || disabled} onClick={submit}>
        {isBusy ? 'Checking…' : 'Apply'}
      </Button>
    </div>
  )
}

interface OnlineSavingProps {
  /** on delivery */
  totals: ShownTotals
  online: ShownTotals
  children: (amount: string) => ReactNode
}

/** What an online payment costs when that is less; nothing when it is not. */
export function OnlineSaving({ totals, online, children }: OnlineSavingProps) {
  if (getToPay(online) >= getToPay(totals)) return null
  return <p className="text-sm font-medium text-good">{children(formatRupees(getToPay(online)))}</p>
}
