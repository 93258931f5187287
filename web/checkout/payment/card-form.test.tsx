import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import { type FakeAnswer, fakeApi, sampleProduct } from '../../api/fake-api.ts'
import { CardForm } from './card-form.tsx'

vi.mock('../../layout/store-config.ts', async () => {
  const { policy } = await import('#contract/kernel/limits/policy-numbers.ts')
  return { usePolicies: () => policy, useStoreConfig: () => ({ policies: policy, storeName: 'Shop' }) }
})
vi.mock('../../ui/toast.ts', () => ({ showToast: vi.fn() }))
vi.mock('./payment-window.ts', async (original) => ({
  ...(await original<object>()),
  loadRazorpay: () => Promise.reject(new Error('The script did not load.')),
}))

const lines = [{ product: sampleProduct, size: 'M', quantity: 1, problem: null, notice: null }]
const address = {
  ...{ firstName: 'Asha', lastName: 'Rao', address: '12 Lake Road', city: 'Bengaluru', state: 'Karnataka', pinCode: '560001' },
  ...{ phone: '9876543210', email: 'asha@example.com' },
}

/** Opens the form with this saved address and pays. */
async function pay({ savedAddress, save = { message: 'Saved.' } }: { savedAddress: object; save?: FakeAnswer }) {
  const calls = fakeApi({
    'GET /pins/:pin': () => ({ state: 'Karnataka', district: 'Bengaluru', deliver: true, cod: 'yes' }),
    'POST /cart/': () => save,
  })
  const checkout = { lines, quote: undefined, addresses: [], savedAddress }
  const form = <CardForm checkout={checkout as never} quotedTotal={undefined} scriptSrc="/checkout.js" />
  render(<RouterProvider router={createMemoryRouter([{ path: '/', element: form }])} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Pay ₹799' }))
  return calls
}

test('incomplete details are named before anything is sent, and the first gets the focus', async () => {
  const calls = await pay({ savedAddress: {} })
  const dialog = await screen.findByRole('alertdialog', { name: 'Incomplete Details' })
  expect(dialog.textContent).toContain('Please fill all required fields before proceeding.')
  await userEvent.click(screen.getByRole('button', { name: 'OK' }))
  expect(document.activeElement).toBe(screen.getByLabelText('First name'))
  expect(calls.filter(({ route }) => route === 'POST /cart/')).toEqual([])
})

test('details that cannot be saved show an error before the payment', async () => {
  await pay({ savedAddress: address, save: 'offline' })
  const dialog = await screen.findByRole('alertdialog', { name: 'Failed to save address' })
  expect(dialog.textContent).toContain('Network error')
})

test('a checkout script that does not load shows an error, and the button can be pressed again', async () => {
  await pay({ savedAddress: address })
  const dialog = await screen.findByRole('alertdialog', { name: 'Error!' })
  expect(dialog.textContent).toContain('Failed to load Razorpay. Please check your internet connection.')
  await userEvent.click(screen.getByRole('button', { name: 'OK' }))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Pay ₹799' }))
})
