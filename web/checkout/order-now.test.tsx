import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createRoutesStub } from 'react-router'
import { expect, test, vi } from 'vitest'
import { errorAnswer, fakeApi, sampleProduct } from '../api/fake-api.ts'
import { getGuestCart, updateGuestCart } from '../cart/state/guest-cart.ts'
import OrderNow from './order-now.tsx'

vi.mock('../layout/store-config.ts', async () => {
  const { policy } = await import('#contract/kernel/limits/policy-numbers.ts')
  return { usePolicies: () => policy, useStoreConfig: () => ({ policies: policy }) }
})
vi.mock('../ui/toast.ts', () => ({ showToast: vi.fn() }))

const address = {
  'First name': 'Asha',
  'Last name (optional)': 'Rao',
  Phone: '9876543210',
  Email: 'asha@example.com',
  Address: '12 Lake Road',
  'PIN code': '560001',
  City: 'Bengaluru',
}

/** Fills all fields at once: what each key does is tested with the PIN code below. */
function fillForm() {
  for (const [label, value] of Object.entries(address)) fireEvent.change(screen.getByLabelText(label), { target: { value } })
}

test('a known PIN code has an estimated day of delivery, an unknown one none', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-23T06:00:00Z') })
  fakeApi({
    'GET /pins/:pin': ({ path }) => (path.endsWith('999999') ? { state: '', district: '' } : { state: 'Karnataka', district: 'Bengaluru' }),
  })
  const Stub = createRoutesStub([{ path: '/orderNow', Component: OrderNow }])
  render(<Stub initialEntries={[{ pathname: '/orderNow', state: { cart: [{ ...sampleProduct, qty: 1, size: 'M' }] } }]} />)
  const user = userEvent.setup()
  const field = screen.getByLabelText('PIN code')
  await user.type(field, '999999')
  expect(await screen.findByText('We do not know this PIN code. Please check it.')).toBeTruthy()
  expect(screen.queryByText('Estimated delivery')).toBeNull()
  await user.clear(field)
  await user.type(field, '560001')
  expect(await screen.findByText('Bengaluru')).toBeTruthy()
  expect(screen.getByText('Estimated delivery').nextElementSibling?.textContent).toBe('by Mon, 30 Nov')
  vi.useRealTimers()
})

test.each([
  ['opened directly', undefined],
  ['with an empty state', { cart: [] }],
])('the form %s has the stored cart and what was typed', async (_, state) => {
  fakeApi({ 'GET /pins/:pin': () => 'offline' })
  updateGuestCart(() => [{ ...sampleProduct, qty: 2, size: 'M' }])
  sessionStorage.setItem('draft::delivery', JSON.stringify({ firstName: 'Asha' }))
  const Stub = createRoutesStub([{ path: '/orderNow', Component: OrderNow }])
  render(<Stub initialEntries={[{ pathname: '/orderNow', state }]} />)
  expect((await screen.findByText('Total')).nextElementSibling?.textContent).toBe('₹1,598')
  expect(screen.getByLabelText<HTMLInputElement>('First name').value).toBe('Asha')
})

test('without items in the cart the form says so', async () => {
  const Stub = createRoutesStub([{ path: '/orderNow', Component: OrderNow }])
  render(<Stub initialEntries={['/orderNow']} />)
  await screen.findByText('No items in cart.')
})

