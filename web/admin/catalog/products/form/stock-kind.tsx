import { useId } from 'react'

interface StockKindProps {
  bySize: boolean
  onChange: (bySize: boolean) => void
}

/** Whether a product has one stock or a stock for each size. */
export function StockKind({ bySize, onChange }: StockKindProps) {
  const name = useId()
  return (
    <fieldset className="flex flex-wrap gap-x-6">
      <legend className="sr-only">Stock</legend>
      {[false, true].map((value) => (
        <label key={String(value)} className="inline-flex min-h-11 items-center gap-2">
          <input type="radio" name={name} checked={bySize === value} onChange={() => onChange(value)} className="size-5 accent-ink" />
          {value ? 'Stock by size' : 'One stock for M, L, XL and XXL'}
        </label>
      ))}
    </fieldset>
  )
}
