import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createRoutesStub, useLocation } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Product } from '#contract/catalog/products.ts'
import { errorAnswer, fakeApi, sampleProduct } from '../../api/fake-api.ts'
import { setUser } from '../../session/session.ts'
import { addToGuestCart, getGuestCart, syncGuestCart, useGuestCart } from '../state/guest-cart.ts'
import { readOfferCode } from '../state/offer-code.ts'
import CartLinkPage from './cart-link-page.tsx'

vi.mock('../../layout/store-config.ts', () => ({ useStoreConfig: () => ({}) }))

const tee: Product = { ...sampleProduct, _id: '0190f000-0000-7000-8000-000000000001' }
const kurta: Product = {
  ...sampleProduct,
  _id: '0190f000-0000-7000-8000-000000000002',
  name: 'Kurta',
  price: 100,
  stock: 3,
  sizes: ['40', '42'],
  sizeStock: [
    { size: '40', stock: 0 },
    { size: '42', stock: 3 },
  ],
}

const Arrived = () => <p>at {useLocation().pathname}</p>

async function open(query: string): Promise<void> {
  syncGuestCart()()
  const Stub = createRoutesStub([
    { path: '/cart-link', Component: CartLinkPage },
    { path: '*', Component: Arrived },
  ])
  await act(async () => void render(<Stub initialEntries={[`/cart-link?${query}`]} />))
}

const products = {
  'GET /products/:id': ({ path }: { path: string }) =>
    path.endsWith(tee._id) ? tee : path.endsWith(kurta._id) ? kurta : errorAnswer({ status: 404 }),
}

beforeEach(() => {
  useGuestCart.setState({ lines: undefined })
  setUser(null)
})

test('opening a link changes nothing; its button adds the items to those in the cart', async () => {
  addToGuestCart({ product: tee, size: 'M' })
  const adjustments = [{ kind: 'discount', labelCode: 'DIWALI10', amount: -169 }]
  const calls = fakeApi({ ...products, 'POST /guest/quote': () => ({ refusal: null, isApplied: true, adjustments }) })
  await open(`item=${tee._id}.2.M&item=${kurta._id}.1.42&code=diwali10`)
  await screen.findByText('The code DIWALI10 is used in your cart and saves ₹169 of these items.')
  expect(screen.getByText('Your cart has 1 item already. They stay in it.')).toBeTruthy()
  expect(screen.getByText('₹1,698')).toBeTruthy()
  expect([getGuestCart().length, readOfferCode()]).toEqual([1, undefined])
  expect(calls.map(({ route }) => route).filter((route) => route.startsWith('POST'))).toEqual(['POST /guest/quote'])
  await userEvent.click(screen.getByRole('button', { name: 'Add 3 items to my cart' }))
  await screen.findByText('at /homecart')
  expect(getGuestCart().map(({ name, size, qty }) => [name, size, qty])).toEqual([
    ['Tee', 'M', 3],
    ['Kurta', '42', 1],
  ])
  expect(readOfferCode()).toBe('DIWALI10')
})

test('what cannot be had is said, and the rest is added', async () => {
  fakeApi({ ...products, 'POST /guest/quote': () => ({ refusal: 'This code has ended.' }) })
  const gone = '0190f000-0000-7000-8000-000000000003'
  await open(`item=${kurta._id}.9.42&item=${kurta._id}.1.40&item=${kurta._id}.1.XS&item=${gone}&item=nonsense&code=OLD`)
  await screen.findByText('Only 3 left. The link says 9.')
  for (const text of [
    'Size 40 is sold out.',
    'There is no size XS.',
    '1 item of this link is not in the shop any more.',
    /^1 item of this link is left out/,
  ])
    expect(screen.getByText(text)).toBeTruthy()
  await screen.findByText('The code OLD does not count: This code has ended.')
  await userEvent.click(screen.getByRole('button', { name: 'Add 3 items to my cart' }))
  expect(getGuestCart().map(({ size, qty }) => [size, qty])).toEqual([['42', 3]])
})

test('a link without anything that can be had has no button', async () => {
  fakeApi(products)
  await open(`item=${kurta._id}.1.40&code=TEN`)
  await screen.findByText('None of these items can be added now.')
  expect(screen.queryByText(/The code/)).toBeNull()
  expect(screen.queryByRole('button')).toBeNull()
})

test.each(['', 'item=', 'item=%00&code=X', `item=${'x'.repeat(5_000)}`])(
  'the page of the query %s says that it holds nothing',
  async (query) => {
    fakeApi({})
    await open(query)
    expect(screen.getByText('This link holds no items')).toBeTruthy()
  },
)

test('without an answer the items can be loaded again', async () => {
  let isOffline = true
  fakeApi({ 'GET /products/:id': () => (isOffline ? 'offline' : tee) })
  await open(`item=${tee._id}.1.M`)
  await screen.findByText('The items could not be loaded')
  isOffline = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('button', { name: 'Add 1 item to my cart' })
})

test("a shopper's items are added to the account once, also after a lost answer", async () => {
  setUser({ _id: 'u', name: 'asha', role: 'user' } as Parameters<typeof setUser>[0])
  let attempts = 0
  const calls = fakeApi({
    ...products,
    'POST /cart/merge': () => {
      attempts += 1
      return attempts === 1 ? 'offline' : { cart: [], notices: [] }
    },
  })
  await open(`item=${tee._id}.2.M`)
  await userEvent.click(await screen.findByRole('button', { name: 'Add 2 items to my cart' }))
  await screen.findByRole('alert')
  await userEvent.click(screen.getByRole('button', { name: 'Add 2 items to my cart' }))
  await screen.findByText('at /UserDashboard/cart')
  const merges = calls.filter(({ route }) => route === 'POST /cart/merge')
  expect(new Set(merges.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
  expect(merges[1]?.body).toEqual({ lines: [{ product: tee._id, name: 'Tee', price: 799, size: 'M', quantity: 2 }] })
  expect(getGuestCart()).toEqual([])
})