test('an item that sells out while the form is open leaves the total and disables Place Order', async () => {
  const jogger = { ...sampleProduct, _id: 'jogger', name: 'Jogger', price: 100 }
  fakeApi({
    'GET /pins/:pin': () => ({ state: 'Karnataka', district: 'Bengaluru' }),
    'POST /guest/cashondelivery': () => errorAnswer({ status: 409, code: 'sold_out', message: 'Tee is sold out.' }),
    'GET /products/:id': ({ path }) => (path.endsWith('jogger') ? jogger : { ...sampleProduct, stock: 0 }),
  })
  const Stub = createRoutesStub([{ path: '/orderNow', Component: OrderNow }])
  const cart = [
    { ...sampleProduct, qty: 1, size: 'M' },
    { ...jogger, qty: 1, size: 'L' },
  ]
  render(<Stub initialEntries={[{ pathname: '/orderNow', state: { cart } }]} />)
  const user = userEvent.setup()
  fillForm()
  await screen.findByDisplayValue('Karnataka')
  expect(screen.getByText('Total').nextElementSibling?.textContent).toBe('₹899')
  expect(screen.getByText(/pay the courier ₹899/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Place Order' }))
  expect(await screen.findByText('Sold out since you added it. Remove it to order the rest.')).toBeTruthy()
  expect(screen.getByText('Tee is sold out.')).toBeTruthy()
  expect(screen.getByText('Total').nextElementSibling?.textContent).toBe('₹100')
  expect(screen.queryByText(/pay the courier/)).toBeNull()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Place Order' }).disabled).toBe(true)
  expect(screen.getByRole('link', { name: 'Go Back to Cart' })).toBe(document.activeElement)
})

test('the note and the gift are sent with the order, and survive a reload', async () => {
  const calls = fakeApi({
    'GET /pins/:pin': () => ({ state: 'Karnataka', district: 'Bengaluru' }),
    'GET /products/:id': () => sampleProduct,
    'POST /guest/cashondelivery': () => errorAnswer({ status: 409, code: 'sold_out', message: 'Tee is sold out.' }),
  })
  const open = () => {
    const Stub = createRoutesStub([{ path: '/orderNow', Component: OrderNow }])
    return render(<Stub initialEntries={[{ pathname: '/orderNow', state: { cart: [{ ...sampleProduct, qty: 1, size: 'M' }] } }]} />)
  }
  const user = userEvent.setup()
  const { unmount } = open()
  fireEvent.change(screen.getByLabelText('Note (optional)'), { target: { value: ' Call first ' } })
  await user.click(screen.getByLabelText('This is a gift'))
  unmount()
  open()
  expect(screen.getByLabelText<HTMLTextAreaElement>('Note (optional)').value).toBe(' Call first ')
  expect(screen.getByLabelText<HTMLInputElement>('This is a gift').checked).toBe(true)
  fillForm()
  await screen.findByDisplayValue('Karnataka')
  await user.click(screen.getByRole('button', { name: 'Place Order' }))
  await screen.findByText('Tee is sold out.')
  const [order] = calls.filter(({ route }) => route === 'POST /guest/cashondelivery')
  expect(order?.body).toMatchObject({ note: 'Call first', isGift: true })
})

const Storefront = () => 'Storefront'

test('an item that is bought at once is ordered, and the cart stays as it is', async () => {
  const calls = fakeApi({
    'GET /pins/:pin': () => ({ state: 'Karnataka', district: 'Bengaluru' }),
    'GET /products/:id': () => ({ ...sampleProduct, price: 500 }),
    'POST /guest/quote': () => errorAnswer({ status: 503, message: 'Later.' }),
    'POST /guest/cashondelivery': () => ({ message: 'Placed', order: { number: '7K3M-9QXT', products: [] } }),
  })
  const cart = [{ ...sampleProduct, _id: 'kept', name: 'Kept tee', qty: 2, size: 'M' as const }]
  updateGuestCart(() => cart)
  const Stub = createRoutesStub([
    { path: '/orderNow', Component: OrderNow },
    { path: '/buy', Component: Storefront },
  ])
  render(<Stub initialEntries={['/orderNow?buy=bought&size=L&quantity=2']} />)
  expect((await screen.findByText('Total')).nextElementSibling?.textContent).toBe('₹1,000')
  expect(screen.queryByText(/Kept tee/)).toBeNull()
  fillForm()
  await screen.findByDisplayValue('Karnataka')
  await userEvent.setup().click(screen.getByRole('button', { name: 'Place Order' }))
  await screen.findByText('Storefront')
  const [order] = calls.filter(({ route }) => route === 'POST /guest/cashondelivery')
  expect(order?.body).toMatchObject({ products: [{ product: sampleProduct._id, size: 'L', quantity: 2 }], totalPrice: 1_000 })
  expect(getGuestCart()).toMatchObject([{ _id: 'kept', qty: 2 }])
})

test('an item that the shop does not have leads back, with the cart as it is', async () => {
  fakeApi({ 'GET /products/:id': () => errorAnswer({ status: 404, message: 'Not found.' }) })
  updateGuestCart(() => [{ ...sampleProduct, qty: 2, size: 'M' }])
  const Stub = createRoutesStub([{ path: '/orderNow', Component: OrderNow }])
  render(<Stub initialEntries={['/orderNow?buy=unknown&size=L']} />)
  await screen.findByText('No items in cart.')
  expect(getGuestCart()).toHaveLength(1)
})
