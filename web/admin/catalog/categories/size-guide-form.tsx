import { type FormEvent, type ReactNode, useState } from 'react'
import { categoryLimits } from '#contract/catalog/categories.ts'
import { type Measure, measureNames, measures } from '#contract/catalog/measures.ts'
import { type SizeGuide, sizeGuideLimits } from '#contract/catalog/size-guide.ts'
import type { CallReply } from '#contract/contract.ts'
import { ApiError } from '../../../api/client.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { Button } from '../../../ui/button.tsx'
import { TextAreaField } from '../../../ui/field.tsx'
import { Icon, plusIcon } from '../../../ui/icon.tsx'
import { Checkbox } from '../../kit/checkbox.tsx'
import { SmallButton } from '../../kit/small-button.tsx'
import { describeActionError } from '../../kit/use-action.tsx'
import { useErrorFocus } from '../../kit/use-error-focus.ts'

interface EditedRow {
  readonly id: number
  readonly size: string
  readonly values: Readonly<Partial<Record<Measure, string>>>
}

interface EditedGuide {
  readonly note: string
  readonly measures: readonly Measure[]
  readonly rows: readonly EditedRow[]
}

const toEdited = ({ note, measures: names, rows }: SizeGuide): EditedGuide => ({
  note,
  measures: names,
  rows: rows.map(({ size, values }, id) => ({ id, size, values: Object.fromEntries(names.map((name, index) => [name, values[index]])) })),
})

const toGuide = ({ note, measures: names, rows }: EditedGuide): SizeGuide => ({
  note,
  measures: [...names],
  rows: rows.map(({ size, values }) => ({ size, values: names.map((name) => values[name] ?? '') })),
})

const cellClass =
  'min-h-11 w-full min-w-18 rounded-control border border-edge bg-raised px-2 py-1 text-ink hover:border-ink aria-invalid:border-2 aria-invalid:border-bad'

interface SizeGuideFormProps {
  categoryKey: string
  guide: CallReply<'GET /categories/:key/size-guide'>
  onSaved: (reply: CallReply<'PATCH /categories/:key/size-guide'>) => void
  onEdit: (isEdited: boolean) => void
  /** beside the button */
  children: ReactNode
}

/** The size guide of a category as a table of inputs. A column that is taken out keeps its values until the guide is saved. */
export function SizeGuideForm({ categoryKey, guide, onSaved, onEdit, children }: SizeGuideFormProps) {
  const [edited, setEdited] = useState(() => toEdited(guide.sizeGuide))
  const [busy, setBusy] = useState(false)
  const [fields, setFields] = useState<Readonly<Record<string, string>>>({})
  const [failure, setFailure] = useState<string>()
  const form = useErrorFocus(fields)
  const change = (part: Partial<EditedGuide>) => {
    setEdited({ ...edited, ...part })
    setFields({})
    onEdit(true)
  }
  const changeRow = (id: number, part: Partial<EditedRow>) =>
    change({ rows: edited.rows.map((row) => (row.id === id ? { ...row, ...part } : row)) })

  const save = async (sizeGuide: SizeGuide | null) => {
    if (busy) return
    setBusy(true)
    setFields({})
    setFailure(undefined)
    try {
      const saved = await callSignedIn('PATCH /categories/:key/size-guide', {
        params: { key: categoryKey },
        body: { sizeGuide, version: guide.version },
      })
      setEdited(toEdited(saved.sizeGuide))
      onEdit(false)
      onSaved(saved)
    } catch (error) {
      const invalid = error instanceof ApiError ? error.fields : {}
      setFields(Object.fromEntries(Object.entries(invalid).map(([path, text]) => [path.replace(/^sizeGuide\./, ''), text])))
      if (Object.keys(invalid).length === 0) setFailure(describeActionError(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <form
      ref={form}
      noValidate
      aria-label="Size guide"
      aria-busy={busy}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        save(toGuide(edited))
      }}
      className="flex flex-col gap-5"
    >
      {guide.isDefault && <p className="text-sm text-soft">This is the size guide of the shop, until this category has its own.</p>}
      <TextAreaField
        label="Fit note"
        optional
        rows={2}
        maxLength={sizeGuideLimits.noteLength}
        value={edited.note}
        onChange={(event) => change({ note: event.target.value })}
        error={fields.note}
      />
      <fieldset className="flex flex-wrap gap-x-5">
        <legend className="font-medium">Measurements</legend>
        {measureNames.map((name) => (
          <Checkbox
            key={name}
            className="text-sm"
            checked={edited.measures.includes(name)}
            onChange={() => change({ measures: measureNames.filter((other) => edited.measures.includes(other) !== (other === name)) })}
          >
            {measures[name].label}
          </Checkbox>
        ))}
      </fieldset>
      <p className="text-sm text-soft">In centimetres, such as 92 or 92-97. Shoppers also see inches.</p>
      <section aria-label="Sizes" className="-mt-3 overflow-x-auto">
        <table className="w-full text-left text-sm">
          <thead>
            <tr>
              <th scope="col" className="pr-2 font-semibold">
                Size
              </th>
              {edited.measures.map((name) => (
                <th key={name} scope="col" className="pr-2 font-semibold whitespace-nowrap">
                  {measures[name].label}
                </th>
              ))}
              <th scope="col">
                <span className="sr-only">Remove</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {edited.rows.map(({ id, size, values }, index) => (
              <tr key={id}>
                <td className="py-1 pr-2">
                  <input
                    aria-label={`Size ${index + 1}`}
                    value={size}
                    maxLength={categoryLimits.sizeLength}
                    onChange={(event) => changeRow(id, { size: event.target.value })}
                    aria-invalid={fields[`rows.${index}.size`] ? true : undefined}
                    className={cellClass}
                  />
                </td>
                {edited.measures.map((name, column) => (
                  <td key={name} className="py-1 pr-2">
                    <input
                      aria-label={`${measures[name].label} of ${size || `size ${index + 1}`}`}
                      value={values[name] ?? ''}
                      maxLength={15}
                      inputMode="decimal"
                      onChange={(event) => changeRow(id, { values: { ...values, [name]: event.target.value } })}
                      aria-invalid={fields[`rows.${index}.values.${column}`] ? true : undefined}
                      className={cellClass}
                    />
                  </td>
                ))}
                <td className="py-1 text-right">
                  <button
                    type="button"
                    aria-label={`Remove ${size || `size ${index + 1}`}`}
                    onClick={() => change({ rows: edited.rows.filter((row) => row.id !== id) })}
                    className="inline-flex size-11 items-center justify-center rounded-control hover:bg-sunk"
                  >
                    <Icon name="close" size={18} />
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <div className="flex flex-wrap items-center gap-4">
        <SmallButton
          onClick={() =>
            change({ rows: [...edited.rows, { id: Math.max(0, ...edited.rows.map(({ id }) => id + 1)), size: '', values: {} }] })
          }
        >
          <Icon path={plusIcon} size={16} />
          Add a size
        </SmallButton>
        {!guide.isDefault && <SmallButton onClick={() => save(null)}>Use the size guide of the shop</SmallButton>}
        <Button type="submit" variant="ink" aria-disabled={busy}>
          {busy ? 'Saving…' : 'Save size guide'}
        </Button>
        {children}
      </div>
      <div role="alert" className="font-medium text-bad empty:hidden">
        {[...new Set([failure, ...Object.values(fields)])].filter(Boolean).map((text) => (
          <p key={text}>{text}</p>
        ))}
      </div>
    </form>
  )
}
