import { describeDispatch } from '#contract/catalog/dispatch-days.ts'
import type { ReturnRule } from '#contract/catalog/return-rules.ts'
import { formatRupees } from '#contract/kernel/money.ts'
import { calculateTotalRupees } from '#contract/kernel/pricing.ts'
import { ReturnRuleText } from '../../layout/return-rule-text.tsx'
import { Picture } from '../../ui/picture.tsx'
import { defaultPlaceholderColor, formatSize } from './order-text.ts'
import { ProductLink } from './product-link.tsx'

export interface LineItem {
  /** the product's page */
  readonly href?: string
  readonly name: string
  readonly image: string
  readonly placeholderColor?: string
  readonly size?: string | null
  readonly quantity: number
  /** until it leaves, of an item that is made to order */
  readonly dispatchDays?: number | undefined
  /** the day on which it leaves, of a pre-ordered item */
  readonly availableFrom?: string | undefined
  /** rupees, of one unit */
  readonly price: number
  /** missing for an item that can be returned */
  readonly returnRule?: ReturnRule | undefined
  /** why it cannot be ordered as it is */
  readonly problem?: string | null
}

/** The items of an order, read-only. `scrolls` keeps a long list inside a summary. */
export function LineItemList({ items, label, scrolls = false }: { items: readonly LineItem[]; label: string; scrolls?: boolean }) {
  const isLong = scrolls && items.length > 3
  return (
    <ul
      aria-label={label}
      tabIndex={isLong ? 0 : undefined}
      className={`flex flex-col gap-4 ${isLong ? 'max-h-96 overflow-y-auto print:max-h-none' : ''}`}
    >
      {items.map(
        (
          {
            href,
            name,
            image,
            placeholderColor = defaultPlaceholderColor,
            size,
            quantity,
            dispatchDays,
            availableFrom,
            price,
            problem,
            returnRule,
          },
          index,
        ) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line has no other identity in every list, and no state
          <li key={index} className="flex gap-4">
            <ProductLink href={href} isPicture>
              <Picture image={image} alt="" placeholderColor={placeholderColor} sizes="4rem" loading="eager" className="w-16 shrink-0" />
            </ProductLink>
            <div className="flex min-w-0 grow flex-col gap-0.5 text-sm">
              <p className="product-name text-xs">
                <ProductLink href={href}>{name}</ProductLink>
              </p>
              <p className="text-soft tabular-nums">
                {formatSize(size)},{' '}
                <span className="whitespace-nowrap">
                  {quantity} × {formatRupees(price)}
                </span>
              </p>
              {dispatchDays !== undefined && <p className="text-soft">{describeDispatch(dispatchDays, availableFrom)}</p>}
              <ReturnRuleText rule={returnRule} />
              {problem && <p className="font-medium text-bad">{problem}</p>}
            </div>
            <p className="shrink-0 text-sm font-medium tabular-nums">{formatRupees(calculateTotalRupees([{ price, quantity }]))}</p>
          </li>
        ),
      )}
    </ul>
  )
}
