import { render, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import type { AdminOrder } from '#contract/orders/admin-orders.ts'
import { orderColumns } from './order-columns.tsx'

vi.mock('../../../layout/store-config.ts', () => ({
  useStoreConfig: () => ({ storeName: 'Asha', whatsapp: { number: '9812345678', hours: '' } }),
}))

const order: AdminOrder = {
  _id: 'o1',
  number: '7K3M-9QXT',
  userDetails: { name: 'Asha Rao', email: 'asha@example.com' },
  products: [],
  totalPrice: 6_000,
  amountPaid: 0,
  cashOndelivery: 6_000,
  paymentStatus: 'Pending',
  orderStatus: 'Placed',
  createdAt: '2026-11-02T10:00:00.000Z',
  kind: 'guest',
  phone: '9876543210',
  city: 'Bengaluru',
  flags: ['value'],
  isUnanswered: false,
  cancelsAt: null,
  isLikelyDuplicate: false,
  addressIncomplete: false,
}

test('items and sizes are beside the number where the list has no column for them', () => {
  const product = { _id: 't', name: 'Tee', image: '', quantity: 2, price: 500, size: 'M' }
  const column = orderColumns.find(({ head }) => head === 'Order')
  const { container } = render(<MemoryRouter>{column?.cell({ ...order, products: [product] })}</MemoryRouter>)
  expect(container.querySelector('.lg\\:hidden')?.textContent).toBe('2 × Tee M')
})

test('an order whose item has not come says on which day it leaves', () => {
  const column = orderColumns.find(({ head }) => head === 'Order')
  const describe = (availableFrom: string, orderStatus = 'Confirmed') => {
    const products = [
      { _id: 't', name: 'Tee', image: '', quantity: 2, price: 500, size: 'M' },
      { _id: 'c', name: 'Coat', image: '', quantity: 1, price: 900, size: 'M', availableFrom },
    ]
    const { container } = render(<MemoryRouter>{column?.cell({ ...order, orderStatus, products })}</MemoryRouter>)
    return container.textContent
  }
  expect(describe('2099-12-12')).toContain('Pre-order 12 Dec')
  expect(describe('2026-11-12')).not.toContain('Pre-order')
  expect(describe('2099-12-12', 'Shipped')).not.toContain('Pre-order')
})

const describeStatus = (change: Partial<AdminOrder>) => {
  const column = orderColumns.find(({ head }) => head === 'Status')
  return render(<div>{column?.cell({ ...order, ...change })}</div>).container.textContent
}

test('an unusual order is to be confirmed, and says when its shopper did not answer', () => {
  expect(describeStatus({})).toContain('To confirm')
  expect(describeStatus({ isUnanswered: true })).toContain('No answer')
  expect(describeStatus({ isUnanswered: true })).not.toContain('To confirm')
  expect(describeStatus({ isUnanswered: true, orderStatus: 'Confirmed' })).not.toContain('No answer')
})

test('an order whose address is incomplete says so', () => {
  expect(describeStatus({})).not.toContain('Address incomplete')
  expect(describeStatus({ addressIncomplete: true })).toContain('Address incomplete')
})

test('the total of an exchange is its fee', () => {
  const column = orderColumns.find(({ head }) => head === 'Total')
  expect(column?.cell(order)).toBe('₹6,000')
  expect(column?.cell({ ...order, kind: 'exchange', toPay: 100 })).toBe('₹100')
})

test('what is left of a payment after refunds is beside what was paid', () => {
  const column = orderColumns.find(({ head }) => head === 'Paid')
  const describePaid = (change: Partial<AdminOrder>) => render(<div>{column?.cell({ ...order, ...change })}</div>).container.textContent
  expect(describePaid({ amountPaid: 5_988, amountRefunded: 2_994 })).toBe('₹5,988₹2,994 after refunds')
  expect(describePaid({ amountPaid: 5_988, amountRefunded: 0 })).toBe('₹5,988')
})

test('a message to the customer has the page of the order, and is left out for a phone that is no mobile', () => {
  const column = orderColumns.find(({ head }) => head === 'Status')
  const findMessage = (change: Partial<AdminOrder>) => {
    const { container } = render(<div>{column?.cell({ ...order, ...change })}</div>)
    const link = within(container).queryByRole<HTMLAnchorElement>('link', { name: 'WhatsApp about order 7K3M-9QXT' })
    return link && [new URL(link.href).pathname, new URL(link.href).searchParams.get('text'), link.target, link.rel]
  }
  const messageLink = '/o/t'
  expect(findMessage({ messageLink })).toEqual([
    '/919876543210',
    `Hello Asha Rao, please confirm your order 7K3M-9QXT at Asha (₹6,000) here: ${location.origin}${messageLink}`,
    '_blank',
    'noopener noreferrer',
  ])
  expect(findMessage({ messageLink, phone: '022 2345 6789' })).toBeNull()
  expect(findMessage({})).toBeNull()
})
