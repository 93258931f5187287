import { useId } from 'react'
import { maxLengths } from '#contract/kernel/business.ts'
import { TextAreaField } from '../../ui/field.tsx'
import type { ShopperNoteState } from './use-shopper-note.ts'

/** A note about the order, and whether it is a gift. */
export function ShopperNoteFields({ draft, onChange }: ShopperNoteState) {
  const id = useId()
  return (
    <div className="flex flex-col gap-2">
      <TextAreaField
        label="Note"
        optional
        hint="For us and the courier, such as: please call before delivery."
        rows={2}
        maxLength={maxLengths.shopperNote}
        autoComplete="off"
        value={draft.text}
        onChange={({ currentTarget }) => onChange({ ...draft, text: currentTarget.value })}
      />
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          checked={draft.isGift}
          aria-describedby={`${id}-gift`}
          onChange={({ currentTarget }) => onChange({ ...draft, isGift: currentTarget.checked })}
          className="size-5 shrink-0 accent-madder"
        />
        This is a gift
      </label>
      <p id={`${id}-gift`} className="-mt-2 text-sm text-soft">
        The packing slip has no prices. The tax invoice has them, as the law requires.
      </p>
    </div>
  )
}
