import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { type FakeAnswer, fakeApi, sampleProduct } from '../../api/fake-api.ts'
import { ActionSection } from '../../order-link/action-section.tsx'
import type { LoadedAction } from '../../order-link/load-action.ts'
import OrderNow from '../order-now.tsx'
import { CardForm } from './card-form.tsx'
import GuestPaymentResult from './guest-payment-result.tsx'

const config = vi.hoisted(() => ({ storeName: 'Loom & Lane', checkoutScript: 'data:text/javascript,', offersCod: true }))
vi.mock('../../layout/store-config.ts', async () => {
  const { policy } = await import('#contract/kernel/limits/policy-numbers.ts')
  const useStoreConfig = () => ({ ...config, policies: policy })
  return { usePolicies: () => policy, useStoreConfig, useStoreConfigIfLoaded: useStoreConfig }
})
vi.mock('../../layout/leave-checkout.ts', () => ({ isCheckoutDocument: () => true }))
vi.mock('../../ui/toast.ts', () => ({ showToast: vi.fn() }))

const address = {
  ...{ firstName: 'Asha', lastName: 'Rao', address: '12 Lake Road', city: 'Bengaluru', state: 'Karnataka' },
  ...{ phone: '9876543210', email: 'asha@example.com', pinCode: '560005' },
}
const success = { razorpay_order_id: 'order_1', razorpay_payment_id: 'pay_1', razorpay_signature: 'signature' }
const opened = { id: 'order_1', amount: 79_900, currency: 'INR', keyId: 'rzp_test_1' }
const outcome = (status: 'open' | 'paid') => ({ status, message: null, paymentId: 'pay_1', order: status === 'paid' ? order : null })
const order = {
  ...{ number: '7K3M-9QXT', createdAt: new Date().toISOString(), products: [], totalPrice: 799, adjustments: [], toPay: 799 },
  ...{ userDetails: { name: 'Asha', email: 'asha@example.com' }, orderStatus: 'Placed', paymentStatus: 'Paid', cashOndelivery: 0 },
}

/** The provider's window, which the test closes. */
let close: { handler: (result: object) => void; modal: { ondismiss: () => void } } | undefined
beforeEach(() => {
  close = undefined
  class Razorpay {
    constructor(options: NonNullable<typeof close>) {
      close = options
    }
    on() {}
    open() {}
  }
  Object.assign(window, { Razorpay })
})

const Place = () => <p>at {useLocation().pathname + useLocation().search}</p>
const checkout = {
  lines: [{ product: sampleProduct, size: 'M', quantity: 1, problem: null, notice: null }],
  addresses: [],
  savedAddress: address,
}
const toConfirm = { number: '7K3M-9QXT', products: [], totalPrice: 799, kind: 'guest', isToBePaid: false }
const linked = {
  action: 'confirm',
  token: 'the-token',
  target: { action: 'confirm', order: toConfirm },
  error: undefined,
} as unknown as LoadedAction

/** Each place where people pay: its page, the button, what it says once the payment is there, and its calls. */
const doors = [
  {
    name: 'a shopper',
    path: '/UserDashboard/Order',
    element: <CardForm checkout={checkout as never} quotedTotal={undefined} scriptSrc="data:text/javascript," />,
    button: 'Pay ₹799',
    end: /^at \/UserDashboard\/myOrders\?status=success&payment_id=pay_1/,
    calls: { 'POST /cart/': { message: '' }, 'POST /order/create-order': opened },
    results: ['POST /order/verify-payment', 'GET /order/payment/:id'],
    paid: outcome('paid'),
  },
  {
    name: 'a guest',
    path: '/orderNow',
    element: <OrderNow />,
    button: 'Pay online: UPI, card, net banking',
    end: /^Payment Successful/,
    calls: { 'POST /guest/create-order': { ...opened, token: 'the-token' } },
    results: ['POST /guest/verify-payment', 'POST /guest/payment'],
    paid: outcome('paid'),
  },
  {
    name: 'the owner of an order',
    path: '/o/the-token',
    element: <ActionSection first={linked} focus={false} links={null} onDone={() => {}} />,
    button: 'Pay online',
    end: /^We have received your payment/,
    calls: { 'POST /order/confirmation/pay': { ...opened, contact: {} } },
    results: ['POST /order/confirmation/payment'],
    paid: { status: 'paid' },
  },
] as const

