import { expect, test, vi } from 'vitest'
import { retention } from '#contract/kernel/limits/retention.ts'
import { closePlacedOrder, forgetPlacedOrders, readPlacedOrders, rememberPlacedOrder } from './placed-orders.ts'

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
const items = [{ _id: 'tee', name: 'Tee', image: '/images/tee/800.webp', quantity: 2, price: 799, size: 'M' as const }]

const remember = (number: string, createdAt = new Date().toISOString()) =>
  rememberPlacedOrder({ order: { number, createdAt, products: items, totalPrice: 1598 }, deliveryAddress })

const getNumbers = () => readPlacedOrders().map(({ number }) => number)

test('the newest orders are remembered, each once', () => {
  for (const number of ['1', '2', '3', '4', '5', '6', '6']) remember(number)
  expect(getNumbers()).toEqual(['6', '5', '4', '3', '2'])
  expect(readPlacedOrders()[0]).toMatchObject({ isOpen: true, total: 1598, phone: '9876543210', items: [{ name: 'Tee', size: 'M' }] })
  expect(readPlacedOrders()[0]?.addressLines).toEqual(['Asha Rao', '12 Lake Road', 'Bengaluru 560001', 'Karnataka'])
})

test('the sum of an order with a discount or a fee is what is to be paid', () => {
  const order = { number: '1', createdAt: new Date().toISOString(), products: items, totalPrice: 1598, toPay: 1498 }
  rememberPlacedOrder({ order, deliveryAddress })
  expect(readPlacedOrders()[0]?.total).toBe(1498)
})

test('an item keeps when it leaves and whether it comes back; what is stored otherwise is left out', () => {
  const shown = { dispatchDays: 13, availableFrom: '2026-12-12', returnRule: 'final sale' as const }
  const order = { number: '1', createdAt: new Date().toISOString(), products: [{ ...items[0], ...shown }, ...items], totalPrice: 1598 }
  rememberPlacedOrder({ order: order as Parameters<typeof rememberPlacedOrder>[0]['order'], deliveryAddress })
  const [ahead, usual] = readPlacedOrders()[0]?.items ?? []
  expect(ahead).toMatchObject(shown)
  expect(usual).not.toHaveProperty('dispatchDays')
  const [stored] = JSON.parse(localStorage.getItem('placedOrders') ?? '[]')
  const changed = { ...stored, items: [{ ...stored.items[0], dispatchDays: 'soon', availableFrom: 'soon' }] }
  localStorage.setItem('placedOrders', JSON.stringify([changed]))
  expect(readPlacedOrders()[0]?.items[0]).not.toHaveProperty('availableFrom')
  expect(readPlacedOrders()[0]?.items[0]).not.toHaveProperty('dispatchDays')
})

test('a closed order is still listed, a removed one is gone from storage', () => {
  remember('1')
  closePlacedOrder()
  expect(readPlacedOrders()).toMatchObject([{ number: '1', isOpen: false }])
  forgetPlacedOrders()
  expect(readPlacedOrders()).toEqual([])
  expect(localStorage).toHaveLength(0)
})

test('an old order is forgotten', () => {
  remember('1')
  vi.useFakeTimers({ now: Date.now() + (retention.placedOrderDays + 1) * 86_400_000 })
  expect(readPlacedOrders()).toEqual([])
  vi.useRealTimers()
})

test.each(['{', '"text"', '[{"number":1},null,7]', '[{"number":"1","createdAt":"soon","items":[],"total":1}]', '{"number":"1"}'])(
  'the invalid stored value %s is ignored',
  (stored) => {
    localStorage.setItem('placedOrders', stored)
    expect(readPlacedOrders()).toEqual([])
    remember('2')
    expect(getNumbers()).toEqual(['2'])
  },
)

test('invalid parts of a stored order are dropped', () => {
  remember('1')
  const [stored] = JSON.parse(localStorage.getItem('placedOrders') ?? '')
  const changed = { ...stored, addressLines: [7, 'Road'], phone: 9, items: [...stored.items, { name: 'x' }, null] }
  localStorage.setItem('placedOrders', JSON.stringify([changed]))
  expect(readPlacedOrders()).toMatchObject([{ number: '1', addressLines: ['Road'], phone: '', items: [{ name: 'Tee' }] }])
})
