import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import { errorAnswer, type FakeAnswer, fakeApi } from '../../api/fake-api.ts'
import { useMergeNotices } from '../../cart/state/merge-guest-cart.ts'
import { showToast } from '../../ui/toast.ts'
import { OrderAgain } from './order-again.tsx'

vi.mock('../../ui/toast.ts', () => ({ showToast: vi.fn() }))

const item = { _id: 'tee', name: 'Tee', image: '/images/tee/800.webp', quantity: 2, price: 799, size: 'M' } as const
const order = { _id: 'order-1', number: '7K3M-9QXT', products: [item, { ...item, _id: 'cargo', name: 'Cargo', quantity: 120, size: null }] }

/** Shows the button. The merge calls get `answers`, in order. */
function renderButton(answers: FakeAnswer[]) {
  const calls = fakeApi({ 'POST /cart/merge': () => answers.shift() ?? errorAnswer({ status: 500 }) })
  const router = createMemoryRouter([
    { path: '/', element: <OrderAgain order={order} /> },
    { path: '/UserDashboard/cart', element: <h1>Your Cart</h1> },
  ])
  render(<RouterProvider router={router} />)
  return { calls, press: () => userEvent.dblClick(screen.getByRole('button', { name: /^Order again/ })) }
}

const getKeys = (calls: ReturnType<typeof fakeApi>) => new Set(calls.map(({ headers }) => headers['idempotency-key']))

test('a double click merges the items once and opens the cart with what has changed', async () => {
  const { calls, press } = renderButton([{ cart: [], notices: ['Cargo is sold out.'] }])
  await press()
  await screen.findByRole('heading', { name: 'Your Cart' })
  expect(calls.map(({ body }) => body)).toMatchObject([
    {
      lines: [
        { product: 'tee', size: 'M', quantity: 2, price: 799 },
        { product: 'cargo', size: null, quantity: 99 },
      ],
    },
  ])
  expect(useMergeNotices.getState()).toEqual({ title: 'Some items of order 7K3M-9QXT have changed', notices: ['Cargo is sold out.'] })
})

test('a press after a lost answer has the same key, and a new press after success another one', async () => {
  const first = renderButton(['offline', { cart: [], notices: [] }])
  await first.press()
  expect(showToast).toHaveBeenCalledWith({ text: 'The items could not be added to your cart. Please try again.', kind: 'error' })
  await first.press()
  await screen.findByRole('heading', { name: 'Your Cart' })
  expect(getKeys(first.calls).size).toBe(1)
  cleanup()
  const later = renderButton([{ cart: [], notices: [] }])
  await later.press()
  expect(getKeys([...first.calls, ...later.calls]).size).toBe(2)
})
