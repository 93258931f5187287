import { render, screen } from '@testing-library/react'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { errorAnswer, fakeApi } from '../../api/fake-api.ts'
import { rememberPlacedOrder } from '../../orders/placed/placed-orders.ts'
import OrderTracking from './order-tracking.tsx'

const number = '7K3M-9QXT'
const deliveryAddress = {
  firstName: 'Asha',
  lastName: 'Rao',
  address: '12 Lake Road',
  city: 'Bengaluru',
  state: 'Karnataka',
  pinCode: '560001',
  phone: '9876543210',
  email: 'asha@example.com',
}
const createdAt = new Date().toISOString()
const tracking = {
  ...{ number, orderStatus: 'Placed', paymentStatus: 'Pending', totalPrice: 799, city: 'Bengaluru', createdAt },
  ...{ products: [], shipments: [], events: [{ event: 'Placed', happenedAt: createdAt }] },
}

function openTracking(search: string) {
  const Stub = createRoutesStub([{ path: '/order-tracking', Component: OrderTracking }])
  render(<Stub initialEntries={[`/order-tracking${search}`]} />)
}

test('an order of this device is tracked at once, with one request', async () => {
  rememberPlacedOrder({ order: { number, createdAt, products: [], totalPrice: 799 }, deliveryAddress })
  const calls = fakeApi({ 'POST /order/track': () => tracking })
  openTracking(`?number=${number}`)
  const timeline = await screen.findByRole('list', { name: 'Order timeline' })
  const form = screen.getByRole('form', { name: 'Find an order' })
  expect(timeline.compareDocumentPosition(form)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(calls.map(({ body }) => body)).toEqual([{ number, phone: '9876543210' }])
  // The form is for another order.
  await expect.poll(() => screen.getByLabelText<HTMLInputElement>('Order number').value).toBe('')
  expect(screen.getByLabelText<HTMLInputElement>('Phone').value).toBe('9876543210')
})

test('an order of another device waits for the phone number', async () => {
  rememberPlacedOrder({ order: { number, createdAt, products: [], totalPrice: 799 }, deliveryAddress })
  const calls = fakeApi({ 'POST /order/track': () => tracking })
  openTracking('?number=0000-0000')
  expect(await screen.findByDisplayValue('0000-0000')).toBeTruthy()
  expect(calls).toEqual([])
})

test('an order that cannot be tracked at once shows why in the form', async () => {
  rememberPlacedOrder({ order: { number, createdAt, products: [], totalPrice: 799 }, deliveryAddress })
  fakeApi({ 'POST /order/track': () => errorAnswer({ status: 404, code: 'order_not_found', message: 'No order matches.' }) })
  openTracking(`?number=${number}`)
  expect(await screen.findByText('No order matches.')).toBeTruthy()
})

test('a cancelled order shows what is refunded', async () => {
  const paid = { orderStatus: 'Cancelled', paymentStatus: 'Pending', advance: 100, cashOndelivery: 699, amountRefunded: 100 }
  rememberPlacedOrder({ order: { number, createdAt, products: [], totalPrice: 799 }, deliveryAddress })
  fakeApi({ 'POST /order/track': () => ({ ...tracking, ...paid }) })
  openTracking(`?number=${number}`)
  expect((await screen.findByText('Refunded')).nextElementSibling?.textContent).toBe('₹100')
})

const documents = [{ _id: 'd1', kind: 'invoice', written: 'INV/26-27/000001', issuedAt: createdAt, total: 799 }]

test('a delivered order with an advance has the whole amount as paid', async () => {
  const paid = { orderStatus: 'Delivered', paymentStatus: 'Paid', advance: 100, cashOndelivery: 699, amountPaid: 799 }
  rememberPlacedOrder({ order: { number, createdAt, products: [], totalPrice: 799 }, deliveryAddress })
  fakeApi({ 'POST /order/track': () => ({ ...tracking, ...paid }) })
  openTracking(`?number=${number}`)
  expect((await screen.findByText('Amount paid')).nextElementSibling?.textContent).toBe('₹799')
  expect(screen.getByText('Payment').nextElementSibling?.textContent).toBe('Paid')
})

test('the invoice is named only for who knows number and phone', async () => {
  rememberPlacedOrder({ order: { number, createdAt, products: [], totalPrice: 799 }, deliveryAddress })
  fakeApi({ 'POST /order/track': () => ({ ...tracking, documents }) })
  openTracking(`?number=${number}&token=x`)
  await screen.findByText('Tax invoice INV/26-27/000001')
  expect(screen.queryByRole('link', { name: /^Tax invoice/ })).toBeNull()
})
