import { quantities } from '#contract/kernel/business.ts'

/** The stock of a product, with a text for low stock besides the colour. With a unit it fits in one line. */
export function StockBadge({ stock, unit = '' }: { stock: number; unit?: string }) {
  const count = (
    <>
      <span className="font-semibold">{stock.toLocaleString('en-IN')}</span> {unit}
    </>
  )
  if (stock > quantities.lowStock) return count
  return (
    <span className="text-bad">
      {count} <span className={`text-xs font-medium ${unit ? 'ml-2' : 'block'}`}>{stock === 0 ? 'Sold out' : 'Low'}</span>
    </span>
  )
}
