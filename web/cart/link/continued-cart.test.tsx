import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createRoutesStub, useLocation } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Product } from '#contract/catalog/products.ts'
import { errorAnswer, fakeApi, sampleProduct } from '../../api/fake-api.ts'
import { setUser } from '../../session/session.ts'
import { addToGuestCart, getGuestCart, syncGuestCart, useGuestCart } from '../state/guest-cart.ts'
import { setShopperCart } from '../state/shopper-cart.ts'
import CartLinkPage from './cart-link-page.tsx'

vi.mock('../../layout/store-config.ts', () => ({ useStoreConfig: () => ({}) }))

const tee: Product = { ...sampleProduct, _id: '0190f000-0000-7000-8000-000000000001' }
const products = { 'GET /products/:id': () => tee }

const Arrived = () => <p>at {useLocation().pathname}</p>

async function open(token = 'token') {
  syncGuestCart()()
  const Stub = createRoutesStub([
    { path: '/cart-link', Component: CartLinkPage },
    { path: '*', Component: Arrived },
  ])
  let view: ReturnType<typeof render> | undefined
  await act(async () => {
    view = render(<Stub initialEntries={[`/cart-link?session=${token}`]} />)
  })
  return view
}

beforeEach(() => {
  useGuestCart.setState({ lines: undefined })
  localStorage.clear()
  sessionStorage.clear()
  setShopperCart(undefined)
  setUser(null)
})

const session = {
  kind: 'checkout',
  agent: 'agent.example',
  items: [{ product: tee._id, size: 'M', quantity: 2 }],
  code: null,
  address: { firstName: 'Asha', lastName: '', address: '', city: '', state: '', pinCode: '560001', phone: '', email: '' },
}

test("an assistant's checkout is taken over by the button, with the address filled in", async () => {
  sessionStorage.setItem('draft::delivery', JSON.stringify({ firstName: 'Before', city: 'Mysuru' }))
  const calls = fakeApi({ ...products, 'POST /cart/session': () => session, 'POST /cart/session/open': () => ({ message: '' }) })
  await open()
  const button = await screen.findByRole('button', { name: 'Add 2 items and check out' })
  expect(screen.getByText(/An assistant that calls itself agent.example/)).toBeTruthy()
  expect(calls.map(({ route }) => route)).not.toContain('POST /cart/session/open')
  await userEvent.click(button)
  await screen.findByText('at /orderNow')
  expect(calls.find(({ route }) => route === 'POST /cart/session/open')?.body).toEqual({ token: 'token' })
  expect(getGuestCart().map(({ size, qty }) => [size, qty])).toEqual([['M', 2]])
  expect(JSON.parse(sessionStorage.getItem('draft::delivery') ?? '')).toEqual({ firstName: 'Asha', city: 'Mysuru', pinCode: '560001' })
})

test('a link that ends while its page is open adds nothing', async () => {
  const over = () => errorAnswer({ status: 410, code: 'continue_link_over', message: 'This link is no longer valid.' })
  fakeApi({ ...products, 'POST /cart/session': () => session, 'POST /cart/session/open': over })
  await open()
  await userEvent.click(await screen.findByRole('button', { name: 'Add 2 items and check out' }))
  expect((await screen.findByRole('alert')).textContent).toBe('This link is no longer valid.')
  expect(getGuestCart()).toEqual([])
})

test('a link of an assistant that has ended says so', async () => {
  fakeApi({
    'POST /cart/session': () => errorAnswer({ status: 410, code: 'continue_link_over', message: 'This link is no longer valid.' }),
  })
  await open('x'.repeat(5_000))
  await screen.findByText('This link is no longer valid.')
  expect(screen.queryByRole('button')).toBeNull()
})

const opened = { ...products, 'POST /cart/session': () => session, 'POST /cart/session/open': () => ({ message: '' }) }

test('a link that is followed twice puts its items into the cart once', async () => {
  addToGuestCart({ product: tee, size: 'L' })
  fakeApi(opened)
  const first = await open()
  await userEvent.click(await screen.findByRole('button', { name: 'Add 2 items and check out' }))
  await screen.findByText('at /orderNow')
  first?.unmount()
  await open()
  expect(await screen.findByText('2 of these items are in your cart already and not added again.')).toBeTruthy()
  expect(screen.getByText('Your cart has also 1 other item. They stay in it and are ordered with these.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Check out' }))
  await screen.findByText('at /orderNow')
  expect(getGuestCart().map(({ size, qty }) => [size, qty])).toEqual([
    ['L', 1],
    ['M', 2],
  ])
})

test('an account gets only the items that its cart lacks', async () => {
  setUser({ _id: 'u', name: 'asha', role: 'user' } as Parameters<typeof setUser>[0])
  const cart = [{ product: { ...tee }, size: 'M', quantity: 1, problem: null, notice: null }]
  const calls = fakeApi({
    ...opened,
    'GET /cart': () => ({ cart, deliveryAddress: null }),
    'POST /cart/merge': () => ({ cart, notices: [] }),
  })
  await open()
  await userEvent.click(await screen.findByRole('button', { name: 'Add 2 items and check out' }))
  await screen.findByText('at /UserDashboard/cart')
  const merge = calls.find(({ route }) => route === 'POST /cart/merge')
  expect(merge?.body).toEqual({ lines: [{ product: tee._id, name: 'Tee', price: 799, size: 'M', quantity: 1 }] })
})

test('a price that has changed since the assistant looked is said', async () => {
  fakeApi({ ...opened, 'POST /cart/session': () => ({ ...session, items: [{ ...session.items[0], price: 699 }] }) })
  await open()
  expect(await screen.findByText('The price was ₹699 when your assistant looked.')).toBeTruthy()
  expect(screen.getAllByText('₹1,598')).toHaveLength(2)
})
