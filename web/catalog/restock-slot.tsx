import { lazy, Suspense, useState } from 'react'
import type { Size } from '#contract/business.ts'
import type { Product } from '#contract/products.ts'
import { bellIcon, Icon } from '../ui/icon.tsx'

/** Loaded when it is opened. */
const RestockForm = lazy(async () => ({ default: (await import('./restock-form.tsx')).RestockForm }))

interface RestockSlotProps {
  product: Product
  /** the sold-out size that was pressed last */
  size: Size | undefined
}

/** Offers a mail when a product, or one of its sizes, is in stock again. Nothing while all of it is in stock. */
export function RestockSlot({ product, size }: RestockSlotProps) {
  const [isOpen, setOpen] = useState(false)
  const soldOutSizes = product.sizeStock?.flatMap((each) => (each.stock === 0 ? [each.size] : [])) ?? []
  if (product.stock > 0 && soldOutSizes.length === 0) return null
  if (!isOpen && size === undefined)
    return (
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="link hidden min-h-11 items-center gap-2 self-start text-sm js:inline-flex"
      >
        <Icon path={bellIcon} size={18} />
        {soldOutSizes.length > 0 ? 'Tell me when my size is back' : 'Tell me when it is back'}
      </button>
    )
  return (
    <Suspense>
      <RestockForm product={product} sizes={soldOutSizes} initialSize={size} hasFocus={isOpen} />
    </Suspense>
  )
}
