import { type Size, sizes } from '#contract/business.ts'

export interface SizeChoiceProps {
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
export function SizeChoice({ name, chosen, onChoose, offered = sizes, disabled = false, describedBy, large = false }: SizeChoiceProps) {
  return (
    <fieldset aria-describedby={describedBy} disabled={disabled} className="min-w-0">
      <legend className="sr-only">Size</legend>
      <div className={`grid grid-cols-4 gap-1.5 ${large ? 'max-w-80' : 'max-w-56'}`}>
        {offered.map((size) => (
          <label
            key={size}
            className={`relative flex ${large ? 'h-12' : 'h-9'} items-center justify-center rounded-control border border-edge text-sm font-medium tabular-nums transition-colors duration-150 hover:border-ink has-checked:border-ink has-checked:bg-ink has-checked:text-paper has-disabled:cursor-not-allowed forced-colors:has-checked:bg-[Highlight] forced-colors:has-checked:text-[HighlightText] forced-colors:has-checked:forced-color-adjust-none has-disabled:border-line has-disabled:text-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-indigo has-focus-visible:outline-dashed`}
          >
            <input
              type="radio"
              name={name}
              value={size}
              checked={chosen === size}
              onChange={() => onChoose(size)}
              className="absolute inset-0 size-full cursor-[inherit] appearance-none rounded-control outline-none"
            />
            {size}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
