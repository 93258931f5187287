import { Icon, minusIcon, plusIcon } from './icon.tsx'

const squareButton =
  'inline-flex size-11 items-center justify-center hover:bg-sunk disabled:text-soft disabled:opacity-50 disabled:hover:bg-transparent'

interface QuantityStepperProps {
  /** what there is a quantity of */
  label: string
  quantity: number
  canDecrease: boolean
  canIncrease: boolean
  onChange: (quantity: number) => void
}

/** A quantity between two buttons that change it by one. */
export function QuantityStepper({ label, quantity, canDecrease, canIncrease, onChange }: QuantityStepperProps) {
  return (
    <fieldset className="flex items-center rounded-control border border-edge bg-raised">
      <legend className="sr-only">Quantity of {label}</legend>
      <button
        type="button"
        aria-label={`Decrease quantity of ${label}`}
        disabled={!canDecrease}
        onClick={() => onChange(quantity - 1)}
        className={squareButton}
      >
        <Icon path={minusIcon} size={18} />
      </button>
      <output aria-label="Quantity" className="min-w-8 text-center font-semibold tabular-nums">
        {quantity}
      </output>
      <button
        type="button"
        aria-label={`Increase quantity of ${label}`}
        disabled={!canIncrease}
        onClick={() => onChange(quantity + 1)}
        className={squareButton}
      >
        <Icon path={plusIcon} size={18} />
      </button>
    </fieldset>
  )
}
