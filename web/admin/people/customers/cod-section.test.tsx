import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { CodRestriction } from '#contract/orders/cod-persons.ts'
import { errorAnswer, fakeApi } from '../../../api/fake-api.ts'
import { CodSection } from './cod-section.tsx'

const restriction: CodRestriction = {
  cod: 'advance',
  advance: 100,
  reason: 'Refused two parcels',
  setAt: '2026-11-20T10:00:00Z',
  setBy: 'owner',
}

function open(current: CodRestriction | null, answer: () => object = () => ({ message: 'Cash on delivery is limited.' })) {
  const received = fakeApi({ 'PATCH /customers/:id/cod': answer, 'DELETE /customers/:id/cod': answer })
  const onChanged = vi.fn()
  render(<CodSection id="one" restriction={current} onChanged={onChanged} />)
  return { received, onChanged, user: userEvent.setup() }
}

test('a customer is limited with a reason', async () => {
  const { received, onChanged, user } = open(null)
  expect(screen.getByText('As for everybody.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Limit cash on delivery' }))
  await user.type(screen.getByLabelText('Reason'), 'Refused two parcels')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(received.map(({ body }) => body)).toEqual([{ cod: 'no', advance: null, reason: 'Refused two parcels' }])
  expect(await screen.findByText('Cash on delivery is limited.')).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(onChanged).toHaveBeenCalledOnce()
})

test('an advance that is no amount is refused at its field', async () => {
  const refuse = () =>
    Response.json({ code: 'invalid_request', message: 'Please check.', fields: { advance: 'The advance is wrong.' } }, { status: 400 })
  const { received, user } = open(restriction, refuse)
  await user.click(screen.getByRole('button', { name: 'Change' }))
  await user.clear(screen.getByLabelText('Advance, in rupees'))
  await user.type(screen.getByLabelText('Advance, in rupees'), 'some')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(received[0]?.body).toEqual({ cod: 'advance', advance: -1, reason: 'Refused two parcels' })
  expect(await screen.findByText('The advance is wrong.')).toBeTruthy()
})

test('what is set says why, when and by whom, and is removed', async () => {
  const { onChanged, user } = open(restriction, () => ({ message: 'Cash on delivery is possible again.' }))
  expect(screen.getByText('Advance only, ₹100: Refused two parcels')).toBeTruthy()
  expect(screen.getByText('Set 20 Nov 2026 by owner')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Take cash again' }))
  expect(await screen.findByText('Cash on delivery is possible again.')).toBeTruthy()
  expect(onChanged).toHaveBeenCalledOnce()
})

test('a failed removal says so', async () => {
  const { onChanged, user } = open(restriction, () => errorAnswer({ status: 404, code: 'not_found', message: 'Not found.' }))
  await user.click(screen.getByRole('button', { name: 'Take cash again' }))
  expect(await screen.findByText('Not found.')).toBeTruthy()
  expect(onChanged).not.toHaveBeenCalled()
})
