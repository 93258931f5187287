import { expect, test } from 'vitest'
import { listTotalRows } from './adjustments.ts'

test('an offer that is called exchange is a discount, and an exchange is named by its source', () => {
  const discount = { kind: 'discount', labelCode: 'exchange', amount: -100 } as const
  const fee = { kind: 'fee', source: 'exchange_fee', labelCode: 'exchange_fee', amount: 50 } as const
  const list = (adjustments: Parameters<typeof listTotalRows>[0]['adjustments']) =>
    listTotalRows({ totalPrice: 100, adjustments, toPay: 0 }).map(({ label }) => label)
  expect(list([discount])).toEqual(['Total', 'Discount (exchange)', 'To pay'])
  expect(list([{ ...discount, source: 'exchange' }, fee])).toEqual(['Total', 'Exchanged', 'Way back of the exchange', 'To pay'])
})
