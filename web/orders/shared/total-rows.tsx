import { Fragment } from 'react'
import { listTotalRows, type ShownTotals } from '#contract/orders/adjustments.ts'

/**
 * The total of a cart or an order and, when it has any, its discounts and fees and what is to be paid: rows of a `dl` with two columns.
 * `isLive`: a change of the last amount is announced to screen readers.
 */
export function TotalRows({ order, sumClassName = '', isLive = false }: { order: ShownTotals; sumClassName?: string; isLive?: boolean }) {
  const rows = listTotalRows(order)
  return rows.map(({ label, amount }, index) => {
    const isLast = index === rows.length - 1
    const style = index === 0 || isLast ? `font-semibold ${sumClassName}` : 'text-soft'
    return (
      <Fragment key={label}>
        <dt className={style}>{label}</dt>
        <dd aria-live={isLive && isLast ? 'polite' : undefined} className={`text-right ${style}`}>
          {amount}
        </dd>
      </Fragment>
    )
  })
}
