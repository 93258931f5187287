import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { describeDispatch } from '#contract/catalog/dispatch-days.ts'
import { describePreOrder } from '#contract/catalog/pre-order-text.ts'
import { productHref } from '#contract/catalog/product-url.ts'
import type { Product } from '#contract/catalog/products.ts'
import { findSizeInStock, findSizeStock } from '#contract/inventory/size-stock.ts'
import { isLowStock, type Size } from '#contract/kernel/business.ts'
import { formatRupees } from '#contract/kernel/money.ts'
import * as screenTexts from '#contract/kernel/texts/screen-texts.ts'
import { describeShipping } from '#contract/orders/shipping-texts.ts'
import { countStep } from '../../api/count-step.ts'
import { AskOnWhatsapp } from '../../layout/ask-on-whatsapp.tsx'
import { ReturnRuleText } from '../../layout/return-rule-text.tsx'
import { usePolicies, useStoreConfig } from '../../layout/store-config.ts'
import { buildBuyNowHref } from '../../orders/shared/buy-now.ts'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast.ts'
import { addSize } from '../listing/listing.ts'
import { LazyRestockForm } from '../restock/lazy-restock-form.tsx'
import { GuestSaveLink } from '../saved/guest-save-link.tsx'
import { LazySaveButton } from '../saved/lazy-save-button.tsx'
import { addToCart, useIsShopper } from '../shared/add-to-cart.ts'
import { Breadcrumb } from '../shared/breadcrumb.tsx'
import { OfferLine } from '../shared/offer-line.tsx'
import { ProductPrice } from '../shared/product-price.tsx'
import { SizePicker } from '../shared/size-picker.tsx'
import { SizeGuideButton } from '../size-guide/size-guide-button.tsx'
import { BuyBar } from './buy-bar.tsx'
import { ColourSwatches } from './colour-swatches.tsx'
import { DeliveryEstimate } from './delivery-estimate.tsx'
import { DeliveryInfo } from './delivery-info.tsx'
import { ProductGallery } from './product-gallery.tsx'

export interface ProductViewProps {
  product: Product
  size: Size | undefined
  onSizeChange: (size: Size | undefined) => void
  /** the server refused to add it to the cart */
  onRefused?: () => void
  cartHref: string
  /** the listing of all products */
  listHref: string
  /** the listing of the product's category */
  categoryHref: string
  categoryName: string
  /** builds the link to a product in another colour; to the public page by default */
  buildProductHref?: (product: { _id: string; name: string }) => string
  /** what it is made of */
  details?: ReactNode
  /** what the law asks to declare */
  declarations?: ReactNode
  /** the preview of an administrator, who cannot buy */
  isPreview?: boolean
}

