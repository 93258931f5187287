import type { Product } from '#contract/catalog/products.ts'
import { findSizeStock } from '#contract/inventory/size-stock.ts'
import { isLowStock, type Size } from '#contract/kernel/business.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { SizeGuideButton } from '../size-guide/size-guide-button.tsx'

export interface SizeSheetProps {
  product: Product
  selected: Size | undefined
  onSelect: (size: Size) => void
  /** a size that is sold out was pressed */
  onSoldOut: (size: Size) => void
  onAdd: () => void
  onClose: () => void
}

const row = 'flex min-h-13 items-center gap-3 rounded-control border-b border-line px-2 last:border-0'

/** The sizes of a product with their stock, from below on a phone. */
export function SizeSheet({ product, selected, onSelect, onSoldOut, onAdd, onClose }: SizeSheetProps) {
  return (
    <Dialog open isSheet title="Select size" onClose={onClose}>
      <fieldset className="-mx-2">
        <legend className="sr-only">Size</legend>
        {product.sizes.map((size) => {
          const stock = findSizeStock({ product, size })
          if (stock === 0)
            return (
              <button key={size} type="button" onClick={() => onSoldOut(size)} className={`${row} w-full text-left -outline-offset-2!`}>
                <span className="grow text-soft line-through">{size}</span>
                <span className="text-sm text-soft">Sold out</span>
                <span className="link text-sm">Notify me</span>
              </button>
            )
          const isLow = isLowStock(stock)
          return (
            <label
              key={size}
              className={`${row} has-checked:bg-sunk has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-indigo has-focus-visible:outline-dashed`}
            >
              <input
                type="radio"
                name="sheet-size"
                value={size}
                checked={selected === size}
                onChange={() => onSelect(size)}
                className="size-5 accent-(--color-ink) outline-none"
              />
              <span className="grow font-medium">{size}</span>
              <span className={`text-sm ${isLow ? 'font-medium text-bad' : 'text-soft'}`}>{isLow ? `Only ${stock} left` : 'In stock'}</span>
            </label>
          )
        })}
      </fieldset>
      <div className="flex items-center justify-between gap-4">
        <SizeGuideButton category={product.category} className="text-sm" />
        <Button
          variant="primary"
          aria-disabled={selected === undefined}
          onClick={() => selected !== undefined && onAdd()}
          className="min-h-12 grow aria-disabled:bg-line aria-disabled:text-soft"
        >
          Add to Cart
        </Button>
      </div>
    </Dialog>
  )
}
