import type { MetaDescriptor } from 'react-router'
import { currency } from '#contract/business.ts'
import { formatRupees } from '#contract/money.ts'
import { productHref } from '#contract/product-url.ts'
import type { Product } from '#contract/products.ts'
import type { StoreConfig } from '../api/load-context.ts'
import { toImageUrl } from '../ui/picture.tsx'

/** Title, description, canonical URL and link preview of a product's page. */
export function describeProduct({
  config,
  product,
  isMissing,
}: {
  config: StoreConfig | undefined
  product: Product | undefined
  /** true for 404; a product that failed to load otherwise is not missing */
  isMissing: boolean
}): MetaDescriptor[] {
  const { storeName = '', origin = '' } = config ?? {}
  if (product === undefined)
    return [
      { title: `${isMissing ? 'Product not found' : 'Temporarily unavailable'} · ${storeName}` },
      { name: 'robots', content: 'noindex' },
    ]
  const { name, price, image, stock } = product
  const title = `${name}, ${formatRupees(price)} · ${storeName}`
  const description = product.description.slice(0, 300) || `${name} from ${storeName}. Free shipping across India.`
  const href = origin + productHref(product)
  return [
    { title },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href },
    { property: 'og:type', content: 'product' },
    { property: 'og:site_name', content: storeName },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: href },
    { property: 'og:locale', content: 'en_IN' },
    { property: 'og:image', content: origin + toImageUrl({ image, width: 1200, format: 'jpeg' }) },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '1500' },
    { property: 'og:image:alt', content: name },
    { property: 'product:price:amount', content: price.toFixed(2) },
    { property: 'product:price:currency', content: currency },
    { property: 'product:availability', content: stock > 0 ? 'in stock' : 'out of stock' },
    { name: 'twitter:card', content: 'summary_large_image' },
  ]
}
