import { expect, test } from 'vitest'
import { policy } from '#contract/kernel/limits/policy-numbers.ts'
import type { ShopperReturn } from '#contract/returns/returns.ts'
import { describeReturn } from './return-texts.ts'

const exchange = { toPay: 100, money: 699, heldUntil: null, isSoldOut: false, canTakeMoney: false, order: null }
const returned: ShopperReturn = {
  _id: 'r',
  number: 'A-R1',
  kind: 'exchange',
  state: 'received',
  isFault: false,
  handover: 'send',
  pickup: null,
  lines: [],
  fee: 0,
  refund: 0,
  cash: 0,
  payout: null,
  exchange,
  declineReason: null,
  canWithdraw: false,
  pictures: [],
  canAddPictures: false,
  askedAt: '2026-11-20T10:00:00.000Z',
  sendBy: null,
}
const describe = (order: { status: string } | null, toPay: number) => {
  const shown = order && { _id: 'o', number: 'B', ...order }
  return describeReturn({ returned: { ...returned, exchange: { ...exchange, toPay, order: shown } }, policies: policy })
}

test('a received exchange says where its new items are, and that its fee is to be paid', () => {
  expect(describe(null, 0)).toBe('We have checked the items. Nothing is sent for them.')
  expect(describe({ status: 'Placed' }, 100)).toContain('order B. Please pay ₹100 for the way back by the link in our email')
  for (const [status, toPay] of [
    ['Confirmed', 100],
    ['Placed', 0],
  ] as const)
    expect(describe({ status }, toPay)).toBe('We have checked the items. The new items are in order B.')
})