/** The product page of guests and shoppers. The cart that Add to Cart fills depends on who is signed in. */
export function ProductView(props: ProductViewProps) {
  const {
    product,
    size: chosenSize,
    onSizeChange,
    onRefused,
    cartHref,
    listHref,
    categoryHref,
    categoryName,
    buildProductHref = productHref,
    details,
    declarations,
    isPreview = false,
  } = props
  const { name, description, stock, sizeStock, lowestPrice, returnRule, dispatchDays, availableFrom } = product
  useEffect(() => {
    if (!isPreview) countStep('product', product._id)
  }, [product._id, isPreview])
  const size = findSizeInStock({ product, size: chosenSize })
  const left = findSizeStock({ product, size })
  const [isSizeMissing, setSizeMissing] = useState(false)
  const [busy, setBusy] = useState(false)
  const [isAdded, setAdded] = useState(false)
  const [missedSize, setMissedSize] = useState<Size>()
  const id = useId()
  const sizePicker = useRef<HTMLDivElement>(null)
  const { short: shipping } = describeShipping(usePolicies())
  const soldOut = stock === 0
  const breadcrumb = [
    { label: 'All clothing', to: listHref },
    { label: categoryName, to: categoryHref },
  ]

  const selectSize = (selected: Size) => {
    onSizeChange(selected)
    setSizeMissing(false)
  }
  const missSize = (soldOutSize: Size) => {
    setMissedSize(soldOutSize)
    setSizeMissing(false)
  }

  const askForSize = () => {
    setSizeMissing(true)
    sizePicker.current?.querySelector<HTMLInputElement>('input:not([aria-disabled])')?.focus()
  }
  const add = async () => {
    if (busy) return
    if (size === undefined) return askForSize()
    if (!product._id) return showToast({ text: screenTexts.productIdMissing, kind: 'error' })
    setBusy(true)
    await addToCart({ product, size, onRefused })
    setBusy(false)
    setAdded(true)
  }

  return (
    // On a phone the columns are `contents`, so that the bar with the buttons can stick to the bottom of the window.
    <article
      aria-labelledby={`${id}-name`}
      className="page-width flex flex-col gap-y-4 sm:gap-y-6 sm:grid sm:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)] sm:items-start sm:gap-x-8 sm:pt-6 md:gap-x-10 lg:gap-x-20"
    >
      <Breadcrumb steps={breadcrumb} current={name} />
      {/* As high as its row: the pictures stick beside the text, and not over what is below. */}
      <div className="min-w-0 max-sm:-mt-4 max-sm:page-bleed sm:self-stretch">
        <div className="sm:sticky sm:top-24">
          <ProductGallery product={product} faded={soldOut}>
            {soldOut && <span className="badge pointer-events-none absolute bottom-4 left-4">Sold out</span>}
            {!isPreview && <LazySaveButton product={product} className="absolute top-3 right-3" />}
            {!isPreview && <GuestSaveLink product={product} className="absolute top-3 right-3" />}
          </ProductGallery>
        </div>
      </div>
      <div className="max-sm:contents sm:flex sm:max-w-xl sm:flex-col sm:gap-7">
        <div className="flex flex-col gap-1 sm:gap-3">
          <h1 id={`${id}-name`} className="title max-sm:text-[1.625rem]">
            {name}
          </h1>
          <div className="flex flex-wrap items-baseline gap-x-4 text-sm text-soft">
            <ProductPrice product={product} className="text-2xl/tight text-ink sm:text-2xl" />
            <p>Inclusive of all taxes</p>
            <p>{shipping}</p>
          </div>
          <OfferLine offers={product.offers} />
          {availableFrom && <p className="font-medium">{describePreOrder(availableFrom)}</p>}
          <ReturnRuleText rule={returnRule} />
          {lowestPrice !== undefined && (
            <p className="text-sm text-soft">Lowest price of the 30 days before the sale: {formatRupees(lowestPrice)}</p>
          )}
        </div>
        <div ref={sizePicker} className="flex flex-col gap-1 max-sm:-mt-3 sm:gap-2">
          <div className="flex items-center justify-between gap-4 sm:max-w-80">
            <p aria-hidden="true" className="font-medium">
              Size
            </p>
            <SizeGuideButton category={product.category} className="text-sm" />
          </div>
          <SizePicker
            large
            name={`${id}-size`}
            product={product}
            selected={size}
            onSelect={selectSize}
            onSoldOut={missSize}
            disabled={soldOut}
            describedBy={isSizeMissing ? `${id}-size-missing` : undefined}
          />
          <div role="alert" className="empty:hidden">
            {isSizeMissing && (
              <p id={`${id}-size-missing`} className="font-medium text-bad">
                {screenTexts.selectSize}
              </p>
            )}
          </div>
          <p role="status" className="font-medium text-bad empty:hidden">
            {isLowStock(left) && `Only ${left} left${sizeStock && size ? ` in ${size}` : ''}`}
          </p>
          {!isPreview && <LazyRestockForm product={product} size={missedSize} />}
        </div>
        <ColourSwatches product={product} buildHref={(sibling) => addSize({ href: buildProductHref(sibling), size })} />
        {!isPreview && (
          <noscript>
            <p>Ordering needs JavaScript.</p>
          </noscript>
        )}
        {!isPreview && (
          <BuyBar
            product={product}
            size={size}
            busy={busy}
            isAdded={isAdded}
            onAdd={add}
            onSizeChange={selectSize}
            onSoldOut={(soldOutSize) => {
              missSize(soldOutSize)
              sizePicker.current?.scrollIntoView({ block: 'center' })
            }}
            cartHref={cartHref}
            categoryHref={categoryHref}
            categoryName={categoryName}
          />
        )}
        {!isPreview && !soldOut && <BuyNowButton product={product._id} size={size} onSizeMissing={askForSize} />}
        {description && <p className="max-w-prose wrap-anywhere whitespace-pre-line">{description}</p>}
        {details}
        {dispatchDays !== undefined && !availableFrom && <p className="font-medium">{describeDispatch(dispatchDays)}.</p>}
        <DeliveryEstimate product={product} />
        {!isPreview && <AskOnWhatsapp about={size ? `${name}, size ${size}` : name} path={productHref(product)} />}
      </div>
      {/* Across both columns, so that the pictures do not end far above the text beside them. */}
      <div className="flex flex-col gap-4 sm:col-span-2 sm:gap-7 sm:pt-6">
        <DeliveryInfo product={product} />
        {declarations}
      </div>
    </article>
  )
}

interface BuyNowButtonProps {
  product: string
  size: Size | undefined
  onSizeMissing: () => void
}

/** Goes to the checkout with this one item. The cart stays as it is. */
function BuyNowButton({ product, size, onSizeMissing }: BuyNowButtonProps) {
  const navigate = useNavigate()
  const isShopper = useIsShopper()
  const { checkoutScript } = useStoreConfig()
  const checkout = isShopper ? (checkoutScript ? '/UserDashboard/Order' : '/UserDashboard/cod') : '/orderNow'
  return (
    <Button
      onClick={() => (size === undefined ? onSizeMissing() : navigate(buildBuyNowHref({ checkout, product, size })))}
      className="hidden min-h-12 w-full js:inline-flex"
    >
      Buy now
    </Button>
  )
}
