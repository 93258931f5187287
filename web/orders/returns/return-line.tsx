import { useId } from 'react'
import { returnRuleLabels } from '#contract/catalog/return-rule-texts.ts'
import { formatRupees } from '#contract/kernel/money.ts'
import { isFaultReason, isReturnAllowed, type ReturnReason, returnReasons } from '#contract/orders/return-states.ts'
import type { OfferedItem, ReturnableOrder } from '#contract/returns/returns.ts'
import { ReturnRuleText } from '../../layout/return-rule-text.tsx'
import { SelectField } from '../../ui/field.tsx'
import { Picture } from '../../ui/picture.tsx'
import { QuantityStepper } from '../../ui/quantity-stepper.tsx'
import { defaultPlaceholderColor, formatSize } from '../shared/order-text.ts'
import { reasonLabels } from './return-texts.ts'

/** The end of a long name is cut off, so that the fields stay in one row: the name stands above them. */
const fieldClass = 'min-w-0 grow basis-64 [&>label]:truncate'

/** Below this the stock is said. */
const fewLeft = 5

export interface LineChoice {
  readonly quantity: number
  /** empty until it is chosen */
  readonly reason: ReturnReason | ''
  /** of an exchange: the item of `toItemKey`, empty until it is chosen */
  readonly newItem: string
}

/** Names an offered item in the form. */
export const toItemKey = ({ product, size }: Pick<OfferedItem, 'product' | 'size'>): string => `${product} ${size ?? ''}`

interface ReturnLineProps {
  item: ReturnableOrder['lines'][number]
  choice: LineChoice | undefined
  /** why the choice is not complete */
  error: string | undefined
  /** only for faulty and wrong items, because the last day for other reasons has passed */
  isFaultOnly: boolean
  /** whether another item is chosen for it */
  isExchange: boolean
  /** an administrator accepts what its return rule excludes */
  isOverruled: boolean
  /** why the choice of the other item is not complete */
  itemError: string | undefined
  onChange: (choice: LineChoice | undefined) => void
}

/** An item of the order, which can be chosen with its quantity and the reason. */
export function ReturnLine({ item, choice, error, isFaultOnly, isExchange, isOverruled, itemError, onChange }: ReturnLineProps) {
  const id = useId()
  const { name, size, quantity, price, image, returnRule: rule, offered = [] } = item
  const returnable = isExchange && offered.length === 0 ? 0 : item.returnable
  const label = `${name}, ${formatSize(size)}`
  const kind = isExchange ? 'exchange' : 'refund'
  const reasons = returnReasons.filter(
    (reason) => (!isFaultOnly || isFaultReason(reason)) && (isOverruled || isReturnAllowed({ rule, kind, reason })),
  )
  return (
    <li className="flex flex-col gap-4 border-b border-line py-5 last:border-b-0">
      <div className="flex items-start gap-4">
        <input
          id={id}
          type="checkbox"
          checked={choice !== undefined}
          disabled={returnable === 0}
          onChange={({ currentTarget }) => onChange(currentTarget.checked ? { quantity: returnable, reason: '', newItem: '' } : undefined)}
          aria-label={`${isExchange ? 'Exchange' : 'Return'} ${label}`}
          className="mt-6 size-6 shrink-0 accent-ink"
        />
        <label htmlFor={id} className={`flex min-w-0 grow gap-4 ${returnable === 0 ? 'text-soft' : 'cursor-pointer'}`}>
          <Picture
            image={image}
            alt=""
            placeholderColor={defaultPlaceholderColor}
            sizes="4rem"
            loading="eager"
            className={`w-16 shrink-0 ${returnable === 0 ? 'opacity-60' : ''}`}
          />
          <span className="flex min-w-0 flex-col gap-0.5 text-sm">
            <span className="product-name text-xs">{name}</span>
            <span className="text-soft tabular-nums">
              {formatSize(size)}, {quantity} × {formatRupees(price)}
            </span>
            <ReturnRuleText rule={rule} />
            {returnable === 0 && (
              <span className="font-medium">
                {item.returnable > 0 ? 'There is no other size or colour' : 'Cannot be returned, or is being returned'}
              </span>
            )}
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
            className={fieldClass}
            choices={reasons.map((reason) => [reason, reasonLabels[reason]] as const)}
          >
            <option value="">Choose the reason</option>
          </SelectField>
          {isExchange && (
            <SelectField
              label={`What do you want instead of ${name}?`}
              value={choice.newItem}
              error={itemError}
              onChange={({ currentTarget }) => onChange({ ...choice, newItem: currentTarget.value })}
              className={fieldClass}
            >
              <option value="">Choose the size or colour</option>
              {offered.map((each) => (
                <option key={toItemKey(each)} value={toItemKey(each)} disabled={each.stock < choice.quantity}>
                  {describeItem({ each, name })}
                </option>
              ))}
            </SelectField>
          )}
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

/** `Size L`, with the name of another colour, and what is left of it. */
function describeItem({ each: { name: offered, size, stock, returnRule }, name }: { each: OfferedItem; name: string }): string {
  const item = offered === name ? formatSize(size) : `${offered}, ${formatSize(size)}`
  if (stock === 0) return `${item}: sold out`
  const rule = returnRule && ` (${returnRuleLabels[returnRule]})`
  return `${item}${stock <= fewLeft ? `: only ${stock} left` : ''}${rule ?? ''}`
}
