import { type ReactNode, useState } from 'react'
import type { Product } from '#contract/catalog/products.ts'
import type { Size } from '#contract/kernel/business.ts'
import { formatRupees } from '#contract/kernel/money.ts'
import * as screenTexts from '#contract/kernel/texts/screen-texts.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { showToast } from '../../ui/toast.ts'
import type { SizeSheetProps } from './size-sheet.tsx'

interface BuyBarProps {
  product: Product
  size: Size | undefined
  /** an item is being added */
  busy: boolean
  /** something was added on this page */
  isAdded: boolean
  onAdd: () => void
  onSizeChange: (size: Size) => void
  onSoldOut: (size: Size) => void
  cartHref: string
  /** the listing of the product's category */
  categoryHref: string
  categoryName: string
}

type Sheet = (props: SizeSheetProps) => ReactNode

/** Add to Cart and Go to Cart. On a phone they stay at the bottom of the window, with the price and the size. */
export function BuyBar(props: BuyBarProps) {
  const { product, size, busy, isAdded, onAdd, onSizeChange, onSoldOut, cartHref, categoryHref, categoryName } = props
  // Loaded when it is opened.
  const [Sheet, setSheet] = useState<Sheet>()
  const openSheet = () =>
    import('./size-sheet.tsx').then(
      (module) => setSheet(() => module.SizeSheet),
      () => showToast({ text: screenTexts.fetchFailed, kind: 'error' }),
    )
  const closeSheet = () => setSheet(undefined)
  const soldOut = product.stock === 0
  const price = <span className="block text-lg/tight font-semibold tabular-nums">{formatRupees(product.price)}</span>
  return (
    <div
      data-add-bar
      className="z-30 hidden gap-2 js:flex max-sm:page-bleed max-sm:sticky max-sm:bottom-0 max-sm:order-last max-sm:items-center max-sm:border-t max-sm:border-line max-sm:bg-page max-sm:px-(--page-padding) max-sm:pt-2 max-sm:pb-[max(0.5rem,env(safe-area-inset-bottom))] sm:flex-wrap"
    >
      {size === undefined || soldOut ? (
        <p className="shrink-0 pr-1 sm:hidden">{price}</p>
      ) : (
        <button type="button" onClick={openSheet} className="min-h-12 max-w-2/5 shrink-0 pr-1 text-left sm:hidden">
          {price}
          <span className="flex items-center gap-1 text-sm text-soft">
            <span className="truncate">Size {size}</span>
            <Icon name="down" size={14} className="shrink-0" />
            <span className="sr-only">, change</span>
          </span>
        </button>
      )}
      {size === undefined && !soldOut && (
        <Button variant="primary" onClick={openSheet} className="min-h-12 grow sm:hidden">
          Select size
        </Button>
      )}
      <Button
        variant="primary"
        disabled={soldOut || busy}
        aria-busy={busy}
        // The second press of a double click adds nothing.
        onClick={({ detail }) => detail < 2 && onAdd()}
        className={`min-h-12 grow ${size === undefined && !soldOut ? 'max-sm:hidden' : ''}`}
      >
        {soldOut ? 'Sold out' : busy ? 'Adding…' : 'Add to Cart'}
      </Button>
      <LinkButton
        to={soldOut ? categoryHref : cartHref}
        className={`min-h-12 ${soldOut ? '' : isAdded ? 'max-[22.5rem]:w-12 max-[22.5rem]:px-0' : 'max-sm:w-12 max-sm:px-0'}`}
      >
        {soldOut ? (
          `View all ${categoryName.toLowerCase()}`
        ) : (
          <>
            <Icon name="bag" className={isAdded ? 'min-[22.5rem]:hidden' : 'sm:hidden'} />
            <span className={isAdded ? 'max-[22.5rem]:sr-only' : 'max-sm:sr-only'}>Go to Cart</span>
          </>
        )}
      </LinkButton>
      {Sheet && (
        <Sheet
          product={product}
          selected={size}
          onSelect={onSizeChange}
          onSoldOut={(soldOutSize) => {
            closeSheet()
            onSoldOut(soldOutSize)
          }}
          onAdd={() => {
            closeSheet()
            onAdd()
          }}
          onClose={closeSheet}
        />
      )}
    </div>
  )
}
