import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import * as screenTexts from '#contract/kernel/texts/screen-texts.ts'
import { ApiError } from '../api/client.ts'
import { errorAnswer, fakeApi } from '../api/fake-api.ts'
import { callSignedIn } from './call-signed-in.ts'
import { PinDialog } from './pin-dialog.tsx'
import { setUser, useSession } from './session.ts'

const needsPin = () => errorAnswer({ status: 403, code: 'reauthentication_required', message: 'Please enter your PIN again to continue.' })
const rejected = (status: number, code: string, fields: object = {}) => Response.json({ code, message: code, fields }, { status })

/** A shop that wants the PIN for a refund until `reauthenticate` has answered without an error. */
function openShop(answers: (() => object)[]) {
  let hasStepUp = false
  return fakeApi({
    'POST /order/admin/:id/refund': () => (hasStepUp ? { message: 'The refund is on its way' } : needsPin()),
    'POST /users/reauthenticate': () => {
      const answer = (answers.shift() ?? (() => ({ message: 'Thank you.' })))()
      hasStepUp = !(answer instanceof Response)
      return answer
    },
  })
}

const refund = () =>
  callSignedIn('POST /order/admin/:id/refund', { params: { id: 'one' }, body: { amount: 100, refunded: 0, reason: 'Late' } })

test('a request that needs the PIN is repeated after it was entered', async () => {
  const received = openShop([() => rejected(403, 'pin_wrong', { currentPin: 'This is not your current PIN.' })])
  render(<PinDialog />)
  const reply = refund()
  await userEvent.type(await screen.findByLabelText('PIN'), '1111{Enter}')
  await screen.findByText('This is not your current PIN.')
  expect(document.activeElement).toBe(screen.getByLabelText('PIN'))
  await userEvent.clear(screen.getByLabelText('PIN'))
  await userEvent.type(screen.getByLabelText('PIN'), '1234{Enter}')
  expect((await reply).message).toBe('The refund is on its way')
  expect(received.map(({ route }) => route)).toEqual([
    'POST /order/admin/:id/refund',
    'POST /users/reauthenticate',
    'POST /users/reauthenticate',
    'POST /order/admin/:id/refund',
  ])
  expect(received[3]?.body).toEqual(received[0]?.body)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a code is asked for when the account has a second factor', async () => {
  const received = openShop([() => rejected(401, 'second_factor_required')])
  render(<PinDialog />)
  const reply = refund()
  await userEvent.type(await screen.findByLabelText('PIN'), '1234{Enter}')
  const code = await screen.findByLabelText('Code from your authenticator app')
  expect(document.activeElement).toBe(code)
  await userEvent.type(code, '123456{Enter}')
  await reply
  expect(received[2]?.body).toEqual({ currentPin: '1234', code: '123456' })
  expect(useSession.getState().ended).toBe(false)
})

test('requests at the same time share one dialog', async () => {
  const received = openShop([])
  render(<PinDialog />)
  const replies = Promise.all([refund(), refund()])
  await userEvent.type(await screen.findByLabelText('PIN'), '1234{Enter}')
  expect(await replies).toHaveLength(2)
  expect(received.filter(({ route }) => route === 'POST /users/reauthenticate')).toHaveLength(1)
})

test('closing the dialog changes nothing and says so', async () => {
  const received = openShop([])
  render(<PinDialog />)
  const failure = refund().catch((error: unknown) => error)
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
  expect(await failure).toBeInstanceOf(ApiError)
  expect(received).toHaveLength(1)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a session that has ended leads to the login screen; without an answer the dialog stays', async () => {
  openShop([() => rejected(503, 'unknown'), () => rejected(401, 'not_signed_in')])
  render(<PinDialog />)
  const failure = refund().catch((error: unknown) => error)
  await userEvent.type(await screen.findByLabelText('PIN'), '1234{Enter}')
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(screenTexts.unexpected))
  await userEvent.type(screen.getByLabelText('PIN'), '{Enter}')
  expect(await failure).toBeInstanceOf(ApiError)
  expect(useSession.getState().ended).toBe(true)
})

describe('an administrator whose session has ended', () => {
  const user = { _id: 'a1', name: 'Owner', role: 'admin', firstName: '', lastName: '', email: '', phone: '' } as const
  const ended = () => rejected(401, 'not_signed_in')

  function openEndedShop(answers: (() => object)[]) {
    let isSignedIn = false
    setUser(user)
    return fakeApi({
      'POST /order/admin/:id/refund': () => (isSignedIn ? { message: 'The refund is on its way' } : ended()),
      'POST /users/login': () => {
        const answer = (answers.shift() ?? (() => ({ user, message: 'Welcome', created: false })))()
        isSignedIn = !(answer instanceof Response)
        return answer
      },
    })
  }

  test('signs in over the open screen, and the request is repeated', async () => {
    const received = openEndedShop([() => rejected(409, 'name_taken'), () => rejected(401, 'second_factor_required')])
    render(<PinDialog />)
    const reply = refund()
    const dialog = await screen.findByRole('dialog', { name: 'Sign in again' })
    expect(dialog.textContent).toContain('Your session has ended, Owner.')
    await userEvent.type(screen.getByLabelText('PIN'), '1111{Enter}')
    await screen.findByText('This is not your current PIN.')
    await userEvent.type(screen.getByLabelText('PIN'), '{Enter}')
    await userEvent.type(await screen.findByLabelText('Code from your authenticator app'), '123456{Enter}')
    expect((await reply).message).toBe('The refund is on its way')
    expect(received.at(-2)?.body).toMatchObject({ name: 'Owner', pin: '1111', code: '123456' })
    expect(received.at(-1)?.body).toEqual(received[0]?.body)
    expect(useSession.getState()).toMatchObject({ ended: false, user: { name: 'Owner' } })
  })

  test('is led to the login screen when the dialog is left, or when there is none', async () => {
    openEndedShop([])
    const { unmount } = render(<PinDialog />)
    const failure = refund().catch((error: unknown) => error)
    await userEvent.click(await screen.findByRole('button', { name: 'Leave' }))
    expect(await failure).toBeInstanceOf(ApiError)
    expect(useSession.getState().ended).toBe(true)
    unmount()
    setUser(user)
    expect(await refund().catch((error: unknown) => error)).toBeInstanceOf(ApiError)
    expect(useSession.getState().ended).toBe(true)
  })
})
