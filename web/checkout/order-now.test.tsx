import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createRoutesStub } from 'react-router'
import { expect, test, vi } from 'vitest'
import { errorAnswer, fakeApi, sampleProduct } from '../api/fake-api.ts'
import OrderNow from './order-now.tsx'

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
  for (const [label, text] of Object.entries(address)) await user.type(screen.getByLabelText(label), text)
  await screen.findByDisplayValue('Karnataka')
  expect(screen.getByText('Total').nextElementSibling?.textContent).toBe('₹899')
  await user.click(screen.getByRole('button', { name: 'Place Order' }))
  expect(await screen.findByText('Sold out since you added it. Remove it to order the rest.')).toBeTruthy()
  expect(screen.getByText('Tee is sold out.')).toBeTruthy()
  expect(screen.getByText('Total').nextElementSibling?.textContent).toBe('₹100')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Place Order' }).disabled).toBe(true)
  expect(screen.getByRole('link', { name: 'Go Back to Cart' })).toBe(document.activeElement)
})