const html = () => new Response('<html>Sign in to this network</html>', { status: 403 })
const faults: [string, () => FakeAnswer][] = [
  ['throws an error', () => 'error'],
  ['answers HTML', html],
  ['never answers', () => 'never'],
]
const cases = doors.flatMap((door) => faults.map(([fault, answer]) => ({ ...door, fault, answer })))

async function openPage(door: (typeof doors)[number], answer: () => FakeAnswer) {
  const fixed = Object.fromEntries(Object.entries(door.calls).map(([route, reply]) => [route, () => reply]))
  const results = Object.fromEntries(door.results.map((route) => [route, answer]))
  // A fault of the hint at the PIN code does not matter, either.
  fakeApi({ ...fixed, ...results, 'GET /pins/:pin': answer })
  const routes = [
    { path: door.path, element: door.element },
    { path: '/payment-result', element: <GuestPaymentResult /> },
    { path: '*', element: <Place /> },
  ]
  sessionStorage.setItem('draft::delivery', JSON.stringify(address))
  const state = { cart: [{ ...sampleProduct, qty: 1, size: 'M' }] }
  const router = createMemoryRouter(routes, { initialEntries: [{ pathname: door.path, state }] })
  await act(async () => void render(<RouterProvider router={router} />))
}

const expectChecking = async () => {
  await screen.findAllByText('Checking with the bank…')
  expect(screen.queryByText(/Payment Failed/)).toBeNull()
  // The page below the blocking dialog has its button still.
  const button = screen.queryByRole<HTMLButtonElement>('button', { name: /^Pay (₹|online)/ })
  expect(button === null || button.disabled || screen.queryByRole('dialog') !== null).toBe(true)
}

test.each(cases)('after success of $name a server that $fault is asked until the payment is there, also after a reload', async (door) => {
  await openPage(door, door.answer)
  await userEvent.click(await screen.findByRole('button', { name: door.button }))
  await waitFor(() => {
    document.querySelector('script[src^="data:"]')?.dispatchEvent(new Event('load'))
    expect(close).toBeDefined()
  })
  await act(async () => close?.handler(success))
  if (door.answer() !== 'never') await expectChecking()
  cleanup()
  await openPage(door, door.answer)
  await expectChecking()
  expect(screen.queryByText(/I have not paid/)).toBeNull()
  cleanup()
  await openPage(door, () => door.paid)
  await screen.findByText(door.end)
})

test.each(doors)('$name whose window was lost with its page is asked before paying again', async (door) => {
  const unpaid = door.name === 'the owner of an order' ? { status: 'unpaid' } : outcome('open')
  await openPage(door, () => unpaid)
  await userEvent.click(await screen.findByRole('button', { name: door.button }))
  await waitFor(() => {
    document.querySelector('script[src^="data:"]')?.dispatchEvent(new Event('load'))
    expect(close).toBeDefined()
  })
  cleanup()
  await openPage(door, () => unpaid)
  await userEvent.click(await screen.findByText(/^I have not paid/))
  cleanup()
  await openPage(door, () => unpaid)
  expect((await screen.findByRole<HTMLButtonElement>('button', { name: door.button })).disabled).toBe(false)
})

test('a form that the browser has filled without an event is sent as it looks', async () => {
  const received = fakeApi({ 'GET /pins/:pin': () => 'offline', 'POST /guest/cashondelivery': () => 'offline' })
  const router = createMemoryRouter([{ path: '/orderNow', element: <OrderNow /> }], {
    initialEntries: [{ pathname: '/orderNow', state: { cart: [{ ...sampleProduct, qty: 1, size: 'M' }] } }],
  })
  await act(async () => void render(<RouterProvider router={router} />))
  for (const [name, value] of Object.entries(address)) {
    const field = document.querySelector<HTMLInputElement | HTMLSelectElement>(`form [name=${name}]`)
    if (field) field.value = value
  }
  await userEvent.click(screen.getByRole('button', { name: 'Place Order' }))
  const isOrdered = () => received.filter(({ path }) => path.endsWith('cashondelivery'))
  await waitFor(() => expect(isOrdered()).toMatchObject([{ body: { deliveryAddress: address } }]))
})
