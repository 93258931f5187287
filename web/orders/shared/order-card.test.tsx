import { render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import { OrderCard } from './order-card.tsx'
import { OrderTimeline } from './timeline.tsx'
import { TotalRows } from './total-rows.tsx'

const order: Order = {
  _id: 'order-1',
  number: '7K3M-9QXT',
  userDetails: { name: 'Asha Rao', email: 'asha@example.com' },
  products: [],
  totalPrice: 799,
  amountPaid: 0,
  cashOndelivery: 799,
  paymentStatus: 'Pending',
  orderStatus: 'Placed',
  createdAt: '2026-07-22T10:40:00.000Z',
}

const renderCard = (change: Partial<Order> & { kind?: 'cod' | 'card' } = {}) =>
  render(<OrderCard order={{ ...order, ...change }} to="/orders/1" />, { wrapper: MemoryRouter })

const getPayment = () => screen.getByText('Payment').nextElementSibling?.textContent

test('an order with a discount states its total, the discount and what is to be paid', () => {
  const adjustments = [{ kind: 'discount' as const, labelCode: 'WELCOME', amount: -99.5 }]
  render(
    <dl>
      <TotalRows order={{ totalPrice: 799, adjustments, toPay: 699.5 }} />
    </dl>,
  )
  expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['Total', 'Discount (WELCOME)', 'To pay'])
  expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(['₹799', '-₹99.50', '₹699.50'])
})

test('an order that is paid on delivery is not called pending', () => {
  renderCard()
  expect(getPayment()).toBe('Pay on delivery')
  expect(screen.getByText('Due on delivery').nextElementSibling?.textContent).toBe('₹799')
  expect(screen.queryByText('Pending')).toBeNull()
})

test('a cancelled order that was not paid has nothing to pay', () => {
  renderCard({ orderStatus: 'Cancelled' })
  expect(getPayment()).toBe('Nothing to pay')
  expect(screen.queryByText('Due on delivery')).toBeNull()
})

test.each(['Paid', 'Refunded', 'Failed'] as const)('the payment status %s is shown as it is', (paymentStatus) => {
  renderCard({ paymentStatus })
  expect(getPayment()).toBe(paymentStatus)
})

test('the list of all orders says how each is paid', () => {
  renderCard({ kind: 'cod' })
  expect(screen.getByText('Cash on delivery', { exact: false })).toBeTruthy()
})

test.each(['Placed', 'Confirmed', 'Packed', 'Shipped', 'Delivered'])('list and timeline describe the status %s alike', (orderStatus) => {
  renderCard({ orderStatus })
  const event = { event: orderStatus, happenedAt: order.createdAt }
  render(<OrderTimeline orderStatus={orderStatus} events={[event, { ...event, event: 'Paid' }]} />)
  const current = within(screen.getByRole('listitem', { current: 'step' }))
  const [description] = current.getAllByText(/\.$/).map(({ textContent }) => textContent)
  const [ofList, ofTimeline] = screen.getAllByText(/^Step \d of 5/).map(({ textContent }) => textContent)
  expect(ofList).toBe(`${ofTimeline}: ${orderStatus}. ${description}`)
})
