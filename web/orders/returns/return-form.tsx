import { useRef, useState } from 'react'
import { returnLimits } from '#contract/kernel/limits/return-limits.ts'
import { formatRupees } from '#contract/kernel/money.ts'
import { formatReturnDay } from '#contract/kernel/return-days.ts'
import { type Handover, isFaultReason } from '#contract/orders/return-states.ts'
import type { ReturnableOrder } from '#contract/returns/returns.ts'
import { ApiError } from '../../api/client.ts'
import { clearIdempotencyKey, getIdempotencyKey } from '../../api/idempotency-key.ts'
import { useRequest } from '../../api/use-request.ts'
import { Button } from '../../ui/button.tsx'
import { useReturnFocus } from '../../ui/dialog/use-return-focus.ts'
import { TextAreaField } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { HandoverField, OverruleField } from './caller-fields.tsx'
import { ExchangeSum } from './exchange-sum.tsx'
import { PhotoPicker } from './photo-picker.tsx'
import { type LineChoice, ReturnLine, toItemKey } from './return-line.tsx'
import type { ChosenLine, ReturnKind, ReturnPreview, ReturnSource } from './return-source.ts'
import { UnsentPhotos } from './unsent-photos.tsx'
import { usePhotos } from './use-photos.ts'
import { useReturnPreview } from './use-return-preview.ts'

type Choices = Readonly<Record<number, LineChoice | undefined>>

interface ReturnFormProps {
  order: ReturnableOrder
  source: ReturnSource
  /** an administrator fills it in, who may accept it at once, also what the return rules exclude */
  isForCaller?: boolean
  onAsked: (message: string) => void
}

