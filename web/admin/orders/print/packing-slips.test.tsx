import { render } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { PrintedOrder } from '#contract/orders/order-print.ts'
import { Labels } from './labels.tsx'
import { GiftSlips, PackingSlips } from './packing-slips.tsx'

const config = vi.hoisted(() => ({
  origin: 'https://shop.example',
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

test('a packing slip has the note of the shopper, and that of a gift has no prices', () => {
  const withNote = { ...order, totalPrice: 1598, toCollect: 1598, note: 'Please call first' }
  const readText = (each: PrintedOrder) => render(<PackingSlips orders={[each]} size="a5" />).container.textContent
  expect(readText(withNote)).toMatch(/₹1,598.*Note: Please call first/)
  const gift = readText({ ...withNote, isGift: true })
  expect(gift).toContain('Note: Please call first')
  expect(gift).toContain('Gift')
  expect(gift).not.toContain('₹')
})

test('a label has the beginning of a long note and the cash to collect, also of a gift', () => {
  const gift = { ...order, toCollect: 1598, isGift: true as const, note: `Call first\n${'n'.repeat(289)}` }
  const text = render(<Labels orders={[gift]} size="4x6" />).container.textContent
  expect(text).toMatch(/₹1,598.*Note: Call first n{80,89}…/)
  expect(text).not.toContain('n'.repeat(95))
})

test('a gift slip has the note, the items and the way to an exchange, and no price, payment or phone number', () => {
  const products = [
    { _id: 'p', name: 'Kurta', image: '/images/a/800.webp', quantity: 2, size: 'M', sizePosition: 1, category: null, sku: 'K-M' },
  ]
  const address = { ...deliveryAddress, phone: '9876543210' }
  const gift = {
    ...order,
    products,
    deliveryAddress: address,
    isGift: true as const,
    note: 'Happy birthday!',
    toCollect: 799,
    totalPrice: 799,
  }
  const { container } = render(<GiftSlips orders={[gift, { ...order, _id: 'other', number: 'B' }]} size="a6" />)
  expect(container.querySelectorAll('section')).toHaveLength(1)
  expect(container.textContent).toMatch(
    /Shop.*Happy birthday!.*Kurta.*Size M · Quantity 2.*order A on https:\/\/shop\.example\/help-center/,
  )
  expect(container.querySelector('img')?.getAttribute('src')).toContain('/images/a/')
  expect(container.textContent).not.toMatch(/₹|799|9876543210|K-M|[Cc]ash|[Pp]aid/)
})

test('a selection without a gift says that it has no gift slips', () => {
  expect(render(<GiftSlips orders={[order]} size="a5" />).container.textContent).toBe('None of these orders is a gift.')
})
