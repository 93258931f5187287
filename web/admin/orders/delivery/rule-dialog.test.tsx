import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { DeliveryRule } from '#contract/delivery/delivery-rules.ts'
import { errorAnswer, fakeApi } from '../../../api/fake-api.ts'
import { RuleDialog } from './rule-dialog.tsx'

vi.mock('../../../ui/toast.ts', () => ({ showToast: vi.fn() }))

const rule: DeliveryRule = {
  _id: 'one',
  prefix: '56',
  deliver: true,
  cod: 'no',
  advance: null,
  from: 2,
  to: 4,
  charge: null,
  reason: '',
  version: 3,
  changedAt: '2026-11-23T10:00:00Z',
  changedBy: 'owner',
}

function open(edited: DeliveryRule | undefined, answer: () => object = () => ({ message: 'Saved.', rule })) {
  const received = fakeApi({ 'POST /delivery-rules': answer, 'PATCH /delivery-rules/:id': answer })
  const onSaved = vi.fn()
  render(<RuleDialog rule={edited} onSaved={onSaved} onClose={() => {}} />)
  return { received, onSaved, user: userEvent.setup() }
}

test('a rule with an advance is sent in rupees', async () => {
  const { received, onSaved, user } = open(undefined)
  await user.type(screen.getByLabelText(/^First digits/), '5600')
  await user.selectOptions(screen.getByLabelText('Cash on delivery'), 'advance')
  await user.type(screen.getByLabelText('Advance, in rupees'), '₹1,100.50')
  await user.type(screen.getByLabelText(/^Shipping charge/), '150')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(received.map(({ body }) => body)).toEqual([
    { prefix: '5600', deliver: true, cod: 'advance', advance: 1_100.5, from: null, to: null, charge: 150, reason: '' },
  ])
  expect(onSaved).toHaveBeenCalledOnce()
})

test('a rule without delivery asks for no cash and no days, and has its version', async () => {
  const { received, user } = open(rule)
  await user.selectOptions(screen.getByLabelText('Delivery'), 'no')
  expect([screen.queryByLabelText('Cash on delivery'), screen.queryByLabelText(/^Days/)]).toEqual([null, null])
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(received.map(({ body }) => body)).toEqual([
    { prefix: '56', deliver: false, cod: 'no', advance: null, from: null, to: null, charge: null, reason: '', version: 3 },
  ])
})

test('what is no number is refused at its field, which gets the focus', async () => {
  const refuse = () =>
    Response.json({ code: 'invalid_request', message: 'Please check.', fields: { to: 'Days must be whole numbers.' } }, { status: 400 })
  const { received, onSaved, user } = open(rule, refuse)
  const field = screen.getByLabelText(/^Days, to/)
  await user.clear(field)
  await user.type(field, 'x')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(received[0]?.body).toMatchObject({ from: 2, to: -1 })
  expect(await screen.findByText('Days must be whole numbers.')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText(/^Days, to/))
  expect(onSaved).not.toHaveBeenCalled()
})

test('a rule that somebody else has changed says so', async () => {
  const message = 'Someone else has changed or deleted this rule.'
  const { onSaved, user } = open(rule, () => errorAnswer({ status: 409, code: 'delivery_rule_changed', message }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect((await screen.findByRole('alert')).textContent).toBe(message)
  expect(onSaved).not.toHaveBeenCalled()
})
