import { useState } from 'react'
import { data, isRouteErrorResponse } from 'react-router'
import { categories, type Size } from '#contract/business.ts'
import { publicCacheControl } from '#contract/calls.ts'
import * as screenTexts from '#contract/screen-texts.ts'
import { ApiError, type Call, call } from '../api/client.ts'
import { callContext } from '../api/load-context.ts'
import { LinkButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { showToast } from '../ui/toast.ts'
import type { Route } from './+types/product-page'
import { addToCart, useIsShopper } from './add-to-cart.ts'
import { ProductJsonLd } from './product-json-ld.tsx'
import { describeProduct } from './product-meta.ts'
import { ProductView } from './product-view.tsx'

async function load({ call, id }: { call: Call; id: string }) {
  try {
    return await call('getProduct', { params: { id } })
  } catch (problem) {
    // As an answer: of a fault nothing but that it was one reaches the browser. What can be no product's id is no product's.
    const status = problem instanceof ApiError && (problem.status === 400 ? 404 : problem.status)
    if (status && [404, 429, 503].includes(status)) throw data(null, { status })
    throw problem
  }
}

export const loader = ({ context, params }: Route.LoaderArgs) => load({ call: context.get(callContext), id: params.id })

export const clientLoader = ({ params }: Route.ClientLoaderArgs) => load({ call, id: params.id })

/** What is missing, or cannot be read right now, is nothing to keep. */
export const headers: Route.HeadersFunction = ({ errorHeaders }) => ({ 'cache-control': errorHeaders ? 'no-cache' : publicCacheControl })

export const meta: Route.MetaFunction = ({ loaderData, matches, error }) =>
  describeProduct({
    facts: matches[0]?.loaderData,
    product: loaderData,
    isMissing: isRouteErrorResponse(error) && error.status === 404,
  })

/** A product as everybody may see it. */
export default function ProductPage({ loaderData: product }: Route.ComponentProps) {
  const [size, setSize] = useState<Size>()
  const [unsized, setUnsized] = useState(false)
  const ownCart = useIsShopper()
  return (
    <>
      <ProductJsonLd product={product} />
      <ProductView
        key={product._id}
        product={product}
        size={size}
        onSize={(chosen) => {
          setSize(chosen)
          setUnsized(false)
        }}
        onAdd={async () => showToast(await addToCart({ product, size }))}
        unsized={unsized}
        onUnsized={() => setUnsized(true)}
      >
        {product.stock === 0 ? (
          <LinkButton to={`/buy?category=${product.category}`} className="min-h-12">
            See all {categories[product.category].plural.toLowerCase()}
          </LinkButton>
        ) : (
          <LinkButton to={ownCart ? '/UserDashboard/cart' : '/homecart'} className="min-h-12">
            Go to Cart
          </LinkButton>
        )}
      </ProductView>
    </>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const status = isRouteErrorResponse(error) ? error.status : 500
  const missing = status === 404
  return (
    <div className="page-width">
      <EmptyState
        alert={!missing}
        level={1}
        title={missing ? 'This piece is not on the rail' : screenTexts.productLoadFailed}
        action={
          <>
            {!missing && (
              <LinkButton variant="ink" to="." replace>
                Try again
              </LinkButton>
            )}
            <LinkButton variant={missing ? 'primary' : 'outline'} to="/buy">
              See all clothes
            </LinkButton>
          </>
        }
      >
        <p>
          {missing
            ? 'It may have left the shop, or the address may have a typing error.'
            : status === 503
              ? 'We are putting something right. Please try again in a moment; your cart is kept.'
              : 'Please try again in a moment.'}
        </p>
      </EmptyState>
    </div>
  )
}
