import type { Product } from '#contract/catalog/products.ts'
import { findSizeStock } from '#contract/inventory/size-stock.ts'
import type { Size } from '#contract/kernel/business.ts'

export interface SizePickerProps {
  /** the name of the radio group, unique on the page */
  name: string
  product: Pick<Product, 'stock' | 'sizes' | 'sizeStock'>
  selected: Size | undefined
  onSelect: (size: Size) => void
  /** a size that is sold out was pressed */
  onSoldOut?: (size: Size) => void
  disabled?: boolean
  describedBy?: string
  large?: boolean
}

/** Longer names need more room than a chip of the grid has. */
const maxGridLength = 4

/** Radio buttons styled as chips. A size that is sold out can be focused, but not chosen. */
export function SizePicker({
  name,
  product,
  selected,
  onSelect,
  onSoldOut,
  disabled = false,
  describedBy,
  large = false,
}: SizePickerProps) {
  const isGrid = product.sizes.every((size) => size.length <= maxGridLength)
  return (
    <fieldset
      aria-label="Size"
      aria-describedby={describedBy}
      disabled={disabled}
      className={`${isGrid ? 'size-grid' : 'size-line'} ${large ? 'max-w-80' : 'size-rows'}`}
    >
      {product.sizes.map((size) => {
        const soldOut = product.sizeStock !== undefined && findSizeStock({ product, size }) === 0
        return (
          <label key={size} className={`size-chip${large ? ' h-12' : ''}${isGrid ? '' : ' px-3'}${soldOut ? ' size-chip-sold-out' : ''}`}>
            <input
              type="radio"
              name={name}
              value={size}
              checked={selected === size}
              aria-disabled={soldOut || undefined}
              aria-label={soldOut ? `${size} sold out` : undefined}
              onChange={() => (soldOut ? onSoldOut?.(size) : onSelect(size))}
            />
            {size}
          </label>
        )
      })}
    </fieldset>
  )
}
