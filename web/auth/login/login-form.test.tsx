import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { errorAnswer, type FakeAnswer, fakeApi } from '../../api/fake-api.ts'
import { LoginForm } from './login-form.tsx'

const user = { _id: '1', name: 'asha', role: 'user', firstName: '', lastName: '', email: '', phone: '' }

async function openForm(answer: () => FakeAnswer | Promise<FakeAnswer>, path = '/login') {
  const calls = fakeApi({ 'POST /users/login': answer })
  const routes = [{ path: '/login', element: <LoginForm /> }, { path: '*' }]
  const router = createMemoryRouter(routes, { initialEntries: [path] })
  await act(async () => void render(<RouterProvider router={router} />))
  // The form keeps what was typed in the test before.
  for (const field of ['Username', 'PIN']) await userEvent.clear(screen.getByLabelText(field))
  return { calls, router }
}

async function fill({ pin }: { pin: string }) {
  await userEvent.type(screen.getByLabelText('Username'), 'Asha')
  await userEvent.type(screen.getByLabelText('PIN'), pin)
  await userEvent.click(screen.getByRole('button', { name: 'Sign In' }))
}

test('both fields are required, and the first empty one gets the focus', async () => {
  const { calls } = await openForm(() => 'offline')
  await userEvent.click(screen.getByRole('button', { name: 'Sign In' }))
  screen.getByText('Username is required.')
  screen.getByText('PIN is required.')
  expect(document.activeElement).toBe(screen.getByLabelText('Username'))
  await userEvent.type(screen.getByLabelText('Username'), 'Asha{Enter}')
  expect(document.activeElement).toBe(screen.getByLabelText('PIN'))
  expect(calls).toEqual([])
})

test('the button is busy while the request is pending, and the shopper is led on', async () => {
  const { promise, resolve } = Promise.withResolvers<FakeAnswer>()
  const { router } = await openForm(() => promise)
  await fill({ pin: '1234' })
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Logging in...' }).disabled).toBe(true)
  resolve({ user, message: 'Login successful', created: false })
  await waitFor(() => expect(router.state.location.pathname).toBe('/UserDashboard'))
})

test.each([
  ['/UserDashboard/cart', '/UserDashboard/cart'],
  ['//evil.example/UserDashboard', '/UserDashboard'],
])('after the address ?to=%s the shopper is led to %s', async (to, path) => {
  const { router } = await openForm(() => ({ user, message: 'Login successful', created: false }), `/login?to=${to}`)
  await fill({ pin: '1234' })
  await waitFor(() => expect(router.state.location.pathname).toBe(path))
})

test('a wrong PIN shows a dialog and an error at the form, and gives the focus back to the field', async () => {
  const message = 'Username already taken. Please try a different name.'
  await openForm(() => errorAnswer({ status: 409, code: 'name_taken', message }))
  await fill({ pin: '9999' })
  const dialog = await screen.findByRole('alertdialog', { name: 'Oops!' })
  expect(dialog.textContent).toContain(message)
  const described = (dialog.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent)
  expect(described.join(' ')).toMatch(/Registered before\? Check your PIN\.$/)
  await userEvent.click(screen.getByRole('button', { name: 'OK' }))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(screen.getByRole('alert').textContent).toContain('Registered before? Check your PIN.')
  expect(document.activeElement).toBe(screen.getByLabelText('PIN'))
})

test.each<[string, FakeAnswer, string]>([
  [
    'a short PIN of a new account',
    errorAnswer({ status: 400, code: 'pin_too_short', message: 'PIN must have at least 4 characters.' }),
    'PIN must have at least 4 characters.',
  ],
  ['a lost connection', 'offline', 'An error occurred.'],
])('%s shows the other dialog', async (_what, answer, text) => {
  await openForm(() => answer)
  await fill({ pin: '12' })
  const dialog = await screen.findByRole('alertdialog', { name: 'Error!' })
  expect(dialog.textContent).toContain(text)
  expect(dialog.textContent).not.toContain('Registered before?')
})
