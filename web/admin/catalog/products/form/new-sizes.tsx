import { useState } from 'react'
import { type SizeRow, sumRows, toSizes } from './size-rows.ts'
import { SizeTable } from './size-table.tsx'
import { StockKind } from './stock-kind.tsx'

interface NewSizesProps {
  category: string
  /** JSON; undefined for one stock */
  value: string | undefined
  /** `sum` is the stock of the product */
  onChange: (value: string | undefined, sum: string) => void
  error: object | undefined
}

/** The sizes of a new product. */
export function NewSizes({ category, value, onChange, error }: NewSizesProps) {
  const [rows, setRows] = useState<readonly SizeRow[]>([])
  const bySize = value !== undefined
  const change = (changed: readonly SizeRow[]) => {
    setRows(changed)
    onChange(JSON.stringify(toSizes(changed)), String(sumRows(changed) || 0))
  }
  const errors = listMessages(error)
  return (
    <div className="flex flex-col gap-2 sm:col-span-2">
      <StockKind bySize={bySize} onChange={(isBySize) => (isBySize ? change([]) : onChange(undefined, ''))} />
      {bySize && <SizeTable category={category} rows={rows} errors={errors} onChange={change} />}
      {errors[''] && (
        <p role="alert" className="text-sm font-medium text-bad">
          {errors['']}
        </p>
      )}
    </div>
  )
}

/** The messages of nested errors by their path. */
function listMessages(error: object | undefined, path = ''): Record<string, string> {
  if (error === undefined) return {}
  if ('message' in error && typeof error.message === 'string') return { [path]: error.message }
  const nested = Object.entries(error).filter((entry): entry is [string, object] => typeof entry[1] === 'object' && entry[1] !== null)
  return Object.assign(
    {},
    ...nested.map(([name, value]) => listMessages(value, name === 'root' ? path : [path, name].filter(Boolean).join('.'))),
  )
}
