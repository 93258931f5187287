import { type Size, sizes } from '#contract/business.ts'

export interface SizePickerProps {
  /** unique on the page: the radio group's name */
  name: string
  chosen: Size | undefined
  onChoose: (size: Size) => void
  offered?: readonly Size[]
  disabled?: boolean
  describedBy?: string
  /** for a page that has the room */
  large?: boolean
}

/** Sizes as real radio buttons that look like chips. None is chosen until the shopper does. */
export function SizePicker({ name, chosen, onChoose, offered = sizes, disabled = false, describedBy, large = false }: SizePickerProps) {
  return (
    <fieldset aria-describedby={describedBy} disabled={disabled} className="min-w-0">
      <legend className="sr-only">Size</legend>
      <div className={`grid grid-cols-4 gap-1.5 ${large ? 'max-w-80' : 'max-w-56'}`}>
        {offered.map((size) => (
          <label key={size} className={`size-chip ${large ? 'h-12' : 'h-9'}`}>
            <input
              type="radio"
              name={name}
              value={size}
              checked={chosen === size}
              onChange={() => onChoose(size)}
              className="size-chip-choice"
            />
            {size}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
