import { expect, test } from 'vitest'
import { paise } from '#contract/kernel/money.ts'
import { address } from '#testing/factories.ts'
import { type PresentedRow, presentOrder } from './present.ts'

const row: PresentedRow = {
  id: 'order',
  number: '7K3M-9QXT',
  status: 'Placed',
  payment_status: 'Pending',
  total_paise: paise(79_900),
  to_pay_paise: paise(79_900),
  paid_paise: paise(0),
  refunded_paise: paise(0),
  advance_paise: paise(0),
  collect_paise: paise(79_900),
  delivery_address: address,
  flags: [],
  delivery_days: null,
  placed_at: new Date('2026-11-23T06:00:00Z'),
  shopper_note: '',
  is_gift: false,
  manual_payment: null,
  is_taken_away: false,
}

const withPinCode = (pinCode: string) => ({ delivery_address: { ...address, pinCode } })

test.each<[string, Partial<PresentedRow>, string | undefined]>([
  ['that was placed', {}, '2026-11-30'],
  ['that is with the courier', { status: 'Shipped', flags: ['value'] }, '2026-11-30'],
  ['to a PIN code with a known prefix', withPinCode('560999'), '2026-11-30'],
  ['to an unknown PIN code', withPinCode('999999'), undefined],
  ['without a PIN code', withPinCode(''), undefined],
  ['that waits for its confirmation', { flags: ['value'] }, '2026-11-30'],
  ['that waits for its payment', { flags: ['payment link'] }, undefined],
  ['that was delivered', { status: 'Delivered' }, undefined],
  ['that was cancelled', { status: 'Cancelled' }, undefined],
])('an order %s has its expected day, or none', (_, change, expectedBy) => {
  expect(presentOrder({ row: { ...row, ...change }, lines: [], adjustments: [] }).expectedBy).toBe(expectedBy)
})
