import { useState } from 'react'
import { describeDispatch } from '#contract/catalog/dispatch-days.ts'
import { findSizeStock } from '#contract/inventory/size-stock.ts'
import { maxLengths, quantities } from '#contract/kernel/business.ts'
import { formatRupees } from '#contract/kernel/money.ts'
import { calculateTotalRupees } from '#contract/kernel/pricing.ts'
import { call } from '../../../api/client.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { useRight } from '../../../session/use-right.ts'
import { FormError } from '../../../ui/form-error.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { QuantityStepper } from '../../../ui/quantity-stepper.tsx'
import { SearchBox } from '../../kit/search-box.tsx'
import { SmallButton } from '../../kit/small-button.tsx'
import { describeError } from '../../kit/use-resource.ts'
import { addUnit, describeProblem, type NewOrderLine, type OrderableProduct, removeLine, setQuantity } from './new-order-lines.ts'

interface OrderLinesProps {
  lines: readonly NewOrderLine[]
  error: string | undefined
  onChange: (lines: readonly NewOrderLine[]) => void
}

/** Chooses products, sizes and quantities. */
export function OrderLines({ lines, error, onChange }: OrderLinesProps) {
  // This list also finds SKUs.
  const seesProducts = useRight('products')
  const [q, setQ] = useState('')
  const [found, setFound] = useState<readonly OrderableProduct[]>()
  const [failure, setFailure] = useState<string>()
  const search = async () => {
    setFailure(undefined)
    try {
      const query = { page: 1, q: q.trim() || undefined }
      const reply = seesProducts ? await callSignedIn('GET /products/admin', { query }) : await call('GET /products/getAll', { query })
      setFound('products' in reply ? reply.products : reply)
    } catch (cause) {
      setFailure(describeError(cause))
    }
  }
  return (
    <div className="flex flex-col gap-4">
      <SearchBox label="Search products" value={q} maxLength={maxLengths.search} onChange={setQ} onSearch={search} />
      <p role="status" className="text-sm text-soft empty:hidden">
        {failure ?? (found?.length === 0 ? 'No products found.' : '')}
      </p>
      {found !== undefined && found.length > 0 && (
        <ul
          aria-label="Found products"
          className="flex max-h-80 flex-col overflow-y-auto rounded-control border border-line bg-raised px-3"
        >
          {found.map((product) => (
            <li
              key={product._id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-line py-2 not-last:border-b"
            >
              <span className="min-w-0 wrap-anywhere">
                {product.name} <span className="text-sm text-soft tabular-nums">{formatRupees(product.price)}</span>
              </span>
              <SizeButtons product={product} onAdd={(size) => onChange(addUnit(lines, { product, size }))} />
            </li>
          ))}
        </ul>
      )}
      {lines.length > 0 && (
        <ul aria-label="Items of the order" className="flex flex-col">
          {lines.map((line) => (
            <LineRow
              key={`${line.product._id} ${line.size}`}
              line={line}
              onQuantity={(quantity) => onChange(setQuantity(lines, line, quantity))}
              onRemove={() => onChange(removeLine(lines, line))}
            />
          ))}
        </ul>
      )}
      <FormError text={error} className="text-sm" />
    </div>
  )
}

function SizeButtons({ product, onAdd }: { product: OrderableProduct; onAdd: (size: string) => void }) {
  return (
    <span className="flex flex-wrap gap-2">
      {product.sizes.map((size) => {
        const left = findSizeStock({ product, size })
        return (
          <SmallButton
            key={size}
            disabled={left === 0}
            onClick={() => onAdd(size)}
            className="relative min-w-11 tabular-nums disabled:border-line disabled:bg-sunk disabled:text-soft"
          >
            <span className="sr-only">{`Add ${product.name}, size ${size}, ${left === 0 ? 'sold out' : `${left} in stock`}`}</span>
            <span aria-hidden="true">{size}</span>
            <span aria-hidden="true" className="font-normal text-soft">
              {left}
            </span>
          </SmallButton>
        )
      })}
    </span>
  )
}

interface LineRowProps {
  line: NewOrderLine
  onQuantity: (quantity: number) => void
  onRemove: () => void
}

function LineRow({ line, onQuantity, onRemove }: LineRowProps) {
  const { product, size, quantity } = line
  const label = `${product.name}, size ${size}`
  const problem = describeProblem(line)
  return (
    <li className="flex flex-wrap items-center justify-end gap-x-3 border-b border-line py-1.5">
      <span className="grow basis-40 wrap-anywhere max-sm:basis-full">
        {product.name} <span className="whitespace-nowrap text-soft">Size {size}</span>
        {product.dispatchDays !== undefined && (
          <span className="block text-sm text-soft">{describeDispatch(product.dispatchDays, product.availableFrom)}</span>
        )}
        {problem && <span className="block text-sm font-medium text-bad">{problem}</span>}
      </span>
      <QuantityStepper
        label={label}
        quantity={quantity}
        canDecrease={quantity > quantities.min}
        canIncrease={quantity < Math.min(quantities.max, findSizeStock({ product, size }))}
        onChange={onQuantity}
      />
      <span className="w-20 text-right font-medium tabular-nums">
        {formatRupees(calculateTotalRupees([{ price: product.price, quantity }]))}
      </span>
      <button
        type="button"
        aria-label={`Remove ${label}`}
        onClick={onRemove}
        className="inline-flex size-11 shrink-0 items-center justify-center rounded-control hover:bg-sunk"
      >
        <Icon name="close" size={18} />
      </button>
    </li>
  )
}
