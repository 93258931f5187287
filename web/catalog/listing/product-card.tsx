import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { describePreOrder } from '#contract/catalog/pre-order-text.ts'
import type { Product } from '#contract/catalog/products.ts'
import { isLowStock } from '#contract/kernel/business.ts'
import { Picture } from '../../ui/picture.tsx'
import { GuestSaveLink } from '../saved/guest-save-link.tsx'
import { LazySaveButton } from '../saved/lazy-save-button.tsx'
import { OfferLine } from '../shared/offer-line.tsx'
import { ProductPrice } from '../shared/product-price.tsx'
import { ColourDots } from './colour-dots.tsx'
import { cardSizes, featureCell, featureSizes } from './product-grid.tsx'

export type CardLayout = 'feature' | 'beside' | 'regular'

const priceClasses: Record<CardLayout, string> = {
  feature: 'text-lg lg:text-xl',
  beside: '-mt-2 grow md:grow-0 lg:grow',
  regular: '-mt-2 grow',
}

export interface ProductCardProps {
  product: Product
  /** `feature` is the large first card; `beside` shares its row at four columns and shows the description there */
  layout?: CardLayout
  loading?: 'first' | 'eager' | 'lazy'
  to?: string
  /** size picker and buttons */
  children?: ReactNode
}

/** The layout of a card in a grid with a large first card. */
export const findCardLayout = (index: number): CardLayout => (index === 0 ? 'feature' : index < 3 ? 'beside' : 'regular')

const heartPlace = 'absolute top-2 right-2 z-10'

/** The random part of a product's id: the elements of a page repeat it. */
export const toShortId = ({ _id }: Pick<Product, '_id'>): string => _id.slice(-12)

/** The id of the product's name, which describes the controls of its card. */
export const productNameId = (product: Pick<Product, '_id'>) => `name-${toShortId(product)}`

export function ProductCard({ product, layout = 'regular', loading, to, children }: ProductCardProps) {
  const { name, image, backdrop, stock, description, styleColours, availableFrom } = product
  const soldOut = stock === 0
  const feature = layout === 'feature'
  const notice = availableFrom && stock > 0 ? describePreOrder(availableFrom) : isLowStock(stock) && `Only ${stock} left`
  // A notice at the lower edge of the picture, or a picture beside texts, needs a box that ends with the picture.
  const hasBox = feature || soldOut || styleColours !== undefined
  const picture = (
    <>
      <Picture
        image={image}
        alt={name}
        placeholderColor={backdrop}
        loading={loading}
        sizes={feature ? featureSizes : cardSizes}
        className={soldOut ? 'opacity-70' : ''}
      />
      {soldOut && <span className="badge absolute bottom-3 left-3">Sold out</span>}
      {styleColours && <ColourDots colours={styleColours} />}
      {/* Above the link that covers the card. */}
      <LazySaveButton product={product} className={heartPlace} />
      <GuestSaveLink product={product} className={heartPlace} />
    </>
  )
  const heading = (
    <>
      <h3 id={productNameId(product)} className={`product-name ${feature ? 'text-lg md:text-base lg:text-xl' : 'text-sm'}`}>
        {to === undefined ? (
          name
        ) : (
          // The link covers the whole card; the other controls are above it.
          <Link to={to} discover="none" className="card-link">
            {name}
          </Link>
        )}
      </h3>
      <ProductPrice product={product} isShort className={priceClasses[layout]} />
    </>
  )
  const texts = (
    <>
      {feature ? <div className="flex flex-col gap-1 md:flex-row md:items-baseline md:justify-between md:gap-4">{heading}</div> : heading}
      <OfferLine offers={product.offers} max={2} />
      {feature && description && <p className={`feature-text ${children ? 'lg:line-clamp-6' : 'lg:line-clamp-3'}`}>{description}</p>}
      {layout === 'beside' && (
        <div className="hidden grow md:block lg:hidden">
          <p className="beside-text">{description}</p>
        </div>
      )}
      {(notice || feature || !children) && <p className="stock-notice">{notice}</p>}
      {children}
    </>
  )
  return (
    <li className={feature ? featureCell : undefined}>
      <article
        aria-labelledby={productNameId(product)}
        className={feature ? 'feature-card relative h-full' : 'relative flex h-full flex-col gap-3'}
      >
        {hasBox ? <div className="relative">{picture}</div> : picture}
        {feature ? <div className="flex flex-col gap-3 sm:justify-end md:flex-none">{texts}</div> : texts}
      </article>
    </li>
  )
}
