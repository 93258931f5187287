import { sizes as allSizes, type Size } from '#contract/business.ts'

export interface SizePickerProps {
  /** of the radio group, unique on the page */
  name: string
  selected: Size | undefined
  onSelect: (size: Size) => void
  sizes?: readonly Size[]
  disabled?: boolean
  describedBy?: string
  large?: boolean
}

/** Radio buttons styled as chips. */
export function SizePicker({ name, selected, onSelect, sizes = allSizes, disabled = false, describedBy, large = false }: SizePickerProps) {
  return (
    <fieldset aria-describedby={describedBy} disabled={disabled} className="min-w-0">
      <legend className="sr-only">Size</legend>
      <div className={`grid grid-cols-4 gap-1.5 ${large ? 'max-w-80' : 'max-w-56'}`}>
        {sizes.map((size) => (
          <label key={size} className={`size-chip ${large ? 'h-12' : 'h-11 sm:h-9'}`}>
            <input
              type="radio"
              name={name}
              value={size}
              checked={selected === size}
              onChange={() => onSelect(size)}
              className="size-chip-choice"
            />
            {size}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
