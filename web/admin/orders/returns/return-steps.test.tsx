import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import type { AdminReturn } from '#contract/returns/admin-returns.ts'
import { errorAnswer, fakeApi } from '../../../api/fake-api.ts'
import { ReturnDrawer } from './return-drawer.tsx'
import { ReturnSteps } from './return-steps.tsx'

vi.mock('../../../layout/store-config.ts', () => ({ useStoreConfig: () => ({ name: 'Loom & Lane' }) }))

const returned: AdminReturn = {
  _id: 'r1',
  number: '7K3M-9QXT-R1',
  kind: 'refund',
  state: 'asked',
  isFault: false,
  handover: null,
  pickup: null,
  lines: [
    {
      ...{ line: 1, name: 'Tee', image: '', size: 'M', quantity: 2, reason: 'too small', refund: null },
      ...{ seen: null, restocked: null, refunded: null },
    },
  ],
  fee: 100,
  refund: 1_498,
  cash: 0,
  payout: null,
  declineReason: null,
  canWithdraw: true,
  pictures: [],
  canAddPictures: false,
  askedAt: '2026-11-20T10:00:00.000Z',
  sendBy: null,
  version: 3,
  note: '',
  order: { _id: 'o1', number: '7K3M-9QXT', kind: 'card', name: 'Asha Rao', phone: '9876543210' },
  isOverdue: false,
  canBookPickup: false,
  lastDay: '2026-11-27',
  isLate: false,
  amount: { goods: 1_598, fee: 100, refund: 1_498, online: 1_498, cash: 0 },
  person: { orders: 1, returns: 0, pieces: 0, worn: 0 },
  settledBy: null,
}

const user = userEvent.setup()

function renderSteps(shown: Partial<AdminReturn>) {
  const [onChange, onStale] = [vi.fn(), vi.fn()]
  render(<ReturnSteps returned={{ ...returned, ...shown }} onChange={onChange} onStale={onStale} onEdit={() => {}} />)
  return { onChange, onStale }
}

test('a return is declined with a reason', async () => {
  const calls = fakeApi({ 'POST /returns/:id/decline': () => ({ message: 'Declined', return: { ...returned, state: 'declined' } }) })
  const { onChange } = renderSteps({})
  await user.click(screen.getByRole('button', { name: 'Decline' }))
  await user.click(screen.getByRole('button', { name: 'Decline the return' }))
  screen.getByText('Reason is required.')
  await user.type(screen.getByLabelText('Why is it declined? The shopper reads this'), 'Worn.')
  await user.click(screen.getByRole('button', { name: 'Decline the return' }))
  await vi.waitFor(() => expect(onChange).toHaveBeenCalledOnce())
  expect(calls.map(({ body }) => body)).toEqual([{ reason: 'Worn.', version: 3 }])
})

test('a double click accepts once', async () => {
  const answer = Promise.withResolvers<object>()
  const calls = fakeApi({ 'POST /returns/:id/accept': () => answer.promise })
  const { onChange } = renderSteps({})
  await user.dblClick(screen.getByRole('button', { name: 'Accept: our courier picks it up' }))
  answer.resolve({ message: 'Accepted', return: { ...returned, state: 'accepted' } })
  await vi.waitFor(() => expect(onChange).toHaveBeenCalledOnce())
  expect(calls.map(({ body }) => body)).toEqual([{ handover: 'pickup', version: 3 }])
})

test('counts that do not add up are not sent', async () => {
  const calls = fakeApi({ 'POST /returns/:id/receive': () => ({ message: 'Received', return: { ...returned, state: 'received' } }) })
  const { onChange } = renderSteps({ state: 'accepted', handover: 'send' })
  const enter = async (label: string, count: string) => {
    await user.tripleClick(screen.getByLabelText(label))
    await user.keyboard(count)
  }
  await enter('New', '1')
  await user.click(screen.getByRole('button', { name: 'Received' }))
  screen.getByText('The conditions add up to 1, not to 2.')
  await enter('Missing', '1')
  await user.click(screen.getByRole('button', { name: 'Received' }))
  screen.getByText('More pieces go back to stock than were received.')
  await enter('Back in stock', '1')
  await enter('Pay back', '1')
  await user.click(screen.getByRole('button', { name: 'Received' }))
  await vi.waitFor(() => expect(onChange).toHaveBeenCalledOnce())
  const lines = [{ line: 1, seen: { new: 1, worn: 0, faulty: 0, missing: 1 }, restock: 1, refund: 1 }]
  expect(calls.map(({ body }) => body)).toEqual([{ lines, isFault: false, version: 3 }])
})

