import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { AdminOrderDetail } from '#contract/orders/admin-orders.ts'
import { fakeApi } from '../../../api/fake-api.ts'
import { OrderLinks } from './order-links.tsx'

const order = {
  _id: 'id-1',
  number: '7K3M-9QXT',
  totalPrice: 1_598,
  paymentLink: null,
  trackingLink: '/o/track.1',
  deliveryAddress: { phone: '+91 98765 43210' },
} as AdminOrderDetail

const HydrateFallback = () => null

async function show(change: Partial<AdminOrderDetail>) {
  const root = {
    path: '/',
    id: 'root',
    loader: () => ({ storeName: 'Asha' }),
    HydrateFallback,
    element: <OrderLinks order={{ ...order, ...change }} onChange={() => {}} onStale={() => {}} />,
  }
  render(<RouterProvider router={createMemoryRouter([root])} />)
  await screen.findByRole('heading', { name: 'Links for the customer' })
  const messages = screen
    .getAllByRole<HTMLAnchorElement>('link', { name: /^Send on WhatsApp/ })
    .map(({ href }) => [new URL(href).pathname, new URL(href).searchParams.get('text')])
  return { labels: screen.getAllByRole('button').map(({ textContent }) => textContent), messages }
}

test('a delivered order has its tracking and return links to copy and send', async () => {
  const { labels, messages } = await show({ returnLink: '/o/return.1' })
  expect(labels).toEqual(['Copy the tracking link', 'Copy the return link', 'Revoke links'])
  expect(messages).toEqual([
    ['/919876543210', `Follow your order 7K3M-9QXT at Asha here: ${location.origin}/o/track.1`],
    ['/919876543210', `Return or exchange items of your order 7K3M-9QXT at Asha here: ${location.origin}/o/return.1`],
  ])
})

test('an order that can be paid online has its payment link, and none to return it', async () => {
  const { labels, messages } = await show({ payOnlineLink: '/o/1' })
  expect(labels).toEqual(['Copy the tracking link', 'Copy the payment link', 'Revoke links'])
  expect(messages[1]?.[1]).toBe(`Please pay ₹1,598 for your order 7K3M-9QXT at Asha here: ${location.origin}/o/1`)
})

test('the links of an order are revoked after a confirmation', async () => {
  const user = userEvent.setup()
  const received = fakeApi({ 'POST /order/admin/:id/links/revoke': () => ({ message: 'The links are revoked', order }) })
  await show({})
  await user.click(screen.getByRole('button', { name: 'Revoke links' }))
  expect(received).toEqual([])
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Revoke links' }))
  await screen.findByText('The links are revoked')
  expect(received.map(({ route }) => route)).toEqual(['POST /order/admin/:id/links/revoke'])
})
