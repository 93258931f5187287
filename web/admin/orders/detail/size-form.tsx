import { useState } from 'react'
import type { Size } from '#contract/kernel/business.ts'
import type { AdminOrderDetail } from '#contract/orders/admin-orders.ts'
import { Button } from '../../../ui/button.tsx'
import { useOfferedSizes } from './use-offered-sizes.ts'

interface SizeFormProps {
  line: AdminOrderDetail['products'][number]
  busy: boolean
  onSubmit: (size: Size) => void
}

/** Chooses the size of a line: a missing one, or another one. */
export function SizeForm({ line, busy, onSubmit }: SizeFormProps) {
  const [size, setSize] = useState<Size>()
  const offered = useOfferedSizes(line._id).filter((each) => each.size !== line.size)
  if (offered.length === 0) return null
  return (
    <form
      className="flex flex-wrap items-center gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (size && !busy) onSubmit(size)
      }}
    >
      <select
        aria-label={`Size of ${line.name}`}
        required
        value={size ?? ''}
        onChange={({ target }) => setSize(target.value || undefined)}
        className="min-h-11 rounded-control border border-edge bg-raised px-3 text-ink hover:border-ink"
      >
        <option value="">{line.size === null ? 'Choose a size' : 'Another size'}</option>
        {offered.map(({ size: value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <Button type="submit" aria-disabled={busy}>
        {line.size === null ? 'Set size' : 'Change size'}
      </Button>
    </form>
  )
}
