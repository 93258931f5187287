import { render } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { PackingSlips } from './packing-slips.tsx'

const config = vi.hoisted(() => ({
  storeName: 'Shop',
  storeAddress: 'Pune',
  storeEmail: 'a@b.example',
  storePhone: '1',
  gstin: null as string | null,
}))
vi.mock('../../../layout/store-config.ts', () => ({ useStoreConfig: () => config }))

const deliveryAddress = { firstName: 'Asha', lastName: '', address: 'x', city: 'x', state: 'x', pinCode: '560001', phone: '1', email: '' }
const order = {
  _id: 'o',
  number: 'A',
  version: 1,
  orderStatus: 'Placed' as const,
  deliveryAddress,
  products: [],
  totalPrice: 1,
  toCollect: 1,
  createdAt: '2026-11-20T10:00:00.000Z',
}
const print = () => render(<PackingSlips orders={[order]} size="a5" />).container.textContent

test('a packing slip has the GSTIN of the shop, and says that it is no tax invoice', () => {
  expect(print()).not.toContain('GSTIN')
  config.gstin = '27AAPFU0939F1ZV'
  expect(print()).toContain('GSTIN 27AAPFU0939F1ZV · This is not a tax invoice.')
})

test('a packing slip of an order with an advance names what is paid, so that its sums agree', () => {
  const withAdvance = { ...order, totalPrice: 1598, toCollect: 1498 }
  const print = (each: typeof order) => render(<PackingSlips orders={[each]} size="a5" />).container.textContent
  expect(print(withAdvance)).toContain('Total ₹1,598 · Paid ₹100')
  for (const toCollect of [1598, 0]) expect(print({ ...withAdvance, toCollect })).not.toContain('Paid')
})

test('a packing slip of an exchange says so, with nothing to collect or to pay', () => {
  const adjustments = [{ kind: 'discount' as const, source: 'exchange' as const, labelCode: 'exchange', amount: -1 }]
  const exchange = { ...order, isExchange: true, toCollect: 0, adjustments, toPay: 0 }
  const text = render(<PackingSlips orders={[exchange]} size="a5" />).container.textContent
  expect(text).toContain('Exchange: collect nothing')
  expect(text).toContain('Total ₹1 · Exchanged -₹1 · To pay ₹0')
})
