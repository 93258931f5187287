interface Row {
  readonly _id: string
}

/** The ids of a selection, with or without those of some rows. */
export function toggleSelected(selected: ReadonlySet<string>, rows: readonly Row[], isSelected: boolean): ReadonlySet<string> {
  const next = new Set(selected)
  for (const { _id } of rows) {
    if (isSelected) next.add(_id)
    else next.delete(_id)
  }
  return next
}

interface SelectBoxProps {
  label: string
  checked: boolean
  disabled?: boolean
  /** some rows of the page are selected */
  isPartial?: boolean
  onChange: (isSelected: boolean, options: { isRange: boolean }) => void
}

/** The box that selects a row of a table, or all rows of its page. With Shift it selects a range. */
export const SelectBox = ({ label, isPartial = false, onChange, ...input }: SelectBoxProps) => (
  <label className="-my-2 -ml-2 inline-flex size-11 cursor-pointer items-center justify-center sm:-my-1 sm:size-9">
    <input
      type="checkbox"
      aria-label={label}
      ref={(element) => {
        if (element) element.indeterminate = isPartial
      }}
      onChange={({ currentTarget, nativeEvent }) =>
        onChange(currentTarget.checked, { isRange: nativeEvent instanceof MouseEvent && nativeEvent.shiftKey })
      }
      className="size-5 accent-ink"
      {...input}
    />
  </label>
)
