import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createRoutesStub } from 'react-router'
import { expect, test, vi } from 'vitest'
import { errorAnswer, type FakeAnswer, fakeApi, sampleProduct } from '../api/fake-api.ts'
import OrderNow from './order-now.tsx'

vi.mock('../layout/store-config.ts', async () => {
  const { policy } = await import('#contract/kernel/limits/policy-numbers.ts')
  return { usePolicies: () => policy, useStoreConfig: () => ({ policies: policy, offersCod: true, checkoutScript: '/checkout.js' }) }
})
vi.mock('../ui/toast.ts', () => ({ showToast: vi.fn() }))

const address = {
  'First name': 'Asha',
  'Last name': 'Rao',
  Phone: '9876543210',
  Email: 'asha@example.com',
  Address: '12 Lake Road',
  'PIN code': '560001',
  City: 'Bengaluru',
}
const sentence = 'Please enter valid email, phone and 6-digit PIN code.'
const other = 'Please check the marked fields.'
const user = userEvent.setup()

function openForm({ place = 'offline', cart = [{ ...sampleProduct, qty: 1, size: 'M' }] }: { place?: FakeAnswer; cart?: object[] } = {}) {
  const calls = fakeApi({
    'GET /pins/:pin': () => ({ state: 'Karnataka', district: 'Bengaluru', deliver: true, cod: 'yes' }),
    'GET /products/:id': () => sampleProduct,
    'POST /guest/cashondelivery': () => place,
  })
  const Stub = createRoutesStub([{ path: '/orderNow', Component: OrderNow }])
  render(<Stub initialEntries={[{ pathname: '/orderNow', state: { cart } }]} />)
  return calls
}

async function fill(values: Partial<typeof address>) {
  for (const [label, text] of Object.entries(values)) {
    const field = screen.getByLabelText(new RegExp(`^${label}( \\(optional\\))?$`))
    await user.clear(field)
    if (text) await user.type(field, text)
  }
}
async function fillAll(change: Partial<typeof address> = {}) {
  await fill({ ...address, ...change })
  await screen.findByDisplayValue('Karnataka')
}

const press = (name: string) => user.click(screen.getByRole('button', { name }))
const describedBy = (field: HTMLElement) =>
  (field.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent)

test.each(['Place Order', 'Pay online: UPI, card, net banking'])(
  '%s with an empty form says so, focuses the first field and sends nothing',
  async (name) => {
    const calls = openForm()
    await press(name)
    expect((await screen.findAllByText(sentence)).length).toBeGreaterThan(0)
    expect(document.activeElement).toBe(screen.getByLabelText('First name'))
    expect(calls.filter(({ route }) => route.startsWith('POST'))).toEqual([])
  },
)

test.each([
  ['PIN code', '56000', 'PIN code must have exactly 6 digits.'],
  ['Phone', '5876543210', 'Phone must have 10 digits and start with 6, 7, 8 or 9.'],
  ['Email', 'asha@', 'Email must look like name@example.com.'],
] as const)('a wrong %s (%s) is described at its field, which gets the focus', async (label, text, message) => {
  openForm()
  await fillAll()
  await fill({ [label]: text })
  await press('Place Order')
  await screen.findByText(sentence)
  const field = screen.getByLabelText(label)
  expect(document.activeElement).toBe(field)
  expect(describedBy(field)).toContain(message)
})

test('the summary error appears only for the fields it names, and ends when they are corrected', async () => {
  openForm()
  await fillAll({ 'First name': '' })
  await press('Place Order')
  await screen.findByText(other)
  expect(screen.queryByText(sentence)).toBeNull()
  await fill({ Phone: '123' })
  await press('Place Order')
  await screen.findByText(sentence)
  await fill({ Phone: '+91 98765 43210' })
  await user.tab()
  expect(screen.getByLabelText<HTMLInputElement>('Phone').value).toBe('9876543210')
  await screen.findByText(other)
  expect(screen.queryByText(sentence)).toBeNull()
  await fill({ 'First name': 'Asha' })
  expect(screen.queryByText(other)).toBeNull()
})

test('an order at changed prices leads back to the cart and keeps the input', async () => {
  const message = 'Prices have changed. Please review your cart.'
  openForm({ place: errorAnswer({ status: 409, code: 'prices_changed', message }) })
  await fillAll()
  await press('Place Order')
  expect((await screen.findByRole('alert')).textContent).toContain(message)
  expect(screen.getByRole('link', { name: 'Go Back to Cart' }).getAttribute('href')).toBe('/homecart')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Place Order' }))
  expect(screen.getByLabelText<HTMLInputElement>('First name').value).toBe('Asha')
})

test('without items the order page leads back to the cart', async () => {
  openForm({ cart: [] })
  await screen.findByText('No items in cart.')
  expect(screen.getByRole('link', { name: 'Go Back to Cart' }).getAttribute('href')).toBe('/homecart')
})
