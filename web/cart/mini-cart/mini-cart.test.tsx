import { act, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import { sampleProduct } from '../../api/fake-api.ts'
import { CartButton } from '../../layout/header/cart-button.tsx'
import { addToGuestCart, syncGuestCart } from '../state/guest-cart.ts'
import { MiniCart } from './mini-cart.tsx'
import { useMiniCart } from './mini-cart-store.ts'

vi.mock('../../layout/store-config.ts', async () => {
  const { policy } = await import('#contract/kernel/limits/policy-numbers.ts')
  return { usePolicies: () => policy }
})

test('an item that is sold out is listed, but counts neither in the badge nor in the subtotal', () => {
  addToGuestCart({ product: { ...sampleProduct, _id: 'gone', name: 'Gone Tee', stock: 0 }, size: 'M' })
  addToGuestCart({ product: sampleProduct, size: 'L' })
  syncGuestCart()()
  render(
    <MemoryRouter>
      <CartButton />
      <MiniCart />
    </MemoryRouter>,
  )
  act(() => useMiniCart.setState({ added: { text: 'Added to your cart', product: sampleProduct, size: 'L' } }))
  expect(screen.getByRole('link', { name: /^Cart/ }).textContent).toBe('Cart1 item')
  expect(screen.getByText('Gone Tee').closest('li')?.textContent).toContain('Sold out, not in the subtotal')
  expect(screen.getByText('Subtotal, 1 item').nextElementSibling?.textContent).toBe('₹799')
})
