import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider, useLoaderData } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { errorAnswer, fakeApi, type ReceivedCall } from '../api/fake-api.ts'
import OrderLinkPage, { clientLoader } from './order-link-page.tsx'

const number = '7K3M-9QXT'
const createdAt = new Date().toISOString()
const product = { _id: 'tee', name: 'Tee', image: '/images/tee/800.webp', quantity: 2, price: 799, size: 'M' }
const order = { products: [product], totalPrice: 1_598 }
const tracking = {
  ...{ number, orderStatus: 'Placed', paymentStatus: 'Pending', totalPrice: 1_598, city: 'Bengaluru', createdAt },
  ...{ products: [product], shipments: [], events: [{ event: 'Placed', happenedAt: createdAt }] },
}
const address = {
  firstName: 'Asha',
  lastName: 'Rao',
  address: '12 Lake Road',
  city: 'Bengaluru',
  state: 'Karnataka',
  pinCode: '',
  phone: '',
}
const addressTarget = { number, deliveryAddress: address }
const toConfirm = { number, ...order, kind: 'guest', isToBePaid: false }

beforeEach(() => sessionStorage.clear())

const Nothing = () => null
const WithLoaderData = () => <OrderLinkPage {...({ loaderData: useLoaderData() } as Parameters<typeof OrderLinkPage>[0])} />

/** Opens the page of a token. */
async function openPage(token: string) {
  const page = { path: 'o/:token', loader: clientLoader as never, HydrateFallback: Nothing, Component: WithLoaderData }
  const root = { id: 'root', path: '/', loader: () => ({ storeName: 'Loom & Lane', checkoutScript: '/checkout.js' }), children: [page] }
  const router = createMemoryRouter([root], { initialEntries: [`/o/${token}`] })
  await act(async () => void render(<RouterProvider router={router} />))
  return router
}

const listPaths = (calls: readonly ReceivedCall[]) => calls.map(({ path, body }) => [path, (body as { token: string }).token])

test('the page of a link shows the order and the form of what the link is for, and changes nothing', async () => {
  const calls = fakeApi({
    'POST /order/page': () => ({ purpose: 'confirm', number, orderStatus: 'Placed', order, actions: [] }),
    'POST /order/confirmation/find': () => toConfirm,
  })
  await openPage('c1')
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe(`Your order ${number}`)
  const section = screen.getByRole('region', { name: 'Confirm your order' })
  within(section).getByRole('button', { name: 'Yes, send it' })
  within(screen.getByRole('region', { name: 'Items' })).getByText('Tee')
  expect(screen.queryByRole('region', { name: 'What you can do now' })).toBeNull()
  expect(document.activeElement).toBe(document.body)
  expect(listPaths(calls)).toEqual([
    ['/order/page', 'c1'],
    ['/order/confirmation/find', 'c1'],
  ])
})

test('a link that answers a failed delivery shows the order and its form; one that follows the order does not', async () => {
  const delivery = { canAnswer: true, message: null, reason: 'Door locked', attempts: 1, days: [] }
  const calls = fakeApi({
    'POST /order/page': ({ body }) =>
      (body as { token: string }).token === 'd1'
        ? { purpose: 'deliver', number, orderStatus: 'Shipped', order, actions: [] }
        : { purpose: 'track', number, tracking: { ...tracking, orderStatus: 'Shipped' }, actions: [] },
    'POST /order/failed-delivery/find': () => ({ delivery }),
  })
  await openPage('d1')
  within(await screen.findByRole('region', { name: 'Your parcel could not be delivered' })).getByText('The courier says: Door locked')
  screen.getByText('Tee')
  expect(listPaths(calls).at(-1)).toEqual(['/order/failed-delivery/find', 'd1'])
  cleanup()
  await openPage('t1')
  await screen.findByRole('region', { name: 'Order progress' })
  expect(listPaths(calls).filter(([path]) => path === '/order/failed-delivery/find')).toHaveLength(1)
})

