import { useRevalidator, useSearchParams } from 'react-router'
import type { Product } from '#contract/catalog/products.ts'
import type { Size } from '#contract/kernel/business.ts'
import * as screenTexts from '#contract/kernel/texts/screen-texts.ts'
import { call } from '../../api/client.ts'
import { findCategoryName } from '../../layout/category-name.ts'
import { useStoreConfig } from '../../layout/store-config.ts'
import { useDraft } from '../../session/drafts.ts'
import { buildCategoryHref } from '../listing/category-href.ts'
import { parseSize } from '../listing/listing.ts'
import { ProductError } from '../shared/product-error.tsx'
import type { Route } from './+types/shopper-product-page'
import { DeclarationList, DetailList } from './detail-list.tsx'
import { ProductView } from './product-view.tsx'
import { RelatedProducts } from './related-products.tsx'

/** The product; undefined when it could not be loaded. */
export async function clientLoader({ params: { id } }: Route.ClientLoaderArgs): Promise<{ product: Product | undefined }> {
  return { product: id === undefined ? undefined : await call('GET /products/:id', { params: { id } }).catch(() => undefined) }
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  { title: `${loaderData?.product?.name ?? 'Product'} · ${matches[0]?.loaderData?.storeName ?? ''}` },
]

export default function ShopperProductPage({ loaderData: { product }, params }: Route.ComponentProps) {
  if (product !== undefined) return <ShopperProduct key={product._id} product={product} />
  return (
    <ProductError
      title={params.id === undefined ? screenTexts.productIdMissing : screenTexts.productLoadFailed}
      text="It may have left the shop, or we could not load it right now."
      listHref={buildCategoryHref({})}
      canRetry={params.id !== undefined}
    />
  )
}

const buildHref = ({ _id }: { _id: string }) => `/UserDashboard/productPage/${_id}`

/** Keeps the selected size as a draft, in case the session ends before the product is added. */
function ShopperProduct({ product }: { product: Product }) {
  const [size, setSize] = useDraft<Size | undefined>(`size of ${product._id}`, (stored) => product.sizes.find((size) => size === stored))
  const [search] = useSearchParams()
  const mySize = parseSize(search.get('size') ?? '')
  const { revalidate } = useRevalidator()
  const { categories } = useStoreConfig()
  return (
    <>
      <ProductView
        product={product}
        size={size ?? mySize}
        onSizeChange={setSize}
        onRefused={revalidate}
        cartHref="/UserDashboard/cart"
        listHref={buildCategoryHref({})}
        categoryHref={buildCategoryHref({ category: product.category, sizes: mySize === undefined ? [] : [mySize] })}
        categoryName={findCategoryName({ categories, key: product.category })}
        buildProductHref={buildHref}
        details={<DetailList product={product} />}
        declarations={<DeclarationList product={product} />}
      />
      <RelatedProducts product={product} buildProductHref={buildHref} />
    </>
  )
}
