import { type ReactNode, Suspense, use } from 'react'
import { paging } from '#contract/business.ts'
import type { Product } from '#contract/catalog/products.ts'
import type { Call } from '../../api/client.ts'
import { findCategoryName } from '../../layout/category-name.ts'
import { useStoreConfig } from '../../layout/store-config.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Divider } from '../../ui/divider.tsx'
import { Picture, phoneImageSizes } from '../../ui/picture.tsx'
import { buildListingHref, type Listing } from './listing.ts'

/** The category that the hero shows, if it has products. */
const heroCategory = 'HOODIE'

/** The newest product of the category that is in stock and, if possible, not on the listing's page; else the first one listed. Never throws. */
export async function loadHeroProduct({ call, listing }: { call: Call; listing: Promise<Listing> }): Promise<Product | undefined> {
  try {
    const [reply, { products: listed }] = await Promise.all([
      call('GET /products/getAll', { query: { page: 1, limit: paging.productsPerPage, category: heroCategory, sort: 'newest' } }),
      listing,
    ])
    const products = Array.isArray(reply) ? reply : reply.products
    const inStock = products.filter(({ stock }) => stock > 0)
    return inStock.find(({ _id }) => !listed.some((product) => product._id === _id)) ?? inStock[0] ?? listed[0]
  } catch {
    return undefined
  }
}

type MaybeProduct = Product | undefined

/** The headline of the front page with one product picture and one link. */
export function Hero({ product }: { product: MaybeProduct | Promise<MaybeProduct> }) {
  const load = (content: ReactNode, fallback?: ReactNode) =>
    product instanceof Promise ? <Suspense fallback={fallback}>{content}</Suspense> : content
  return (
    <section aria-labelledby="hero" className="page-width hero-columns">
      <div className="hero-words">
        <h1 id="hero" className="hero-title">
          {/* One phrase a line, at every width. */}
          <span className="block">Simple cuts, </span>
          <span className="block">honest fabrics, </span>
          <span className="block">made to last.</span>
        </h1>
        <Divider className="w-full text-thread sm:-mr-10 sm:w-[calc(100%+2.5rem)]" />
        <div className="min-h-12">{load(<HeroLink product={product} />)} </div>
      </div>
      {load(<HeroPicture product={product} />, placeholder)}
    </section>
  )
}

const captionClass = 'product-name pt-2 text-xs text-soft'

/** As high as the picture with its caption. */
const placeholder = (
  <div aria-hidden="true">
    <div className="aspect-4/5 bg-sunk" />
    <p className={captionClass}>&nbsp;</p>
  </div>
)

const useProduct = (product: MaybeProduct | Promise<MaybeProduct>) => (product instanceof Promise ? use(product) : product)

function HeroLink(props: { product: MaybeProduct | Promise<MaybeProduct> }) {
  const key = useProduct(props.product)?.category
  const { categories } = useStoreConfig()
  return (
    key && (
      <LinkButton variant="primary" to={buildListingHref('/buy', { category: key })} className="min-h-12 px-6">
        Shop {findCategoryName({ categories, key }).toLowerCase()}
      </LinkButton>
    )
  )
}

function HeroPicture(props: { product: MaybeProduct | Promise<MaybeProduct> }) {
  const product = useProduct(props.product)
  if (product === undefined) return placeholder
  return (
    <figure>
      <Picture
        image={product.image}
        alt={product.name}
        placeholderColor={product.backdrop}
        loading="first"
        sizes={`(min-width: 64rem) 31rem, (min-width: 40rem) 44vw, ${phoneImageSizes}`}
      />
      <figcaption className={captionClass}>{product.name}</figcaption>
    </figure>
  )
}
