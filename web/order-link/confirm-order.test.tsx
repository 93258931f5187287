import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { errorAnswer, type FakeAnswer, fakeApi } from '../api/fake-api.ts'
import { ActionSection } from './action-section.tsx'
import type { LoadedAction } from './load-action.ts'

const product = { _id: 'tee', name: 'Tee', image: '/images/tee/800.webp', quantity: 8, price: 799, size: 'M' as const }
const order = { number: '7K3M-9QXT', products: [product], totalPrice: 6_392 }

interface PageOptions {
  answer?: FakeAnswer
  checkoutScript?: string | null
  calls?: Parameters<typeof fakeApi>[0]
  isToBePaid?: boolean
  /** more of the order */
  more?: object
}

/** Opens the page of a link. Returns the calls that it sends. */
async function openPage({
  answer = { message: 'Done.' },
  checkoutScript = null,
  calls = {},
  isToBePaid = false,
  more = {},
}: PageOptions = {}) {
  const received = fakeApi({ 'POST /order/confirmation': () => answer, ...calls })
  const target = { action: 'confirm', order: { ...order, kind: 'guest', isToBePaid, ...more } }
  const first = { action: 'confirm', token: 'the-token', target, error: undefined } as LoadedAction
  const config = { storeName: 'Loom & Lane', checkoutScript }
  const routes = [
    { id: 'root', path: '/', loader: () => config, element: <ActionSection first={first} focus={false} links={null} onDone={() => {}} /> },
  ]
  const router = createMemoryRouter(routes, { hydrationData: { loaderData: { root: config } } })
  await act(async () => void render(<RouterProvider router={router} />))
  return received
}

test('opening the page sends nothing; a double click on Yes confirms once', async () => {
  const reply = Promise.withResolvers<object>()
  const received = await openPage({ calls: { 'POST /order/confirmation': () => reply.promise } })
  screen.getByText('7K3M-9QXT')
  expect(received).toEqual([])
  await userEvent.dblClick(screen.getByRole('button', { name: 'Yes, send it' }))
  reply.resolve({ message: 'Done.' })
  const focused = await screen.findByRole('heading', { name: 'Thank you' })
  await waitFor(() => expect(document.activeElement).toBe(focused))
  expect(received.map(({ body }) => body)).toEqual([{ token: 'the-token', isAccepted: true }])
})

test('No asks first, then cancels', async () => {
  const received = await openPage()
  const no = screen.getByRole('button', { name: 'No, cancel it' })
  await userEvent.click(no)
  await userEvent.click(screen.getByRole('button', { name: 'Go back' }))
  expect(received).toEqual([])
  await userEvent.click(no)
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Cancel the order' }))
  await screen.findByText('Done.')
  expect(received.map(({ body }) => body)).toEqual([{ token: 'the-token', isAccepted: false }])
})

test.each([
  [
    errorAnswer({ status: 409, code: 'confirmation_closed', message: 'This order is confirmed already.' }),
    'This order is confirmed already.',
  ],
  [errorAnswer({ status: 500 }), 'The shop is not available right now. Please try again in a moment.'],
  ['offline' as const, /./],
])('a failed answer is shown and can be repeated', async (answer, text) => {
  await openPage({ answer })
  const yes = screen.getByRole('button', { name: 'Yes, send it' })
  await userEvent.click(yes)
  expect((await screen.findByRole('alert')).textContent).toMatch(text)
  expect(yes).toHaveProperty('disabled', false)
  expect(document.activeElement).toBe(yes)
})

test('without card payment the page offers to write to the shop', async () => {
  await openPage()
  within(screen.getByRole('region', { name: 'Would you rather pay online?' })).getByRole('link', { name: 'Contact us' })
  expect(screen.queryByRole('button', { name: 'Pay online' })).toBeNull()
})

/** The provider's script, whose window is closed by the test. */
function fakeRazorpay() {
  const windows: { handler: (success: object) => void; modal: { ondismiss: () => void }; order_id: string }[] = []
  class Razorpay {
    constructor(options: (typeof windows)[number]) {
      windows.push(options)
    }
    on() {}
    open() {}
  }
  Object.assign(window, { Razorpay })
  return windows
}

const openPayment = { id: 'order_1', amount: 639_200, currency: 'INR', keyId: 'rzp_test_1', contact: {} }

test('Pay online opens the window of the provider once, and shows what the shop has learned from it', async () => {
  const windows = fakeRazorpay()
  const statuses = ['unpaid', 'paid']
  const checkOrderPayment = () => ({ status: statuses.shift() ?? 'paid' })
  const received = await openPage({
    checkoutScript: 'data:text/javascript,',
    calls: { 'POST /order/confirmation/pay': () => openPayment, 'POST /order/confirmation/payment': checkOrderPayment },
  })
  const pay = screen.getByRole('button', { name: 'Pay online' })
  await userEvent.dblClick(pay)
  document.querySelector('script[src^="data:"]')?.dispatchEvent(new Event('load'))
  await waitFor(() => expect(windows.map((options) => options.order_id)).toEqual(['order_1']))
  await act(async () => windows[0]?.modal.ondismiss())
  await screen.findByText('You have not paid. You can try again, or pay the courier.')
  expect(document.activeElement).toBe(pay)

  await userEvent.click(pay)
  await waitFor(() => expect(windows).toHaveLength(2))
  await act(async () => windows[1]?.handler({}))
  await screen.findByText(/We have received your payment, and your order is confirmed/)
  const [asked, opened] = [{ token: 'the-token' }, { token: 'the-token', amount: 6_392 }]
  expect(received.map(({ body }) => body)).toEqual([opened, asked, opened, asked])
})

test('an order that is to be paid online can be paid or cancelled, and not be confirmed', async () => {
  await openPage({ isToBePaid: true, checkoutScript: '/checkout.js' })
  screen.getByRole('heading', { name: 'Pay for your order' })
  screen.getByText(/after you have paid ₹6,392 online/)
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Pay online', 'No, cancel it'])
})

test('the discount for paying online is said before, and the amount is the one that was shown', async () => {
  const received = await openPage({
    checkoutScript: 'data:text/javascript,',
    calls: { 'POST /order/confirmation/pay': () => errorAnswer({ status: 409, code: 'advance_changed', message: 'It has changed.' }) },
    more: { online: { totalPrice: 6_392, adjustments: [{ kind: 'discount', labelCode: 'Paid online', amount: -320 }], toPay: 6_072 } },
  })
  screen.getByText(/You pay the courier ₹6,392, or ₹6,072 if you pay online now\./)
  await userEvent.click(screen.getByRole('button', { name: 'Pay online' }))
  expect((await screen.findByRole('alert')).textContent).toBe('It has changed.')
  expect(received.map(({ body }) => body)).toEqual([{ token: 'the-token', amount: 6_072 }])
})
