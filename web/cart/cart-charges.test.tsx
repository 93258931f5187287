import { act, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Policies } from '#contract/kernel/limits/policy-numbers.ts'
import { fakeApi, sampleProduct } from '../api/fake-api.ts'
import { MiniCart } from './mini-cart/mini-cart.tsx'
import { useMiniCart } from './mini-cart/mini-cart-store.ts'
import { renderCart } from './render-cart.tsx'
import { addToGuestCart, syncGuestCart } from './state/guest-cart.ts'
import { useGuestCartStore } from './use-guest-cart-store.ts'

const charges = { shippingChargeRupees: 79, freeShippingFromRupees: 999, codChargeRupees: 40 } as const
const shop = vi.hoisted(() => ({ config: {} as { policies: Policies; checkoutScript: string | null } }))
vi.mock('../layout/store-config.ts', () => ({ usePolicies: () => shop.config.policies, useStoreConfig: () => shop.config }))

beforeEach(async () => {
  const { policy } = await import('#contract/kernel/limits/policy-numbers.ts')
  shop.config = { policies: { ...policy, ...charges }, checkoutScript: '/checkout.js' }
})

/** A cart with a tee of this price. */
function fill(price: number) {
  fakeApi({ 'GET /products/:id': () => ({ ...sampleProduct, price }) })
  addToGuestCart({ product: { ...sampleProduct, price }, size: 'M' })
  syncGuestCart()()
}

const read = (label: string) => screen.queryByText(label)?.nextElementSibling?.textContent

describe('a cart in a shop with charges', () => {
  test('has the charge for shipping in its sum, and says what is missing for none', async () => {
    fill(879)
    await renderCart({ useStore: useGuestCartStore })
    expect([read('Total'), read('Shipping'), read('To pay')]).toEqual(['₹879', '₹79', '₹958'])
    expect(screen.getByText('₹120 more and delivery is free.')).toBeTruthy()
    expect(screen.getByText('Cash on delivery costs ₹40 more.')).toBeTruthy()
  })

  test('of the amount of free shipping has none', async () => {
    fill(999)
    await renderCart({ useStore: useGuestCartStore })
    expect([read('Total'), read('Shipping'), read('To pay')]).toEqual(['₹999', 'Free', undefined])
    expect(screen.queryByText(/delivery is free/)).toBeNull()
  })

  test('has the charge for cash in its sum where there is no other way to pay', async () => {
    shop.config = { ...shop.config, checkoutScript: null }
    fill(879)
    await renderCart({ useStore: useGuestCartStore })
    expect([read('Shipping'), read('Charge for cash on delivery'), read('To pay')]).toEqual(['₹79', '₹40', '₹998'])
    expect(screen.queryByText(/costs ₹40 more/)).toBeNull()
  })

  test('says that the charge may be another one where it depends on the PIN code', async () => {
    shop.config = { ...shop.config, policies: { ...shop.config.policies, shippingByPin: 'on' } }
    fill(879)
    await renderCart({ useStore: useGuestCartStore })
    expect(screen.getByText('The charge for shipping may be another one at your PIN code.')).toBeTruthy()
  })

  test('says so in small, too', () => {
    fill(879)
    render(
      <MemoryRouter>
        <MiniCart policies={shop.config.policies} />
      </MemoryRouter>,
    )
    act(() => useMiniCart.setState({ added: { text: 'Added to your cart', product: sampleProduct, size: 'M' } }))
    expect(screen.getByText('and ₹79 for shipping. ₹120 more and delivery is free.')).toBeTruthy()
  })
})
