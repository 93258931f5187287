import type { MetaDescriptor } from 'react-router'
import type { Product } from '#contract/catalog/products.ts'
import type { StoreConfig } from '../api/load-context.ts'
import { toImageUrl } from '../ui/picture.tsx'

export interface PageMetaProps {
  config: StoreConfig | undefined
  /** the path of the canonical URL */
  path: string
  title: string
  description: string
  type?: 'website' | 'product'
  /** the product of the preview image; without one that of the shop, if it has one */
  product?: Pick<Product, 'name' | 'image'> | undefined
}

/** Title, description, canonical URL and link preview of a public page. */
export function describePage({ config, path, title, description, type = 'website', product }: PageMetaProps): MetaDescriptor[] {
  const { storeName = '', origin = '' } = config ?? {}
  const card = config?.socialCard
  const image = product
    ? { path: toImageUrl({ image: product.image, width: 1200, format: 'jpeg' }), height: '1500', alt: product.name }
    : card && { ...card, height: '630' }
  return [
    { title },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: origin + path },
    { property: 'og:type', content: type },
    { property: 'og:site_name', content: storeName },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: origin + path },
    { property: 'og:locale', content: 'en_IN' },
    ...(image
      ? [
          { property: 'og:image', content: origin + image.path },
          { property: 'og:image:width', content: '1200' },
          { property: 'og:image:height', content: image.height },
          { property: 'og:image:alt', content: image.alt },
        ]
      : []),
    { name: 'twitter:card', content: image ? 'summary_large_image' : 'summary' },
  ]
}
