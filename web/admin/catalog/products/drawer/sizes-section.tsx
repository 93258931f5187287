import { type FormEvent, useState } from 'react'
import { maxLengths } from '#contract/kernel/business.ts'
import { ApiError } from '../../../../api/client.ts'
import { callSignedIn } from '../../../../session/call-signed-in.ts'
import { Button } from '../../../../ui/button.tsx'
import { TextField } from '../../../../ui/field.tsx'
import { FormError } from '../../../../ui/form-error.tsx'
import { describeActionError } from '../../../kit/use-action.tsx'
import { useErrorFocus } from '../../../kit/use-error-focus.ts'
import { SavedMessage } from '../../../shared/saved-message.tsx'
import { createRow, type SizeRow, sumRows, toSizes } from '../form/size-rows.ts'
import { SizeTable } from '../form/size-table.tsx'
import { StockKind } from '../form/stock-kind.tsx'
import { type CardData, useProductCard, useReportEdit } from './product-card.tsx'

interface Draft {
  readonly sizes: CardData['sizes']
  readonly bySize: boolean
  readonly rows: readonly SizeRow[]
  readonly note: string
}

const buildDraft = (sizes: CardData['sizes']): Draft => ({ sizes, bySize: sizes.length > 0, rows: sizes.map(createRow), note: '' })

/** The sizes of a product. Divides one stock into sizes and the other way round. */
export function SizesSection() {
  const { product, sizes, show } = useProductCard()
  const [message, setMessage] = useState('')
  const [draft, setDraft] = useState(() => buildDraft(sizes))
  const [isEdited, setEdited] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const form = useErrorFocus(errors)
  useReportEdit(isEdited)
  if (!isEdited && draft.sizes !== sizes) setDraft(buildDraft(sizes))
  const { bySize, rows, note } = draft
  const change = (values: Partial<Draft>) => {
    setDraft({ ...draft, ...values })
    setEdited(true)
    setMessage('')
    setErrors({})
  }

  const sum = sumRows(rows)
  const isDivided = bySize && sizes.length === 0
  const isRemoved = sizes.some(({ size, stock }) => stock > 0 && rows.every((row) => row.size.trim() !== size))
  const stockChanges = isDivided ? sum !== product.stock : isRemoved || rows.some(({ stock, seenStock }) => stock !== String(seenStock))
  const needsReason = bySize && rows.length > 0 && stockChanges

  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (isSaving) return
    if (bySize && rows.length === 0) return setErrors({ root: 'Add at least one size.' })
    if (needsReason && note.trim() === '') return setErrors({ note: 'Reason is required.' })
    setSaving(true)
    try {
      const body = { version: product.version, seenStock: product.stock, sizes: bySize ? toSizes(rows) : [], note: needsReason ? note : '' }
      const { message: saved, ...changed } = await callSignedIn('POST /products/:id/sizes', { params: { id: product._id }, body })
      setEdited(false)
      setMessage(saved)
      show(changed)
    } catch (failure) {
      const fields = failure instanceof ApiError ? failure.fields : {}
      const ofRows = Object.entries(fields).map(([path, text]) => [path.replace(/^sizes\./, ''), text])
      setErrors({ ...Object.fromEntries(ofRows), root: fields.sizes ?? (ofRows.length > 0 ? '' : describeActionError(failure)) })
    } finally {
      setSaving(false)
    }
  }

  return (
    <form ref={form} noValidate onSubmit={send} aria-busy={isSaving} className="flex flex-col gap-4">
      <StockKind bySize={bySize} onChange={(value) => change({ bySize: value })} />
      {bySize && <SizeTable category={product.category} rows={rows} errors={errors} onChange={(changed) => change({ rows: changed })} />}
      {bySize && rows.length > 0 && (
        <p role="status" className="tabular-nums">
          {Number.isNaN(sum) ? 'Enter the stock of each size.' : describeSum({ sum, stock: product.stock })}
        </p>
      )}
      {!bySize && sizes.length > 0 && <p>All sizes will share one stock of {product.stock}. SKUs and barcodes of the sizes are deleted.</p>}
      {needsReason && (
        <TextField
          label="Reason"
          hint="Why the stock changes, for the stock history"
          maxLength={maxLengths.reason}
          autoComplete="off"
          value={note}
          error={errors.note}
          onChange={({ target }) => change({ note: target.value })}
        />
      )}
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" variant="ink" aria-disabled={isSaving || !isEdited} className="aria-disabled:opacity-60">
          {isSaving ? 'Saving…' : 'Save sizes'}
        </Button>
        <SavedMessage>{message}</SavedMessage>
        <FormError text={errors.root} />
      </div>
    </form>
  )
}

function describeSum({ sum, stock }: { sum: number; stock: number }): string {
  if (sum === stock) return `The sizes add up to ${sum}, the stock of the product.`
  return `The sizes add up to ${sum}: ${Math.abs(sum - stock)} ${sum > stock ? 'more' : 'fewer'} than the stock of ${stock}.`
}
