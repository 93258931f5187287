import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { errorAnswer, fakeApi } from '../../api/fake-api.ts'
import { LoginForm } from './login-form.tsx'

const required = () => errorAnswer({ status: 401, code: 'email_code_required', message: 'Enter the code.' })

async function signIn() {
  const calls = fakeApi({ 'POST /users/login': required })
  await act(async () => void render(<RouterProvider router={createMemoryRouter([{ path: '/', element: <LoginForm /> }])} />))
  await userEvent.type(screen.getByLabelText('Username'), 'Asha')
  await userEvent.type(screen.getByLabelText('PIN'), '1234{Enter}')
  await screen.findByLabelText('Code from our email')
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
