import { describe, expect, test } from 'vitest'
import type { PrintedOrder } from '#contract/orders/order-print.ts'
import { buildPickRows, describeState } from './pick-rows.ts'
import { buildPrintHref, parsePrintQuery } from './print-href.ts'

const line = { _id: 'p1', name: 'Kurta', image: '/k', quantity: 1, size: 'L', sizePosition: 2, category: 'KURTA', sku: null }
const deliveryAddress = { firstName: 'Asha', lastName: '', address: 'x', city: 'x', state: 'x', pinCode: '560001', phone: '1', email: '' }
const order = (orderStatus: PrintedOrder['orderStatus'], ...products: PrintedOrder['products']): PrintedOrder => ({
  _id: 'o',
  number: 'A',
  version: 1,
  orderStatus,
  deliveryAddress,
  products,
  totalPrice: 1,
  toCollect: 1,
  createdAt: '2026-11-20T10:00:00.000Z',
})
const categories = ['TEE', 'KURTA'].map((key) => ({ key, name: key, isHidden: false, description: '' }))

describe('pick list', () => {
  test('a product in a size is one row, with its quantity and orders', () => {
    const second = order('Packed', { ...line, quantity: 3 }, line)
    const orders = [order('Placed', line, { ...line, size: 'M', sizePosition: 1 }), { ...second, number: 'B' }]
    expect(buildPickRows({ orders, categories })).toMatchObject([
      { size: 'M', quantity: 1, orders: ['A'] },
      { size: 'L', quantity: 5, orders: ['A', 'B'] },
    ])
  })

  test('rows are sorted by category, name and size; deleted products come last', () => {
    const lines = [
      { ...line, _id: 'p4', name: 'Apron', category: null },
      line,
      { ...line, _id: 'p2', name: 'Anarkali' },
      { ...line, _id: 'p3', name: 'Zebra tee', category: 'TEE' },
    ]
    expect(buildPickRows({ orders: [order('Placed', ...lines)], categories }).map(({ name }) => name)).toEqual([
      'Zebra tee',
      'Anarkali',
      'Kurta',
      'Apron',
    ])
  })

  test('rows with a shelf come first, A2 before A10', () => {
    const shelves = ['B1', undefined, 'a10', 'A2']
    const lines = shelves.map((shelf, index) => ({ ...line, _id: `p${index}`, shelf }))
    expect(buildPickRows({ orders: [order('Placed', ...lines)], categories }).map(({ shelf }) => shelf)).toEqual([
      'A2',
      'a10',
      'B1',
      undefined,
    ])
  })

  test('cancelled and shipped orders, and those that are to be paid online, are left out', () => {
    const orders = [
      order('Cancelled', line),
      order('Shipped', line),
      order('Refused', line),
      { ...order('Placed', line), isToBePaid: true },
    ]
    expect(orders.map(describeState)).toEqual(['Cancelled', 'Shipped', 'Refused', 'Not paid'])
    expect(buildPickRows({ orders, categories })).toEqual([])
  })
})

describe('print URL', () => {
  test('it has the kind, the paper size and the orders with their versions', () => {
    const query = { kind: 'labels', size: 'a4', orders: [{ number: '7K3M-9QXT', version: 3 }, { number: 'ABCD-EFGH' }] } as const
    const href = buildPrintHref(query)
    expect(parsePrintQuery(new URL(href, 'http://shop').searchParams)).toEqual({
      ...query,
      orders: [query.orders[0], { number: 'ABCD-EFGH', version: undefined }],
    })
  })

  test('200 orders take less than 4 KB', () => {
    const orders = Array.from({ length: 200 }, () => ({ number: '7K3M-9QXT', version: 12 }))
    expect(buildPrintHref({ kind: 'pick-list', orders }).length).toBeLessThan(4_096)
  })

  test('an unknown kind or paper size becomes the default', () => {
    expect(parsePrintQuery(new URLSearchParams('kind=x&size=y'))).toEqual({ kind: 'packing-slips', size: 'a5', orders: [] })
  })
})
