import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { Payout } from '#contract/payouts/payouts.ts'
import { errorAnswer, fakeApi } from '../../../api/fake-api.ts'
import { PayPayout } from './payout-columns.tsx'

vi.mock('../../../ui/toast.ts', () => ({ showToast: vi.fn() }))

const payout: Payout = {
  _id: 'p1',
  returnId: 'r1',
  number: '7K3M-9QXT-R1',
  order: { _id: 'o1', number: '7K3M-9QXT', name: 'Asha Rao', phone: '9876543210' },
  amount: 699,
  details: { method: 'upi', upiId: 'asha.rao@okbank' },
  detailsLink: '/o/t',
  settledAt: '2026-11-20T10:00:00.000Z',
  reference: null,
  paidAt: null,
  paidBy: null,
  version: 2,
}

const user = userEvent.setup()

function renderDialog(shown: Partial<Payout> = {}) {
  const [onPaid, onStale] = [vi.fn(), vi.fn()]
  render(<PayPayout payout={{ ...payout, ...shown }} onPaid={onPaid} onStale={onStale} onClose={vi.fn()} />)
  return { onPaid, onStale }
}

test('the reference of the bank is sent once, with the version that was seen', async () => {
  const answer = Promise.withResolvers<object>()
  const calls = fakeApi({ 'POST /payouts/:id/pay': () => answer.promise })
  const { onPaid } = renderDialog()
  screen.getByText('asha.rao@okbank')
  await user.type(screen.getByLabelText('Reference of the bank (UTR)'), 'UTR 1')
  await user.dblClick(screen.getByRole('button', { name: 'Record the payment' }))
  answer.resolve({ message: 'Recorded' })
  await vi.waitFor(() => expect(onPaid).toHaveBeenCalledOnce())
  expect(calls.map(({ body }) => body)).toEqual([{ reference: 'UTR 1', version: 2 }])
})

test('changed details reload the list, and a missing reference is marked', async () => {
  const fields = { reference: 'Reference is required.' }
  const answers = [
    Response.json({ code: 'invalid_request', message: 'Check.', fields }, { status: 400 }),
    errorAnswer({ status: 409, message: 'It has changed.' }),
  ]
  fakeApi({ 'POST /payouts/:id/pay': () => answers.shift() ?? {} })
  const { onPaid, onStale } = renderDialog()
  const record = () => user.click(screen.getByRole('button', { name: 'Record the payment' }))
  await record()
  await screen.findByText('Reference is required.')
  await user.type(screen.getByLabelText('Reference of the bank (UTR)'), 'UTR 1')
  await record()
  await screen.findByText('It has changed.')
  expect([onStale.mock.calls.length, onPaid.mock.calls.length]).toEqual([1, 0])
})

test('a refund whose details are missing says so', () => {
  renderDialog({ details: null })
  screen.getByText('The shopper has not said where to transfer it.')
})
