import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { Product } from '#contract/catalog/products.ts'
import { call } from '../../api/client.ts'
import { Picture } from '../../ui/picture.tsx'
import { ProductPrice } from '../shared/product-price.tsx'
import { addRecentlyViewed, readRecentlyViewed } from './recently-viewed.ts'

interface RelatedProductsProps {
  product: Product
  buildProductHref: (product: { _id: string; name: string }) => string
}

interface Related {
  readonly similar: readonly Product[]
  readonly recent: readonly Product[]
}

/** Without an answer there is nothing to show: the page is complete without it. */
async function loadRelated({ id, recentIds }: { id: string; recentIds: readonly string[] }): Promise<Related> {
  const [similar, ...recent] = await Promise.all([
    call('GET /products/:id/similar', { params: { id } }).then(
      ({ products }) => products,
      () => [],
    ),
    ...recentIds.map((recentId) => call('GET /products/:id', { params: { id: recentId } }).catch(() => undefined)),
  ])
  return { similar, recent: recent.filter((product) => product !== undefined) }
}

/** Similar products and those that were viewed last on this device. Loaded when the reader comes near. */
export function RelatedProducts({ product: { _id: id }, buildProductHref }: RelatedProductsProps) {
  const marker = useRef<HTMLDivElement>(null)
  const [related, setRelated] = useState<Related>()
  useEffect(() => {
    const recentIds = readRecentlyViewed().filter((recentId) => recentId !== id)
    addRecentlyViewed(id)
    let isCurrent = true
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        observer.disconnect()
        void loadRelated({ id, recentIds }).then((loaded) => isCurrent && setRelated(loaded))
      },
      { rootMargin: '600px' },
    )
    if (marker.current) observer.observe(marker.current)
    return () => {
      isCurrent = false
      observer.disconnect()
    }
  }, [id])
  return (
    // The room of one row until it is known, so that the footer does not move.
    <div ref={marker} className={`page-width flex flex-col gap-12 ${related ? 'pt-12 empty:pt-0' : 'js:min-h-dvh'}`}>
      {related && <ProductRow title="More like this" products={related.similar} buildProductHref={buildProductHref} />}
      {related && <ProductRow title="Recently viewed" products={related.recent} buildProductHref={buildProductHref} />}
    </div>
  )
}

type ProductRowProps = Pick<RelatedProductsProps, 'buildProductHref'> & { title: string; products: readonly Product[] }

function ProductRow({ title, products, buildProductHref }: ProductRowProps) {
  if (products.length === 0) return null
  return (
    <section aria-label={title} className="flex flex-col gap-4">
      <h2 className="font-display text-2xl">{title}</h2>
      <ul className="grid grid-cols-2 gap-x-4 gap-y-8 md:grid-cols-4 lg:gap-x-6">
        {products.map((product) => (
          <li key={product._id} className="relative flex flex-col gap-3">
            <Picture
              image={product.image}
              alt=""
              placeholderColor={product.backdrop}
              sizes="(min-width: 100rem) 23rem, (min-width: 48rem) 22vw, 46vw"
            />
            <Link
              to={buildProductHref(product)}
              className="product-name rounded-control text-sm after:absolute after:inset-0 hover:underline"
            >
              {product.name}
            </Link>
            <ProductPrice product={product} isShort />
          </li>
        ))}
      </ul>
    </section>
  )
}
