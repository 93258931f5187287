import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { CodPersonEvent, CodRestriction } from '#contract/orders/cod-persons.ts'
import { errorAnswer, fakeApi } from '../../../api/fake-api.ts'
import { CodSection } from './cod-section.tsx'

const restriction: CodRestriction = {
  cod: 'advance',
  advance: 100,
  reason: 'Refused two parcels',
  setAt: '2026-11-20T10:00:00Z',
  setBy: 'owner',
  version: 7,
}

const { cod, advance, reason } = restriction
const events: CodPersonEvent[] = [
  { _id: '7', event: 'limited', before: null, after: { cod, advance, reason }, happenedAt: restriction.setAt, by: 'owner' },
]

function open(current: CodRestriction | null, answer: () => object = () => ({ message: 'Cash on delivery is limited.' })) {
  const received = fakeApi({ 'PATCH /customers/:id/cod': answer, 'DELETE /customers/:id/cod': answer })
  const onChanged = vi.fn()
  render(<CodSection id="one" restriction={current} events={[]} onChanged={onChanged} />)
  return { received, onChanged, user: userEvent.setup() }
}

test('a customer is limited with a reason', async () => {
  const { received, onChanged, user } = open(null)
  expect(screen.getByText('As for everybody.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Limit cash on delivery' }))
  await user.type(screen.getByLabelText('Reason'), 'Refused two parcels')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(received.map(({ body }) => body)).toEqual([{ cod: 'no', advance: null, reason: 'Refused two parcels', version: null }])
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
  expect(received[0]?.body).toEqual({ cod: 'advance', advance: -1, reason: 'Refused two parcels', version: 7 })
  expect(await screen.findByText('The advance is wrong.')).toBeTruthy()
})

test('what is set says why, when and by whom, and is removed', async () => {
  const { received, onChanged, user } = open(restriction, () => ({ message: 'Cash on delivery is possible again.' }))
  expect(screen.getByText('Advance only, ₹100: Refused two parcels')).toBeTruthy()
  expect(screen.getByText('Set 20 Nov 2026 by owner')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Take cash again' }))
  expect(await screen.findByText('Cash on delivery is possible again.')).toBeTruthy()
  expect(received.map(({ path }) => path)).toEqual(['/customers/one/cod?version=7'])
  expect(onChanged).toHaveBeenCalledOnce()
})

test('a failed removal says so', async () => {
  const { onChanged, user } = open(restriction, () => errorAnswer({ status: 404, code: 'not_found', message: 'Not found.' }))
  await user.click(screen.getByRole('button', { name: 'Take cash again' }))
  expect(await screen.findByText('Not found.')).toBeTruthy()
  expect(onChanged).not.toHaveBeenCalled()
})

test('what another administrator has set since is not replaced, and is loaded', async () => {
  const refuse = () => errorAnswer({ status: 409, code: 'cod_person_changed', message: 'Someone else has changed this.' })
  const { received, onChanged, user } = open(restriction, refuse)
  await user.click(screen.getByRole('button', { name: 'Change' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Someone else has changed this.')).toBeTruthy()
  expect(received[0]?.body).toMatchObject({ version: 7 })
  expect(onChanged).toHaveBeenCalledOnce()
})

test('earlier changes name the administrator', async () => {
  render(<CodSection id="one" restriction={restriction} events={events} onChanged={vi.fn()} />)
  const item = within(screen.getByText('Earlier changes').closest('details') as HTMLElement).getByRole('listitem', { hidden: true })
  expect(item.textContent).toMatch(/^Limited Advance only, ₹100: Refused two parcels.*owner$/)
})
