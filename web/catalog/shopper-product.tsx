import { useRef, useState } from 'react'
import { categories, quantities, type Size } from '#contract/business.ts'
import type { Product } from '#contract/products.ts'
import * as screenTexts from '#contract/screen-texts.ts'
import { ApiError } from '../api/client.ts'
import { callSignedIn } from '../auth/call-signed-in.ts'
import { useDraft } from '../auth/drafts.ts'
import { LinkButton } from '../ui/button.tsx'
import { showToast } from '../ui/toast.ts'
import { buildCategoryHref } from './category-href.ts'
import { ProductView } from './product-view.tsx'

/** The server's own words, which say what is sold out; anything else is only that it did not work. */
const describeFailure = (problem: unknown) =>
  problem instanceof ApiError && problem.code !== 'unknown' ? problem.message : screenTexts.addFailed

/** A product page whose button fills the shopper's cart on the server. */
export function ShopperProduct({ product }: { product: Product }) {
  const { _id, sizes } = product
  const [size, setSize] = useDraft<Size | undefined>(`size of ${_id}`, (stored) => sizes.find((offered) => offered === stored))
  const [unsized, setUnsized] = useState(false)
  const [busy, setBusy] = useState(false)
  const adding = useRef(false)
  const add = async () => {
    if (!_id) return showToast({ text: screenTexts.productIdMissing, kind: 'error' })
    if (adding.current) return
    adding.current = true
    setBusy(true)
    try {
      const { message } = await callSignedIn('addToCart', { body: { product: _id, size, quantity: quantities.addedToCart } })
      setSize(undefined)
      showToast({ text: message })
    } catch (problem) {
      showToast({ text: describeFailure(problem), kind: 'error' })
    } finally {
      adding.current = false
      setBusy(false)
    }
  }
  return (
    <ProductView
      product={product}
      size={size}
      onSize={(chosen) => {
        setSize(chosen)
        setUnsized(false)
      }}
      onAdd={add}
      unsized={unsized}
      onUnsized={() => setUnsized(true)}
      busy={busy}
    >
      {product.stock === 0 ? (
        <LinkButton to={buildCategoryHref({ category: product.category })} className="min-h-12">
          See all {categories[product.category].plural.toLowerCase()}
        </LinkButton>
      ) : (
        <LinkButton to="/UserDashboard/cart" className="min-h-12">
          Go to Cart
        </LinkButton>
      )}
    </ProductView>
  )
}