test('a link whose action has ended says so, shows the order and leads on', async () => {
  const message = 'This order is confirmed already.'
  fakeApi({
    'POST /order/page': () => ({ purpose: 'confirm', number, orderStatus: 'Confirmed', order, actions: [] }),
    'POST /order/confirmation/find': () => errorAnswer({ status: 409, code: 'confirmation_closed', message }),
  })
  await openPage('c1')
  const section = await screen.findByRole('region', { name: 'Confirm your order' })
  within(section).getByText(message)
  within(section).getByRole('link', { name: 'Track an order' })
  screen.getByText('Tee')
  expect(screen.queryByRole('button', { name: 'Yes, send it' })).toBeNull()
})

test('a link that is not valid shows no order', async () => {
  const message = 'This link has expired. Please contact us with your order number.'
  fakeApi({ 'POST /order/page': () => errorAnswer({ status: 410, code: 'address_link_expired', message }) })
  await openPage('x'.repeat(5_000))
  await screen.findByText(message)
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Your order')
  expect(screen.getByRole('link', { name: 'Contact us' }).getAttribute('href')).toBe('/contact')
})

test('no more of a long token is sent than a token can have', async () => {
  const calls = fakeApi({ 'POST /order/page': () => errorAnswer({ status: 404 }) })
  await openPage('x'.repeat(5_000))
  await waitFor(() => expect(listPaths(calls)).toEqual([['/order/page', 'x'.repeat(200)]]))
})

test('an action opens in place, once, with the focus on its heading', async () => {
  const found = Promise.withResolvers<object>()
  const calls = fakeApi({
    'POST /order/page': () => ({ purpose: 'track', number, tracking, actions: [{ action: 'confirm', token: 'c1' }] }),
    'POST /order/confirmation/find': () => found.promise,
  })
  const router = await openPage('t1')
  await userEvent.dblClick(await screen.findByRole('link', { name: 'Confirm or cancel the order' }))
  found.resolve(toConfirm)
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Confirm your order'))
  expect(screen.queryByRole('region', { name: 'What you can do now' })).toBeNull()
  expect([router.state.location.pathname, router.state.location.search]).toEqual(['/o/t1', '?open=confirm'])
  const confirmed = listPaths(calls).filter(([path]) => path === '/order/confirmation/find')
  expect(confirmed.every(([, token]) => token === 'c1')).toBe(true)
})

