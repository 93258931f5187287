import { useId } from 'react'
import { formatRupees } from '#contract/money.ts'
import { isFaultReason, type ReturnReason, returnReasons } from '#contract/returns/return-states.ts'
import type { ReturnableOrder } from '#contract/returns/returns.ts'
import { SelectField } from '../../ui/field.tsx'
import { Picture } from '../../ui/picture.tsx'
import { QuantityStepper } from '../../ui/quantity-stepper.tsx'
import { defaultPlaceholderColor, formatSize } from '../shared/order-text.ts'
import { reasonLabels } from './return-texts.ts'

export interface LineChoice {
  readonly quantity: number
  /** empty until it is chosen */
  readonly reason: ReturnReason | ''
}

interface ReturnLineProps {
  item: ReturnableOrder['lines'][number]
  choice: LineChoice | undefined
  /** why the choice is not complete */
  error: string | undefined
  /** only for faulty and wrong items, because the last day for other reasons has passed */
  isFaultOnly: boolean
  onChange: (choice: LineChoice | undefined) => void
}

/** An item of the order, which can be chosen with its quantity and the reason. */
export function ReturnLine({ item, choice, error, isFaultOnly, onChange }: ReturnLineProps) {
  const id = useId()
  const { name, size, quantity, price, returnable, image } = item
  const label = `${name}, ${formatSize(size)}`
  const reasons = returnReasons.filter((reason) => !isFaultOnly || isFaultReason(reason))
  return (
    <li className="flex flex-col gap-4 border-b border-line py-5 last:border-b-0">
      <div className="flex items-start gap-4">
        <input
          id={id}
          type="checkbox"
          checked={choice !== undefined}
          disabled={returnable === 0}
          onChange={({ currentTarget }) => onChange(currentTarget.checked ? { quantity: returnable, reason: '' } : undefined)}
          aria-label={`Return ${label}`}
          className="mt-6 size-6 shrink-0 accent-ink"
        />
        <label htmlFor={id} className={`flex min-w-0 grow gap-4 ${returnable === 0 ? 'text-soft' : 'cursor-pointer'}`}>
          <Picture
            image={image}
            alt=""
            placeholderColor={defaultPlaceholderColor}
            sizes="4rem"
            loading="eager"
            className={`w-16 ${returnable === 0 ? 'opacity-60' : ''}`}
          />
          <span className="flex min-w-0 flex-col gap-0.5 text-sm">
            <span className="product-name text-xs">{name}</span>
            <span className="text-soft tabular-nums">
              {formatSize(size)}, {quantity} × {formatRupees(price)}
            </span>
            {returnable === 0 && <span className="font-medium">Cannot be returned, or is being returned</span>}
            {returnable > 0 && returnable < quantity && <span className="font-medium">{returnable} can be returned</span>}
          </span>
        </label>
      </div>
      {choice && (
        <div className="flex flex-wrap items-start gap-x-6 gap-y-4 sm:pl-10">
          <SelectField
            label={`Why do you return ${name}?`}
            value={choice.reason}
            error={error}
            onChange={({ currentTarget }) => onChange({ ...choice, reason: currentTarget.value as LineChoice['reason'] })}
            className="grow basis-64"
          >
            <option value="">Choose the reason</option>
            {reasons.map((reason) => (
              <option key={reason} value={reason}>
                {reasonLabels[reason]}
              </option>
            ))}
          </SelectField>
          {returnable > 1 && (
            <div className="flex flex-col gap-1.5">
              <span aria-hidden="true" className="font-medium">
                How many?
              </span>
              <QuantityStepper
                label={label}
                quantity={choice.quantity}
                canDecrease={choice.quantity > 1}
                canIncrease={choice.quantity < returnable}
                onChange={(value) => onChange({ ...choice, quantity: value })}
              />
            </div>
          )}
        </div>
      )}
    </li>
  )
}
