import { fireEvent, render, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { errorAnswer, fakeApi } from '../../api/fake-api.ts'
import { FailedDelivery } from './failed-delivery.tsx'

const delivery = { canAnswer: true, message: null, reason: 'Door locked', attempts: 1, days: ['2026-11-30', '2026-12-01'] }
const find = 'POST /order/failed-delivery/find'
const answer = 'POST /order/failed-delivery/answer'

function open(answers: Record<string, () => unknown>) {
  const calls = fakeApi({ [find]: () => ({ delivery }), ...answers } as Parameters<typeof fakeApi>[0])
  render(<FailedDelivery access={{ token: 'a.b' }} />)
  return calls
}

test('another day, landmark and phone are sent, and what was answered is shown', async () => {
  const shown = [delivery, { ...delivery, message: 'The courier is asked to deliver it again on Mon, 30 Nov.' }]
  const calls = open({ [find]: () => ({ delivery: shown.shift() }), [answer]: () => ({ message: 'Thank you.' }) })
  expect(await screen.findByText('The courier says: Door locked')).toBeTruthy()
  fireEvent.change(screen.getByLabelText(/^Day/), { target: { value: '2026-11-30' } })
  fireEvent.change(screen.getByLabelText(/^Landmark/), { target: { value: 'Red gate' } })
  fireEvent.change(screen.getByLabelText(/^Another phone/), { target: { value: '९८७६५ ४३२१०' } })
  fireEvent.click(screen.getByRole('button', { name: 'Deliver it again' }))
  expect(await screen.findByText('The courier is asked to deliver it again on Mon, 30 Nov.')).toBeTruthy()
  expect(calls[1]?.body).toEqual({
    ...{ token: 'a.b', action: 'deliver again', deliverOn: '2026-11-30' },
    ...{ addressLine: 'Red gate', phone: '९८७६५ ४३२१०' },
  })
})

test('a parcel that is not wanted is sent back after a question', async () => {
  const calls = open({ [answer]: () => ({ message: 'Thank you.' }) })
  fireEvent.click(await screen.findByRole('button', { name: 'I do not want it' }))
  expect(calls).toHaveLength(1)
  fireEvent.click(within(screen.getByRole('alertdialog', { hidden: true })).getByText('Yes, send it back'))
  await expect.poll(() => calls[1]?.body).toEqual({ token: 'a.b', action: 'bring back' })
})

test('a wrong phone is named at its field', async () => {
  open({
    [answer]: () =>
      errorAnswer({
        status: 400,
        code: 'invalid_request',
        message: 'Please check the form.',
        fields: { phone: 'Phone must have 10 digits.' },
      }),
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Deliver it again' }))
  expect(await screen.findByText('Phone must have 10 digits.')).toBeTruthy()
})

test('a parcel that does not wait any more has a sentence and no form', async () => {
  const message = 'Your parcel is out for delivery again.'
  open({ [find]: () => ({ delivery: { ...delivery, canAnswer: false, message, reason: '' } }) })
  expect(await screen.findByText(message)).toBeTruthy()
  expect(screen.queryByRole('form')).toBeNull()
})
