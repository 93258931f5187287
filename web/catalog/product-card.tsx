import type { ReactNode } from 'react'
import { quantities } from '#contract/business.ts'
import { formatRupees } from '#contract/money.ts'
import type { Product } from '#contract/products.ts'
import { Link } from '../ui/link.tsx'
import { Picture } from '../ui/picture.tsx'
import { cardSizes, featureCell, featureSizes } from './product-grid.tsx'

export type CardLayout = 'feature' | 'beside' | 'usual'

const headingLooks: Record<CardLayout, string> = {
  feature: 'md:flex-row md:items-baseline md:justify-between md:gap-4',
  beside: 'grow md:grow-0 lg:grow',
  usual: 'grow',
}

export interface ProductCardProps {
  product: Product
  /** where in the grid: `feature` is shown large; `beside` shares its row at four columns, and words fill what is left there */
  place?: CardLayout
  loading?: 'first' | 'eager' | 'lazy'
  /** where the card leads, if anywhere */
  to?: string
  /** what can be done with it: sizes, buttons */
  children?: ReactNode
}

/** How a card's controls point to the name they belong to. */
export const productNameId = (product: Pick<Product, '_id'>) => `name-${product._id}`

export function ProductCard({ product, place = 'usual', loading, to, children }: ProductCardProps) {
  const { name, price, image, backdrop, stock, description } = product
  const soldOut = stock === 0
  const feature = place === 'feature'
  return (
    <li className={feature ? featureCell : ''}>
      <article
        aria-labelledby={productNameId(product)}
        className={
          feature
            ? 'relative grid h-full gap-3 sm:grid-cols-2 sm:gap-6 md:flex md:flex-col md:gap-3'
            : 'relative flex h-full flex-col gap-3'
        }
      >
        <div className={`relative ${feature ? 'md:aspect-square md:grow lg:aspect-4/5' : ''}`}>
          <Picture
            image={image}
            alt={name}
            placeholderColor={backdrop}
            loading={loading}
            sizes={feature ? featureSizes : cardSizes}
            className={`${feature ? 'md:absolute md:inset-0 md:aspect-auto' : ''} ${soldOut ? 'opacity-70' : ''}`}
          />
          {soldOut && <span className="badge absolute bottom-3 left-3">Sold out</span>}
        </div>
        <div className={`flex flex-col gap-3 ${feature ? 'sm:justify-end md:flex-none' : 'grow'}`}>
          <div className={`flex flex-col gap-1 ${headingLooks[place]}`}>
            <h3 id={productNameId(product)} className={`product-name ${feature ? 'text-lg md:text-base lg:text-xl' : 'text-sm'}`}>
              {to === undefined ? (
                name
              ) : (
                // The link's area is the whole card; what else can be pressed lies above it.
                <Link to={to} className="rounded-control after:absolute after:inset-0 hover:underline">
                  {name}
                </Link>
              )}
            </h3>
            <p className={`font-medium tabular-nums ${feature ? 'text-lg lg:text-xl' : ''}`}>{formatRupees(price)}</p>
          </div>
          {feature && description && (
            <p className={`line-clamp-4 max-w-prose text-soft md:hidden ${children ? 'lg:line-clamp-6' : 'lg:line-clamp-3'}`}>
              {description}
            </p>
          )}
          {place === 'beside' && (
            <div className="hidden grow md:block lg:hidden">
              <p className="line-clamp-4 text-sm leading-5 text-soft">{description}</p>
            </div>
          )}
          <StockNotice stock={stock} />
          {children}
        </div>
      </article>
    </li>
  )
}

/** Keeps its line when there is nothing to say, so that the controls of a row stand in one line; alone in a row there is nothing to keep. */
function StockNotice({ stock }: { stock: number }) {
  const few = stock > 0 && stock <= quantities.lowStock
  return <p className="-mt-2 min-h-5 text-sm leading-5 font-medium text-bad max-sm:empty:min-h-1">{few ? `Only ${stock} left` : ''}</p>
}
