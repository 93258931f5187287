import { quantities } from '#contract/business.ts'

/** Pieces left; few or none are said in words too, because a colour alone says nothing to many. */
export function StockMark({ stock }: { stock: number }) {
  const count = <span className="font-semibold">{stock.toLocaleString('en-IN')}</span>
  if (stock > quantities.lowStock) return count
  return (
    <span className="text-bad">
      {count} <span className="block text-xs font-medium">{stock === 0 ? 'Sold out' : 'Low'}</span>
    </span>
  )
}
