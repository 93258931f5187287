import { randomUUID } from 'node:crypto'
import type { Provider, SignedFields } from '../card-checkout.ts'
import { address } from '../factories.ts'
import { createPersistentClient } from './retry.ts'

interface CardLoadOptions {
  readonly origin: string
  readonly provider: Provider
  readonly products: readonly { readonly id: string; readonly price: number }[]
  readonly shoppers: number
}

/** Shoppers who pay one cart after another at the provider. Every third one closes the browser before the shop knows of the payment. */
export function startCardLoad({ origin, provider, products, shoppers }: CardLoadOptions) {
  /** the provider's ids of the orders that were captured */
  const captured: string[] = []
  /** those whose order the shop has confirmed to the shopper */
  const acknowledged: string[] = []
  let isStopped = false

  async function shop(first: number): Promise<void> {
    for (let turn = first; !isStopped; turn += 1) {
      const product = products[turn % products.length]
      if (!product) return
      const request = createPersistentClient({ origin })
      await request('POST', '/users/login', { name: `payer ${randomUUID().slice(0, 8)}`, pin: '4321' })
      await request('POST', '/cart/add', { product: product.id, size: 'M', quantity: 1 })
      await request('POST', '/cart/', { ...address, email: `${randomUUID()}@example.com` })
      // A request that is repeated after a kill adds a second item.
      const { cart } = (await request<{ cart: { quantity: number }[] }>('GET', '/cart')).body
      const amount = product.price * cart.reduce((sum, { quantity }) => sum + quantity, 0)
      const { status, body } = await request<{ id: string }>('POST', '/order/create-order', { amount })
      if (status !== 200) throw new Error(`No checkout: ${status} ${JSON.stringify(body)}`)
      const { browser } = await provider.control<{ browser: { response: SignedFields } }>('payments', { order_id: body.id })
      captured.push(body.id)
      if (turn % 3 === 0) continue
      if ((await request('POST', '/order/verify-payment', browser.response)).status === 200) acknowledged.push(body.id)
    }
  }

  const shopping = Promise.all(Array.from({ length: shoppers }, (_, index) => shop(index)))
  // Reported by `stop`.
  shopping.catch(() => {})
  return {
    captured,
    acknowledged,
    async stop() {
      isStopped = true
      await shopping
    },
  }
}
