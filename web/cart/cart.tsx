import { useState } from 'react'
import { useRevalidator } from 'react-router'
import * as screenTexts from '#contract/screen-texts.ts'
import { ApiError } from '../api/client.ts'
import { callSignedIn } from '../auth/call-signed-in.ts'
import { userContext } from '../auth/guard.ts'
import { finishMerge } from '../guest-cart/merge-guest-cart.ts'
import type { Route } from './+types/cart'
import { calculateCartTotal } from './cart-store.ts'
import { CartView } from './cart-view.tsx'
import { MergeNotices } from './merge-notices.tsx'
import { PaymentDialog } from './payment-dialog.tsx'
import { type LoadedCart, useShopperCartStore } from './use-shopper-cart-store.ts'

/** The server's cart, after a running merge of the guest cart. */
export async function clientLoader({ context }: Route.ClientLoaderArgs): Promise<LoadedCart> {
  await finishMerge(context.get(userContext))
  try {
    return { lines: (await callSignedIn('getCart', {})).cart, error: undefined }
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) throw error
    return {
      lines: undefined,
      error: error instanceof ApiError && error.code !== 'unknown' ? error.message : screenTexts.cartLoadFailed,
    }
  }
}

export const meta: Route.MetaFunction = ({ matches }) => [{ title: `Your Cart · ${matches[0]?.loaderData?.storeName ?? ''}` }]

/** The shopper's cart. */
export default function Cart({ loaderData }: Route.ComponentProps) {
  const store = useShopperCartStore(loaderData)
  const { revalidate } = useRevalidator()
  const [isPaying, setPaying] = useState(false)
  return (
    <>
      <CartView
        store={store}
        shopHref="/UserDashboard/product"
        emptyText="Items you add are saved to your account, on every device you sign in on."
        orderLabel="Checkout"
        onOrder={() => setPaying(true)}
        onRetry={revalidate}
      >
        <MergeNotices />
      </CartView>
      <PaymentDialog
        open={isPaying}
        onClose={() => setPaying(false)}
        order={{ cartItems: store.lines, totalPrice: calculateCartTotal(store.items) }}
      />
    </>
  )
}
