import type { CardData } from './product-card.tsx'

/** How many shoppers wait for a mail that a product, or one of its sizes, is in stock again. */
export function WaitingList({ waiting }: Pick<CardData, 'waiting'>) {
  if (waiting.length === 0) return null
  return (
    <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1 text-sm">
      <p className="text-soft">Waiting to be told when it is in stock</p>
      <ul className="flex flex-wrap gap-x-4 gap-y-1 tabular-nums">
        {waiting.map(({ size, count }) => (
          <li key={size}>
            {size} <span className="font-semibold">{count.toLocaleString('en-IN')}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