/** Chooses what comes back and why, shows what is paid back for it, and asks for the return. */
export function ReturnForm({ order, source, isForCaller = false, onAsked }: ReturnFormProps) {
  const [choices, setChoices] = useState<Choices>({})
  const [note, setNote] = useState('')
  const [isChecked, setChecked] = useState(false)
  const { busy, error, setError, run } = useRequest()
  /** asked for, but some of its photos are not sent */
  const [asked, setAsked] = useState<{ id: string; message: string }>()
  const photos = usePhotos({ source, room: returnLimits.maxPictures })
  const form = useRef<HTMLFormElement>(null)
  const button = useReturnFocus({ failed: error !== undefined, busy })
  const [kind, setKind] = useState<ReturnKind>('refund')
  const isExchange = kind === 'exchange'
  const [overruleReason, setOverruleReason] = useState<string>()
  const [handover, setHandover] = useState<Handover>()
  const hasRules = order.lines.some(({ returnRule, returnable }) => returnRule !== undefined && returnable > 0)
  const canExchange = order.exchange !== undefined && order.lines.some(({ returnable, offered }) => returnable > 0 && offered?.length)
  const chosen = order.lines.flatMap((item) => {
    const choice = choices[item.line]
    return choice ? [{ item, choice }] : []
  })
  const lines = chosen.flatMap((each) => toLine({ ...each, isExchange }) ?? [])
  const hasFault = lines.some(({ reason }) => isFaultReason(reason))
  const isComplete = lines.length > 0 && lines.length === chosen.length
  const {
    preview,
    error: previewError,
    reload,
  } = useReturnPreview({
    source,
    kind,
    lines: isComplete ? lines : [],
    isOverruled: overruleReason !== undefined,
  })

  const change = (line: number, choice: LineChoice | undefined) => {
    setError(undefined)
    setChoices((previous) => ({ ...previous, [line]: choice }))
  }
  const changeKind = (next: ReturnKind) => {
    setError(undefined)
    setChecked(false)
    setChoices({})
    setKind(next)
  }
  const changeOverruleReason = (reason: string | undefined) => {
    setError(undefined)
    // The choices of a reason that the rules exclude end with it.
    if (reason === undefined) setChoices({})
    setOverruleReason(reason)
  }
  const ask = async () => {
    setChecked(true)
    if (chosen.length === 0) return setError(`Choose what you ${isExchange ? 'exchange' : 'return'}.`)
    if (!isComplete) return form.current?.querySelector<HTMLElement>('select:has(option[value=""]:checked)')?.focus()
    if (overruleReason?.trim() === '') return form.current?.querySelector<HTMLElement>('[name="overruleReason"]')?.focus()
    if (!preview) return
    const exchange = isExchange && ({ kind, toPay: preview.toPay ?? 0 } as const)
    const forCaller = { ...(overruleReason !== undefined && { overruleReason }), ...(handover && { handover }) }
    const body = { lines, note, refund: preview.refund, ...exchange, ...forCaller }
    const storageKey = `return ${order.number}`
    await run(async () => {
      const key = getIdempotencyKey({ storageKey, contents: body })
      const { message, return: returned } = await source.ask({ body, key }).catch((failure: unknown) => {
        if (failure instanceof ApiError && failure.status === 409) reload()
        throw failure
      })
      clearIdempotencyKey(storageKey)
      const areSent = !hasFault || (await photos.send(returned._id))
      setChoices({})
      if (areSent) onAsked(message)
      else setAsked({ id: returned._id, message })
    })
  }
  if (asked) {
    const finish = () => {
      setAsked(undefined)
      onAsked(asked.message)
    }
    return <UnsentPhotos photos={photos} onSend={() => photos.send(asked.id)} onDone={finish} />
  }
  return (
    <form
      ref={form}
      noValidate
      method="post"
      aria-label="Return items"
      onSubmit={(event) => {
        event.preventDefault()
        ask()
      }}
      className={`grid items-start gap-x-12 gap-y-8 ${isForCaller ? '' : 'lg:grid-cols-[minmax(0,1fr)_22rem] xl:gap-x-20'}`}
    >
      <div className="flex min-w-0 flex-col gap-5">
        <noscript>
          <p>This page needs JavaScript. You can also reply to our email with the items that you return.</p>
        </noscript>
        {!order.isInTime && (
          <p className="rounded-control bg-sunk p-4">
            {order.lastDay && `The last day to return items was ${formatReturnDay(order.lastDay)}. `}
            You can still return an item that is faulty or not the one you ordered.
          </p>
        )}
        {canExchange && <KindChoice kind={kind} onChange={changeKind} />}
        <ul aria-label="Items of the order" className="flex flex-col border-y border-line">
          {order.lines.map((item) => (
            <ReturnLine
              key={item.line}
              item={item}
              choice={choices[item.line]}
              error={isChecked && choices[item.line]?.reason === '' ? 'Please choose the reason.' : undefined}
              isFaultOnly={!order.isInTime}
              isExchange={isExchange}
              isOverruled={overruleReason !== undefined}
              itemError={isChecked && choices[item.line]?.newItem === '' ? 'Please choose what you want instead.' : undefined}
              onChange={(choice) => change(item.line, choice)}
            />
          ))}
        </ul>
        {isForCaller && <HandoverField handover={handover} onChange={setHandover} />}
        {isForCaller && hasRules && (
          <OverruleField
            reason={overruleReason}
            error={isChecked && overruleReason?.trim() === '' ? 'Please write why you accept it.' : undefined}
            onChange={changeOverruleReason}
          />
        )}
        {hasFault && <PhotoPicker photos={photos} room={returnLimits.maxPictures} hint="Show us what is wrong: we can answer faster." />}
        <TextAreaField
          label={isForCaller ? 'What the customer says' : 'Is there anything that we should know?'}
          optional
          rows={3}
          maxLength={returnLimits.noteLength}
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
      </div>
      <section aria-labelledby="return-sum" className="flex flex-col gap-4 rounded-control bg-sunk p-6">
        <h2 id="return-sum" className="font-display text-2xl">
          {isForCaller ? (isExchange ? 'Exchange' : 'Refund') : isExchange ? 'Your exchange' : 'Your refund'}
        </h2>
        <div role="status" className="flex flex-col gap-4">
          {isExchange ? <ExchangeSum order={order} preview={preview} /> : <RefundSum order={order} preview={preview} />}
        </div>
        {previewError && <p className="font-medium text-bad">{previewError}</p>}
        <FormError text={error} />
        <Button ref={button} type="submit" variant="primary" disabled={busy} aria-busy={busy} className="min-h-12">
          {busy ? 'Sending…' : describeButton({ isForCaller, isExchange, isAccepted: handover !== undefined })}
        </Button>
        {!isForCaller && (
          <p className="text-sm text-soft">
            Items must be unworn and unwashed, with all labels attached. A pack comes back complete. We check your request and answer by
            email.
          </p>
        )}
      </section>
    </form>
  )
}