test('the amount that was seen is paid back after a confirmation, and a change reloads the return', async () => {
  const message = 'This return has changed.'
  const calls = fakeApi({ 'POST /returns/:id/settle': () => errorAnswer({ status: 409, message }) })
  const { onStale } = renderSteps({ state: 'received' })
  await user.click(screen.getByRole('button', { name: 'Pay back ₹1,498' }))
  const dialog = within(screen.getByRole('alertdialog'))
  dialog.getByText(/₹1,498 is refunded to the original payment method/)
  await user.click(dialog.getByRole('button', { name: 'Pay back' }))
  await screen.findByText(message)
  expect([calls.map(({ body }) => body), onStale.mock.calls.length]).toEqual([[{ refund: 1_498, version: 3 }], 1])
})

const exchange = { toPay: 0, money: 699, heldUntil: null, isSoldOut: false, canTakeMoney: true, order: null }

test('the shopper of a sold-out exchange is asked to take the money', async () => {
  const asked = { ...returned, kind: 'exchange' as const, exchange: { ...exchange, isSoldOut: true } }
  const calls = fakeApi({ 'POST /returns/:id/sold-out': () => ({ message: 'Asked', return: asked }) })
  const { onChange } = renderSteps({ kind: 'exchange', exchange, soldOut: 'Tee (L) is sold out.' })
  screen.getByText('Tee (L) is sold out.')
  await user.click(screen.getByRole('button', { name: 'Ask the shopper to take the money' }))
  await vi.waitFor(() => expect(onChange).toHaveBeenCalledOnce())
  expect(calls.map(({ body }) => body)).toEqual([{ version: 3 }])
})

test('a received exchange whose new items are sent is not settled by hand', () => {
  const order = { _id: 'o2', number: '8K3M-9QXT', status: 'Shipped' }
  renderSteps({ state: 'received', kind: 'exchange', exchange: { ...exchange, order } })
  expect(screen.queryByRole('button')).toBeNull()
})

const accepted = { state: 'accepted', handover: 'pickup', canBookPickup: true } as const

test('the courier books the pick-up, and its failure leaves the fields to enter one', async () => {
  const failure = 'Shiprocket does not answer. Try again later.'
  const answers = [errorAnswer({ status: 503, message: failure }), { message: 'Booked', return: { ...returned, ...accepted, version: 4 } }]
  const calls = fakeApi({ 'POST /returns/:id/book-pickup': () => answers.shift() ?? {} })
  const { onChange, onStale } = renderSteps(accepted)
  const form = within(screen.getByRole('form', { name: 'Pick-up' }))
  await user.click(form.getByRole('button', { name: 'Book the pick-up' }))
  await screen.findByText(failure)
  form.getByLabelText('Reference of the pick-up')
  await user.click(form.getByRole('button', { name: 'Book the pick-up' }))
  await vi.waitFor(() => expect(onChange).toHaveBeenCalledOnce())
  expect([calls.map(({ body }) => body), onStale.mock.calls.length]).toEqual([[{ version: 3 }, { version: 3 }], 0])
})

test('another pick-up says that the first one stays, and without a courier there is no button', () => {
  const pickup = { courier: 'Delhivery', reference: 'RET1', bookedAt: '2026-11-21T10:00:00.000Z' }
  renderSteps({ ...accepted, pickup })
  screen.getByRole('button', { name: 'Book another pick-up' })
  screen.getByText(/The earlier one is not cancelled/)
  cleanup()
  renderSteps({ ...accepted, canBookPickup: false })
  expect(screen.queryByRole('button', { name: 'Book the pick-up' })).toBeNull()
})

