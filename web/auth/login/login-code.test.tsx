import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { errorAnswer, fakeApi } from '../../api/fake-api.ts'
import { LoginForm } from './login-form.tsx'

const digitsRequired = () => errorAnswer({ status: 401, code: 'phone_digits_required', message: 'Enter the last four digits.' })
const required = () => errorAnswer({ status: 401, code: 'email_code_required', message: 'Enter the code.' })

async function signIn({ answer = required, label = 'Code from our email' } = {}) {
  const calls = fakeApi({ 'POST /users/login': answer })
  await act(async () => void render(<RouterProvider router={createMemoryRouter([{ path: '/', element: <LoginForm /> }])} />))
  // The form keeps what was typed in the test before.
  for (const field of ['Username', 'PIN']) await userEvent.clear(screen.getByLabelText(field))
  await userEvent.type(screen.getByLabelText('Username'), 'Asha')
  await userEvent.type(screen.getByLabelText('PIN'), '1234{Enter}')
  await screen.findByLabelText(label)
  return calls
}

const readCodes = (calls: Awaited<ReturnType<typeof signIn>>) => calls.map(({ body }) => (body as { code?: string }).code)

test('a new device asks for the code of the mail and can ask for a new one', async () => {
  const calls = await signIn()
  expect(document.activeElement).toBe(screen.getByLabelText('Code from our email'))
  await userEvent.click(screen.getByRole('button', { name: 'Sign In' }))
  screen.getByText('Enter the code.')
  expect(calls).toHaveLength(1)
  await userEvent.type(screen.getByLabelText('Code from our email'), '123456{Enter}')
  await userEvent.click(screen.getByRole('button', { name: 'Send a new code' }))
  expect(readCodes(calls)).toEqual([undefined, '123456', undefined])
})

test('another name does not ask for the code of the first', async () => {
  await signIn()
  await userEvent.type(screen.getByLabelText('Username'), ' Rao')
  expect(screen.queryByLabelText('Code from our email')).toBeNull()
})

test('a common PIN on a new device asks for the last four digits of the phone, keeps what was typed, and sends them', async () => {
  const label = 'Last four digits of your phone number'
  const calls = await signIn({ answer: digitsRequired, label })
  expect(document.activeElement).toBe(screen.getByLabelText(label))
  expect([screen.getByLabelText('Username'), screen.getByLabelText('PIN')]).toMatchObject([{ value: 'Asha' }, { value: '1234' }])
  screen.getByText(/^The phone number of your last order\./)
  await userEvent.click(screen.getByRole('button', { name: 'Sign In' }))
  screen.getByText('Enter the last four digits.')
  expect(document.activeElement).toBe(screen.getByLabelText(label))
  await userEvent.type(screen.getByLabelText(label), '3210{Enter}')
  expect(calls.map(({ body }) => body)).toMatchObject([
    { name: 'Asha', pin: '1234' },
    { name: 'Asha', pin: '1234', phoneDigits: '3210' },
  ])
  await userEvent.type(screen.getByLabelText('Username'), ' Rao')
  expect(screen.queryByLabelText(label)).toBeNull()
})

test('wrong digits are marked and stay in the field', async () => {
  const fields = { phoneDigits: 'These are not the last four digits.' }
  let count = 0
  const answer = () => Response.json({ code: 'phone_digits_required', message: 'x', ...(count++ > 0 && { fields }) }, { status: 401 })
  const label = 'Last four digits of your phone number'
  await signIn({ answer, label })
  await userEvent.type(screen.getByLabelText(label), '1111{Enter}')
  await screen.findByText('These are not the last four digits.')
  expect(screen.getByLabelText(label)).toMatchObject({ value: '1111' })
  expect(screen.getByLabelText(label).getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(screen.getByLabelText(label))
})
