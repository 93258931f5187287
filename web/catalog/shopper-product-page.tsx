import type { Product } from '#contract/products.ts'
import * as screenTexts from '#contract/screen-texts.ts'
import { call } from '../api/client.ts'
import { LinkButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import type { Route } from './+types/shopper-product-page'
import { buildCategoryHref } from './category-href.ts'
import { ShopperProduct } from './shopper-product.tsx'

/** A product, or why there is none to show. */
export async function clientLoader({ params }: Route.ClientLoaderArgs): Promise<{ product: Product } | { problem: string }> {
  if (params.id === undefined) return { problem: screenTexts.productIdMissing }
  try {
    return { product: await call('getProduct', { params: { id: params.id } }) }
  } catch {
    return { problem: screenTexts.productLoadFailed }
  }
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  { title: `${loaderData && 'product' in loaderData ? loaderData.product.name : 'Clothes'} · ${matches[0]?.loaderData?.storeName ?? ''}` },
]

export default function ProductPage({ loaderData, params }: Route.ComponentProps) {
  if ('product' in loaderData) return <ShopperProduct key={loaderData.product._id} product={loaderData.product} />
  return (
    <div className="page-width">
      <EmptyState
        alert
        level={1}
        title={loaderData.problem}
        action={
          <>
            {params.id !== undefined && (
              <LinkButton variant="ink" to="." replace>
                Try again
              </LinkButton>
            )}
            <LinkButton to={buildCategoryHref({})}>See all clothes</LinkButton>
          </>
        }
      >
        <p>It may have left the shop, or we could not reach the shelves just now.</p>
      </EmptyState>
    </div>
  )
}