test('a refund that the shop did not make is answered before the return is paid back', async () => {
  const found = { _id: 'f1', amount: 1_498, foundAt: '2026-11-21T10:00:00.000Z' }
  const calls = fakeApi({
    'POST /returns/:id/found-refunds/:refundId': () => ({ message: 'Settled', return: { ...returned, state: 'settled' } }),
  })
  const { onChange } = renderSteps({ state: 'received', foundRefunds: [found] })
  expect(screen.queryByRole('button', { name: /^Pay back/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'It was the refund of this return' }))
  await user.click(screen.getByRole('button', { name: 'Settle with it' }))
  await vi.waitFor(() => expect(onChange).toHaveBeenCalledOnce())
  expect(calls).toMatchObject([{ body: { answer: 'this return', version: 3 } }])
})

test('a reason that is typed stays when somebody else has changed the return, and is sent for the change', async () => {
  const message = 'This return has changed.'
  let version = 3
  const calls = fakeApi({
    'GET /returns/:id': () => ({ ...returned, version, note: `Change ${version}` }),
    'POST /returns/:id/decline': () => errorAnswer({ status: 409, message }),
  })
  render(<ReturnDrawer id="r1" onClose={() => {}} onChange={() => {}} />, { wrapper: MemoryRouter })
  await user.click(await screen.findByRole('button', { name: 'Decline' }))
  await user.type(screen.getByLabelText('Why is it declined? The shopper reads this'), 'Worn.')
  version = 4
  await user.click(screen.getByRole('button', { name: 'Decline the return' }))
  await screen.findByText('Change 4')
  screen.getByText(message)
  await user.click(screen.getByRole('button', { name: 'Decline the return' }))
  await vi.waitFor(() => expect(calls.findLast(({ body }) => body !== null)?.body).toEqual({ reason: 'Worn.', version: 4 }))
})

async function openDrawer(shown: Partial<AdminReturn>) {
  const calls = fakeApi({
    'GET /returns/:id': () => ({ ...returned, ...shown }),
    'POST /returns/:id/decline': () => 'offline',
    'POST /returns/:id/book-pickup': () => ({ message: 'Booked', return: { ...returned, ...shown, version: 4 } }),
  })
  const onClose = vi.fn()
  render(<ReturnDrawer id="r1" onClose={onClose} onChange={() => {}} />, { wrapper: MemoryRouter })
  await screen.findByText('Asha Rao')
  const close = () => user.click(screen.getByRole('button', { name: 'Close' }))
  const expectQuestion = async () => {
    await close()
    const question = within(screen.getByRole('alertdialog', { name: 'Discard your changes?' }))
    expect(onClose).not.toHaveBeenCalled()
    await user.click(question.getByRole('button', { name: 'Go back' }))
  }
  return { calls, onClose, close, expectQuestion }
}

test('a reason that is not sent is asked for before the drawer closes, also without a connection', async () => {
  const { expectQuestion } = await openDrawer({})
  await user.click(screen.getByRole('button', { name: 'Decline' }))
  await user.type(screen.getByLabelText('Why is it declined? The shopper reads this'), 'Worn.')
  await expectQuestion()
  await user.click(screen.getByRole('button', { name: 'Decline the return' }))
  await screen.findByText(/The server did not answer/)
  await expectQuestion()
})

test('a reference or a count that is not sent is asked for before the drawer closes, and no longer when it is sent', async () => {
  const { calls, onClose, close, expectQuestion } = await openDrawer(accepted)
  await user.type(screen.getByLabelText('Reference of the pick-up'), 'RET1')
  await expectQuestion()
  await user.click(screen.getByRole('button', { name: 'The pick-up is booked' }))
  await screen.findByText('Booked')
  expect(calls.at(-1)?.body).toMatchObject({ reference: 'RET1' })
  await user.click(screen.getByRole('checkbox'))
  await expectQuestion()
  await user.click(screen.getByRole('checkbox'))
  await close()
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce())
})
