import type { Product } from '#contract/catalog/products.ts'
import { formatRupees } from '#contract/kernel/money.ts'

interface ProductPriceProps {
  product: Product
  /** the class of the price */
  className?: string
  /** on a card: the share in short, always below the price */
  isShort?: boolean
}

/** The price; below it, on a phone beside it, what it is compared with, the MRP or the price before a sale, and what is saved. */
export function ProductPrice({ product: { price, mrp, regularPrice }, className = '', isShort = false }: ProductPriceProps) {
  const compared = mrp ?? regularPrice
  const amount = formatRupees(price)
  if (compared === undefined || compared <= price) return <p className={`shrink-0 font-medium tabular-nums ${className}`}>{amount}</p>
  return (
    <div
      className={`shrink-0 tabular-nums ${isShort ? '' : 'max-sm:flex max-sm:max-w-full max-sm:flex-wrap max-sm:items-baseline max-sm:gap-x-3'} ${className}`}
    >
      <p className="font-medium">{amount}</p>
      <p className="text-sm text-soft">
        {mrp === undefined ? 'Before' : 'MRP'} <s>{formatRupees(compared)}</s>{' '}
        <span className="font-medium text-good">{formatSaving({ price, compared, isShort })}</span>
      </p>
    </div>
  )
}

/** `You save ₹300 (23%)`, or `23% off`. Rounded down: the shop promises no more than it gives. */
function formatSaving({ price, compared, isShort }: { price: number; compared: number; isShort: boolean }): string {
  const percent = Math.floor(((compared - price) / compared) * 100)
  const amount = formatRupees(Math.round((compared - price) * 100) / 100)
  if (isShort) return percent === 0 ? '' : `${percent}% off`
  return percent === 0 ? `You save ${amount}` : `You save ${amount} (${percent}%)`
}