test('after an answer the order is read again, and the answer stays when the next action is opened', async () => {
  let isConfirmed = false
  fakeApi({
    'POST /order/page': () => ({
      purpose: 'track',
      number,
      tracking: { ...tracking, orderStatus: isConfirmed ? 'Confirmed' : 'Placed' },
      actions: [isConfirmed ? { action: 'pay', token: 'p1' } : { action: 'confirm', token: 'c1' }],
    }),
    'POST /order/confirmation/find': () => toConfirm,
    'POST /order/payment/find': () => ({ number, ...order }),
    'POST /order/confirmation': () => {
      isConfirmed = true
      return { message: 'It is confirmed.' }
    },
  })
  await openPage('t1')
  await userEvent.click(await screen.findByRole('link', { name: 'Confirm or cancel the order' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Yes, send it' }))
  await screen.findByText('It is confirmed.')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Thank you'))
  await userEvent.click(await screen.findByRole('link', { name: 'Pay online now' }))
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Pay online'))
  screen.getByText('It is confirmed.')
})

test('an action that is no longer possible says why in its place', async () => {
  const message = 'This order is confirmed already.'
  fakeApi({
    'POST /order/page': () => ({ purpose: 'track', number, tracking, actions: [{ action: 'confirm', token: 'c1' }] }),
    'POST /order/confirmation/find': () => errorAnswer({ status: 409, code: 'confirmation_closed', message }),
  })
  await openPage('t1')
  await userEvent.click(await screen.findByRole('link', { name: 'Confirm or cancel the order' }))
  within(await screen.findByRole('region', { name: 'Confirm your order' })).getByText(message)
})

test('a payment whose end is not known is asked for when the page is opened again', async () => {
  sessionStorage.setItem('orderPayment', JSON.stringify({ id: 'p1', success: {} }))
  fakeApi({
    'POST /order/page': () => ({ purpose: 'track', number, tracking, actions: [{ action: 'pay', token: 'p1' }] }),
    'POST /order/payment/find': () => ({ number, ...order }),
    'POST /order/confirmation/payment': () => ({ status: 'paid' }),
  })
  await openPage('t1')
  await screen.findByText(/We have received your payment/)
})

test('returns and payments have links that say what they do', async () => {
  const actions = [
    { action: 'pay', token: 'p1', saving: 40 },
    { action: 'return', token: 'return.1' },
  ]
  fakeApi({ 'POST /order/page': () => ({ purpose: 'track', number, tracking, actions }) })
  await openPage('t1')
  const list = within(await screen.findByRole('region', { name: 'What you can do now' }))
  expect(list.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Pay online now and save ₹40', '/o/t1?open=pay'],
    ['Return items', '/o/t1?open=return'],
  ])
})

test('the invoice is a link for the holder of a link that follows the order', async () => {
  const documents = [{ _id: 'd1', kind: 'invoice', written: 'INV/26-27/000001', issuedAt: createdAt, total: 799 }]
  fakeApi({ 'POST /order/page': () => ({ purpose: 'track', number, tracking: { ...tracking, documents }, actions: [] }) })
  await openPage('a.b-c')
  const link = await screen.findByRole('link', { name: /^Tax invoice/ })
  expect(link.getAttribute('href')).toBe('/api/v1/track/documents/d1.pdf?token=a.b-c')
})

test('the address of a page names what is open, so that it is open after a reload', async () => {
  const actions = [
    { action: 'pay', token: 'p1' },
    { action: 'confirm', token: 'c1' },
  ]
  const calls = fakeApi({
    'POST /order/page': () => ({ purpose: 'track', number, tracking, actions }),
    'POST /order/confirmation/find': () => toConfirm,
  })
  await openPage('t1?open=confirm')
  await screen.findByRole('button', { name: 'Yes, send it' })
  expect(document.activeElement).toBe(document.body)
  expect(listPaths(calls).at(-1)).toEqual(['/order/confirmation/find', 'c1'])
})

test('a failure leaves the page with what was typed, and can be repeated', async () => {
  let isOffline = false
  fakeApi({
    'POST /order/page': () => (isOffline ? 'offline' : { purpose: 'address', number, order, actions: [] }),
    'POST /order/address/find': () => addressTarget,
  })
  const router = await openPage('a1')
  await userEvent.type(await screen.findByLabelText('PIN code'), '5600')
  const listAlerts = () => screen.getAllByRole('alert').filter(({ textContent }) => textContent !== '')
  isOffline = true
  await act(() => router.revalidate())
  await waitFor(() => expect(listAlerts()).toHaveLength(1))
  expect(screen.getByLabelText<HTMLInputElement>('PIN code').value).toBe('5600')
  isOffline = false
  await act(() => router.revalidate())
  await waitFor(() => expect(listAlerts()).toHaveLength(0))
  expect(screen.getByLabelText<HTMLInputElement>('PIN code').value).toBe('5600')
})

test('a consent for reports of the purchase is withdrawn on the page, and a failure keeps the button', async () => {
  let isOnline = false
  let isWithdrawn = false
  const calls = fakeApi({
    'POST /order/page': () => ({ purpose: 'track', number, tracking, actions: [], ...(!isWithdrawn && { purchaseReport: 'both' }) }),
    'POST /order/failed-delivery/find': () => ({ delivery: null }),
    'POST /order/purchase-report/withdraw': () => {
      isWithdrawn = isOnline
      return isOnline
        ? { message: 'Your consent is withdrawn.' }
        : errorAnswer({ status: 410, code: 'address_link_expired', message: 'Try again.' })
    },
  })
  await openPage('t1')
  const section = await screen.findByRole('region', { name: 'Advertisements' })
  within(section).getByText(/^You agreed that Meta \(Facebook and Instagram\) and Google may be told/)
  await userEvent.click(within(section).getByRole('button', { name: 'Withdraw this consent' }))
  await within(section).findByText('Try again.')
  isOnline = true
  await userEvent.click(within(section).getByRole('button', { name: 'Withdraw this consent' }))
  await within(section).findByText('Your consent is withdrawn.')
  expect(within(section).queryByRole('button')).toBeNull()
  expect(listPaths(calls.filter(({ path }) => path.includes('withdraw')))).toEqual([
    ['/order/purchase-report/withdraw', 't1'],
    ['/order/purchase-report/withdraw', 't1'],
  ])
})
