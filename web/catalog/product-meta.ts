import type { MetaDescriptor } from 'react-router'
import { currency } from '#contract/business.ts'
import { formatRupees } from '#contract/money.ts'
import { productHref } from '#contract/product-url.ts'
import type { Product } from '#contract/products.ts'
import type { StoreConfig } from '../api/load-context.ts'
import { describePage } from '../layout/page-meta.ts'

/** The meta tags of a product's page. */
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
  const storeName = config?.storeName ?? ''
  if (product === undefined)
    return [
      { title: `${isMissing ? 'Product not found' : 'Temporarily unavailable'} · ${storeName}` },
      { name: 'robots', content: 'noindex' },
    ]
  const { name, price, stock } = product
  return [
    ...describePage({
      config,
      path: productHref(product),
      title: `${name}, ${formatRupees(price)} · ${storeName}`,
      description: product.description.slice(0, 300) || `${name} from ${storeName}. Free shipping across India.`,
      type: 'product',
      product,
    }),
    { property: 'product:price:amount', content: price.toFixed(2) },
    { property: 'product:price:currency', content: currency },
    { property: 'product:availability', content: stock > 0 ? 'in stock' : 'out of stock' },
  ]
}
