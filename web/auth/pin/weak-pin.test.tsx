import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { createRoutesStub } from 'react-router'
import { expect, test, vi } from 'vitest'
import { errorAnswer, fakeApi } from '../../api/fake-api.ts'
import { LoginForm } from '../login/login-form.tsx'
import { ChangePin } from './change-pin.tsx'

vi.mock('../../ui/toast.ts', () => ({ showToast: vi.fn() }))

const warning = /PIN is easy to guess/
const noChange = async () => {}
const PinForm = () => <ChangePin route="POST /users/account/pin" onChanged={noChange} />

const show = (Component: () => ReactNode) => {
  const Stub = createRoutesStub([{ path: '/', Component }])
  render(<Stub />)
  return userEvent.setup()
}

test('a new PIN that is easy to guess is named while it is typed, and saved only after a question', async () => {
  const calls = fakeApi({ 'POST /users/account/pin': () => ({ message: 'Your PIN is changed.' }) })
  const user = show(PinForm)
  await user.type(screen.getByLabelText('Current PIN'), '7294')
  await user.type(screen.getByLabelText('New PIN'), '123')
  expect(screen.queryByText(warning)).toBeNull()
  await user.type(screen.getByLabelText('New PIN'), '4')
  expect(screen.getByText(warning)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Change PIN' }))
  await user.click(screen.getByRole('button', { name: 'Go back' }))
  expect(calls).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Change PIN' }))
  await user.click(screen.getByRole('button', { name: 'Use it anyway' }))
  await waitFor(() => expect(calls.map(({ body }) => body)).toEqual([{ currentPin: '7294', newPin: '1234' }]))
  await waitFor(() => expect(screen.queryByText(warning)).toBeNull())
})

test('a new PIN that is hard to guess is saved at once', async () => {
  const calls = fakeApi({ 'POST /users/account/pin': () => ({ message: 'Your PIN is changed.' }) })
  const user = show(PinForm)
  await user.type(screen.getByLabelText('Current PIN'), '1234')
  await user.type(screen.getByLabelText('New PIN'), '8305{Enter}')
  expect(screen.queryByText(warning)).toBeNull()
  await waitFor(() => expect(calls).toHaveLength(1))
})

test('the sign-in form warns of a weak PIN, and a wrong one leads to a new one', async () => {
  const message = 'Username already taken. Please try a different name.'
  fakeApi({ 'POST /users/login': () => errorAnswer({ status: 409, code: 'username_taken', message }) })
  const user = show(LoginForm)
  await user.type(screen.getByLabelText('Username'), 'Asha')
  await user.type(screen.getByLabelText('PIN'), 'asha')
  expect(screen.getByText(/^If you are new here: this PIN is easy to guess/)).toBeTruthy()
  await user.clear(screen.getByLabelText('PIN'))
  await user.type(screen.getByLabelText('PIN'), '8305{Enter}')
  const dialog = await screen.findByRole('alertdialog', { name: 'Oops!' })
  expect(dialog.querySelector('p')?.textContent).toBe(message)
  expect(screen.getByRole('link', { name: 'Forgot your PIN?' }).getAttribute('href')).toBe('/forgot-pin')
  expect(screen.queryByText(warning)).toBeNull()
})
