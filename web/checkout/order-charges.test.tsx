import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createRoutesStub } from 'react-router'
import { expect, test, vi } from 'vitest'
import { errorAnswer, fakeApi, sampleProduct } from '../api/fake-api.ts'
import OrderNow from './order-now.tsx'

vi.mock('../layout/store-config.ts', async () => {
  const { policy } = await import('#contract/kernel/limits/policy-numbers.ts')
  const charges = { shippingChargeRupees: 79, freeShippingFromRupees: 999, codChargeRupees: 40, shippingByPin: 'on' } as const
  const policies = { ...policy, ...charges }
  return { usePolicies: () => policies, useStoreConfig: () => ({ policies, checkoutScript: '/checkout.js' }) }
})
vi.mock('../ui/toast.ts', () => ({ showToast: vi.fn() }))

const address = {
  ...{ 'First name': 'Asha', Phone: '9876543210', Email: 'asha@example.com', Address: '12 Lake Road', City: 'Bengaluru' },
  'PIN code': '560001',
}

/** The order form with a tee for ₹799, filled. `charge`: of the PIN code. */
async function openForm({ charge }: { charge?: number } = {}) {
  const received = fakeApi({
    'GET /pins/:pin': () => ({ state: 'Karnataka', district: 'Bengaluru', ...(charge !== undefined && { charge }) }),
    'GET /products/:id': () => sampleProduct,
    'POST /guest/quote': () => ({ totalPrice: 799, code: null, refusal: null, isApplied: false, hasCodes: false }),
    'POST /guest/cashondelivery': () =>
      errorAnswer({ status: 409, code: 'prices_changed', message: 'Prices have changed. Please review your cart.' }),
  })
  const Stub = createRoutesStub([{ path: '/orderNow', Component: OrderNow }])
  render(<Stub initialEntries={[{ pathname: '/orderNow', state: { cart: [{ ...sampleProduct, qty: 1, size: 'M' }] } }]} />)
  for (const [label, value] of Object.entries(address)) fireEvent.change(screen.getByLabelText(label), { target: { value } })
  await screen.findByDisplayValue('Karnataka')
  return { user: userEvent.setup(), sent: () => received.find(({ route }) => route === 'POST /guest/cashondelivery')?.body }
}

const read = (label: string) => screen.queryByText(label)?.nextElementSibling?.textContent

test('the form shows the charges before the last step, and sends what it has shown', async () => {
  const { user, sent } = await openForm()
  expect([read('Shipping'), read('Charge for cash on delivery'), read('To pay')]).toEqual(['₹79', '₹40', '₹918'])
  expect(screen.getByText('Cash on delivery, ₹918')).toBeTruthy()
  expect(screen.getByText('₹878 when you pay online.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Place Order' }))
  await screen.findByText('Prices have changed. Please review your cart.')
  expect(sent()).toMatchObject({ totalPrice: 799, toPay: 918 })
  // A document that is loaded again has the charges of the moment.
  expect(screen.getByRole('link', { name: 'Go Back to Cart' }).getAttribute('href')).toBe('/homecart')
})

test('a PIN code with a charge of its own changes the sum', async () => {
  const { user, sent } = await openForm({ charge: 150 })
  expect([read('Shipping'), read('To pay')]).toEqual(['₹150', '₹989'])
  await user.click(screen.getByRole('button', { name: 'Place Order' }))
  await screen.findByText('Prices have changed. Please review your cart.')
  expect(sent()).toMatchObject({ toPay: 989 })
})
