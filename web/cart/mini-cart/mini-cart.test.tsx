import { act, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { fakeApi, sampleProduct } from '../../api/fake-api.ts'
import { CartButton } from '../../layout/header/cart-button.tsx'
import { addToGuestCart, syncGuestCart } from '../state/guest-cart.ts'
import { MiniCart } from './mini-cart.tsx'
import { useMiniCart } from './mini-cart-store.ts'

test('an item that is sold out is listed, but counts neither in the badge nor in the subtotal', () => {
  addToGuestCart({ product: { ...sampleProduct, _id: 'gone', name: 'Gone Tee', stock: 0 }, size: 'M' })
  addToGuestCart({ product: sampleProduct, size: 'L' })
  syncGuestCart()()
  render(
    <MemoryRouter>
      <CartButton />
      <MiniCart policies={{}} />
    </MemoryRouter>,
  )
  act(() => useMiniCart.setState({ added: { text: 'Added to your cart', product: sampleProduct, size: 'L' } }))
  expect(screen.getByRole('link', { name: /^Cart/ }).textContent).toBe('Cart1 item')
  expect(screen.getByText('Gone Tee').closest('li')?.textContent).toContain('Sold out, not in the subtotal')
  expect(screen.getByText('Subtotal, 1 item').nextElementSibling?.textContent).toBe('₹799')
})

test('a guest who adds an item is told what is missing for an offer', async () => {
  const next = 'Add 1 more item and 3 cost ₹999.'
  const quotes: unknown[] = []
  fakeApi({
    'POST /guest/quote': ({ body }) => {
      quotes.push(body)
      return { totalPrice: sampleProduct.price, code: null, refusal: null, isApplied: false, hasCodes: false, next }
    },
  })
  addToGuestCart({ product: sampleProduct, size: 'L' })
  syncGuestCart()()
  const { rerender } = render(
    <MemoryRouter>
      <MiniCart policies={{}} />
    </MemoryRouter>,
  )
  act(() => useMiniCart.setState({ added: { text: 'Added to your cart', product: sampleProduct, size: 'L' } }))
  expect(quotes).toEqual([])
  rerender(
    <MemoryRouter>
      <MiniCart policies={{}} hasOffers />
    </MemoryRouter>,
  )
  expect(await screen.findByText(next)).toBeTruthy()
})
