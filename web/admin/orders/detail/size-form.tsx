import { useEffect, useState } from 'react'
import { findSizeStock } from '#contract/inventory/size-stock.ts'
import { type Size, sizes } from '#contract/kernel/business.ts'
import type { AdminOrderDetail } from '#contract/orders/admin-orders.ts'
import { call } from '../../../api/client.ts'
import { Button } from '../../../ui/button.tsx'

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

interface OfferedSize {
  readonly size: Size
  /** with what is left, for a product with stock by size */
  readonly label: string
}

/** The sizes of a product. A deleted one is not found, and has those of the shop. */
function useOfferedSizes(productId: string): readonly OfferedSize[] {
  const [offered, setOffered] = useState<readonly OfferedSize[]>(() => sizes.map((size) => ({ size, label: size })))
  useEffect(() => {
    let isCurrent = true
    call('GET /products/:id', { params: { id: productId } }).then(
      (product) => {
        if (!isCurrent) return
        const describe = (size: Size) => (product.sizeStock ? `${size} (${findSizeStock({ product, size })} left)` : size)
        setOffered(product.sizes.map((size) => ({ size, label: describe(size) })))
      },
      () => {},
    )
    return () => {
      isCurrent = false
    }
  }, [productId])
  return offered
}