function describeButton({ isForCaller, isExchange, isAccepted }: { isForCaller: boolean; isExchange: boolean; isAccepted: boolean }) {
  const kind = isExchange ? 'exchange' : 'return'
  if (!isForCaller) return `Ask for the ${kind}`
  return isAccepted ? `Record and accept the ${kind}` : `Record the ${kind}`
}

interface Chosen {
  item: ReturnableOrder['lines'][number]
  choice: LineChoice
  isExchange: boolean
}

/** A chosen line as the calls have it; undefined until its choices are complete. */
function toLine({ item: { line, offered = [] }, choice: { quantity, reason, newItem }, isExchange }: Chosen): ChosenLine | undefined {
  if (reason === '') return undefined
  if (!isExchange) return { line, quantity, reason }
  const found = offered.find((each) => toItemKey(each) === newItem)
  return found && { line, quantity, reason, newProduct: found.product, newSize: found.size }
}

const kinds: readonly (readonly [ReturnKind, string])[] = [
  ['refund', 'My money back'],
  ['exchange', 'Another size or colour'],
]

function KindChoice({ kind, onChange }: { kind: ReturnKind; onChange: (kind: ReturnKind) => void }) {
  return (
    <fieldset>
      <legend className="mb-2 font-medium">What would you like?</legend>
      <div className="flex flex-wrap gap-3">
        {kinds.map(([value, label]) => (
          <label
            key={value}
            className="flex min-h-11 cursor-pointer items-center gap-3 rounded-control border border-edge px-4 py-2 has-checked:border-ink has-checked:bg-sunk"
          >
            <input
              type="radio"
              name="kind"
              value={value}
              checked={kind === value}
              onChange={() => onChange(value)}
              className="size-5 accent-ink"
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** What the chosen items cost, what is deducted, and what is paid back. */
function RefundSum({ order, preview }: { order: ReturnableOrder; preview: ReturnPreview | undefined }) {
  if (!preview)
    return (
      <p className="text-soft">
        Choose the items and the reasons.{' '}
        {order.fee > 0 &&
          `${formatRupees(order.fee)} are deducted once for the way back, unless an item is faulty or not the one you ordered.`}
      </p>
    )
  const { goods, charges = 0, fee, refund, isFault } = preview
  return (
    <>
      <dl className="grid grid-cols-[1fr_auto] gap-y-2 tabular-nums">
        <dt className="text-soft">Paid for the items</dt>
        <dd className="text-right">{formatRupees(goods)}</dd>
        {charges > 0 && (
          <>
            <dt className="text-soft">Charges of the order</dt>
            <dd className="text-right">{formatRupees(charges)}</dd>
          </>
        )}
        <dt className="text-soft">Way back</dt>
        <dd className="text-right">{fee > 0 ? `−${formatRupees(fee)}` : isFault ? 'We pay' : formatRupees(0)}</dd>
        <dt className="border-t border-edge pt-2 font-semibold">You get back</dt>
        <dd className="border-t border-edge pt-2 text-right font-semibold">{formatRupees(refund)}</dd>
      </dl>
      {refund < goods + charges - fee && <p className="text-sm text-soft">A part of this order was refunded before.</p>}
      <p className="text-sm text-soft">
        {order.isPaidOnline
          ? 'We refund your original payment method after the items have reached us.'
          : 'After the items have reached us we ask you by email where to transfer the money.'}
      </p>
    </>
  )
}
