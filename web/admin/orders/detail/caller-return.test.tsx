import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { AdminOrderDetail } from '#contract/orders/admin-orders.ts'
import type { ReturnableOrder } from '#contract/returns/returns.ts'
import { fakeApi } from '../../../api/fake-api.ts'
import { CallerReturn } from './caller-return.tsx'

const user = userEvent.setup()
const order = { _id: 'id-1', number: '7K3M-9QXT', returnLink: '/o/return.1' } as AdminOrderDetail
const item = { _id: 'tee', name: 'Tee', image: '/images/tee/800.webp', quantity: 1, price: 799, size: 'M', line: 1, returnable: 1 }
const returnable: ReturnableOrder = {
  number: '7K3M-9QXT',
  orderStatus: 'Delivered',
  lastDay: '2026-11-30',
  isInTime: true,
  faultLastDay: '2028-11-22',
  isFaultInTime: true,
  fee: 100,
  isPaidOnline: true,
  lines: [{ ...item, returnRule: 'final sale' }],
  returns: [],
}
const preview = { goods: 799, fee: 100, refund: 699, isFault: false }

async function open(shown: ReturnableOrder = returnable, change: Partial<AdminOrderDetail> = {}) {
  const received = fakeApi({
    'GET /order/admin/:id/returnable': () => shown,
    'POST /order/admin/:id/returns/preview': () => preview,
    'POST /order/admin/:id/returns': () =>
      Response.json({ message: 'Return 7K3M-9QXT-R1 is accepted', return: { _id: 'r1' } }, { status: 201 }),
  })
  const onStale = vi.fn()
  render(<CallerReturn order={{ ...order, ...change }} onStale={onStale} onEdit={() => {}} />)
  if (change.returnLink !== undefined || !('returnLink' in change)) await user.click(screen.getByRole('button', { name: 'Start a return' }))
  return { received, onStale }
}

const listReasons = () => [...screen.getByLabelText<HTMLSelectElement>('Why do you return Tee?').options].map(({ text }) => text)

test('a return for a caller is accepted at once, also against the rule of an item with a reason', async () => {
  const { received, onStale } = await open()
  await user.click(await screen.findByRole('checkbox', { name: 'Return Tee, Size M' }))
  screen.getByText('Final sale: no return or exchange, unless it is faulty, wrong, late or not as shown.')
  expect(listReasons()).toEqual(['Choose the reason', 'Not as shown in the shop', 'Faulty', 'Not the item I ordered', 'Arrived late'])
  await user.click(screen.getByRole('checkbox', { name: 'Accept what the return rules exclude' }))
  await user.selectOptions(screen.getByLabelText('Why do you return Tee?'), 'Too small')
  await user.selectOptions(screen.getByLabelText('What happens next?'), 'Accept it: our courier picks the items up')
  await user.click(screen.getByRole('button', { name: 'Record and accept the return' }))
  const reason = screen.getByLabelText('Why do you accept it?')
  screen.getByText('Please write why you accept it.')
  expect(document.activeElement).toBe(reason)
  await user.type(reason, 'Not told by phone')
  await screen.findByText('₹699')
  await user.click(screen.getByRole('button', { name: 'Record and accept the return' }))
  await screen.findByText('Return 7K3M-9QXT-R1 is accepted')
  expect(received.at(-1)?.body).toEqual({
    ...{ lines: [{ line: 1, quantity: 1, reason: 'too small' }], note: '', refund: 699 },
    ...{ overruleReason: 'Not told by phone', handover: 'pickup' },
  })
  expect(onStale).toHaveBeenCalledOnce()
  expect(screen.queryByLabelText('What happens next?')).toBeNull()
})

test('without a rule the form is that of the return page, and the answer may wait', async () => {
  const { received } = await open({ ...returnable, lines: [item] })
  await user.click(await screen.findByRole('checkbox', { name: 'Return Tee, Size M' }))
  expect(screen.queryByRole('checkbox', { name: 'Accept what the return rules exclude' })).toBeNull()
  expect(listReasons()).toContain('Too small')
  await user.selectOptions(screen.getByLabelText('Why do you return Tee?'), 'Too small')
  await screen.findByText('₹699')
  await user.click(screen.getByRole('button', { name: 'Record the return' }))
  await screen.findByText('Return 7K3M-9QXT-R1 is accepted')
  expect(received.at(-1)?.body).toEqual({ lines: [{ line: 1, quantity: 1, reason: 'too small' }], note: '', refund: 699 })
})

test('an order that is not delivered has no form', async () => {
  await open(returnable, { returnLink: undefined } as Partial<AdminOrderDetail>)
  expect(screen.queryByRole('button')).toBeNull()
})
