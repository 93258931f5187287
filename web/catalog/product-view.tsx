import { type ReactNode, useId, useRef } from 'react'
import { quantities, type Size } from '#contract/business.ts'
import { formatRupees } from '#contract/money.ts'
import type { Product } from '#contract/products.ts'
import * as screenTexts from '#contract/screen-texts.ts'
import { Button } from '../ui/button.tsx'
import { DeliveryInfo } from './delivery-info.tsx'
import { SizeGuideButton } from './size-guide-button.tsx'
import { SizePicker } from './size-picker.tsx'
import { ZoomablePicture } from './zoomable-picture.tsx'

export interface ProductViewProps {
  product: Product
  size: Size | undefined
  onSize: (size: Size) => void
  /** called only with everything that adding needs */
  onAdd: () => void
  /** the shopper pressed the button without a size */
  unsized: boolean
  onUnsized: () => void
  busy?: boolean
  /** where the cart is */
  children?: ReactNode
}

/** One product, whole: picture, words, sizes, the button that stays in reach on a phone, and what happens after. */
export function ProductView({ product, size, onSize, onAdd, unsized, onUnsized, busy = false, children }: ProductViewProps) {
  const { name, description, price, stock, image, backdrop, sizes } = product
  const id = useId()
  const choice = useRef<HTMLDivElement>(null)
  const soldOut = stock === 0
  const press = () => {
    if (size !== undefined) return onAdd()
    onUnsized()
    choice.current?.querySelector('input')?.focus()
  }
  return (
    // On a phone the columns dissolve, so that the bar with the button can stick to the window's lower edge all the way.
    <article
      aria-labelledby={`${id}-name`}
      className="page-width flex flex-col gap-6 pt-4 sm:pt-10 md:grid md:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)] md:items-start md:gap-10 lg:gap-20"
    >
      <div className="relative max-md:-mx-4 md:sticky md:top-24">
        <ZoomablePicture image={image} name={name} placeholderColor={backdrop} faded={soldOut} />
        {soldOut && <span className="badge pointer-events-none absolute bottom-4 left-4">Sold out</span>}
      </div>
      <div className="max-md:contents md:flex md:max-w-xl md:flex-col md:gap-7">
        <div className="flex flex-col gap-3">
          <h1 id={`${id}-name`} className="title">
            {name}
          </h1>
          <p className="text-2xl font-medium tabular-nums">{formatRupees(price)}</p>
          <p className="text-sm text-soft">Free shipping</p>
        </div>
        {description && <p className="max-w-prose whitespace-pre-line">{description}</p>}
        <div ref={choice} className="flex flex-col gap-2">
          <div className="flex items-center justify-between gap-4 sm:max-w-80">
            <p aria-hidden="true" className="font-medium">
              Size
            </p>
            <SizeGuideButton className="text-sm" />
          </div>
          <SizePicker
            large
            name={`${id}-size`}
            offered={sizes}
            chosen={size}
            onChoose={onSize}
            disabled={soldOut}
            describedBy={unsized ? `${id}-unsized` : undefined}
          />
          <div role="alert" className="empty:hidden">
            {unsized && (
              <p id={`${id}-unsized`} className="font-medium text-bad">
                {screenTexts.selectSize}
              </p>
            )}
          </div>
          {stock > 0 && stock <= quantities.lowStock && <p className="font-medium text-bad">Only {stock} left</p>}
        </div>
        <div className="z-30 flex flex-wrap gap-2 max-md:sticky max-md:bottom-0 max-md:order-last max-md:-mx-4 max-md:border-t max-md:border-line max-md:bg-paper max-md:px-4 max-md:pt-3 max-md:pb-[max(0.75rem,env(safe-area-inset-bottom))]">
          <Button variant="primary" disabled={soldOut || busy} aria-busy={busy} onClick={press} className="min-h-12 grow">
            {soldOut ? 'Sold out' : busy ? 'Adding…' : 'Add to Cart'}
          </Button>
          {children}
        </div>
        <DeliveryInfo />
      </div>
    </article>
  )
}
