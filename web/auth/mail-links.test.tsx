import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { errorAnswer, type FakeAnswer, fakeApi } from '../api/fake-api.ts'
import ForgotPin from './pin/forgot-pin.tsx'
import ResetPin from './pin/reset-pin.tsx'
import VerifyEmail from './verify-email.tsx'

async function show(element: React.ReactNode) {
  await act(async () => void render(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />))
}

const target = { name: 'Asha', email: 'asha@example.com' }
const loaderData = { token: 'the-token', target, error: undefined }
const ended = { token: 'x', target: undefined, error: 'This link does not work any more.' }

const showVerification = (data: object = loaderData) =>
  show(<VerifyEmail {...({ loaderData: data } as Parameters<typeof VerifyEmail>[0])} />)
const showReset = (data: object = loaderData) => show(<ResetPin {...({ loaderData: data } as Parameters<typeof ResetPin>[0])} />)

test('opening the link of an address sends nothing; a double click confirms once', async () => {
  const reply = Promise.withResolvers<object>()
  const calls = fakeApi({ 'POST /users/email': () => reply.promise })
  await showVerification()
  screen.getByText('asha@example.com')
  expect(calls).toEqual([])
  await userEvent.dblClick(screen.getByRole('button', { name: 'Yes, this is my address' }))
  reply.resolve({ message: 'Done.' })
  const focused = await screen.findByRole('heading', { name: 'Your email address is verified' })
  await waitFor(() => expect(document.activeElement).toBe(focused))
  expect(calls.map(({ body }) => body)).toEqual([{ token: 'the-token' }])
})

test('a confirmation that failed can be repeated', async () => {
  const answers: FakeAnswer[] = ['offline', { message: 'Done.' }]
  fakeApi({ 'POST /users/email': () => answers.shift() ?? errorAnswer({ status: 500 }) })
  await showVerification()
  const button = screen.getByRole('button', { name: 'Yes, this is my address' })
  await userEvent.click(button)
  expect((await screen.findByRole('alert')).textContent).not.toBe('')
  expect(document.activeElement).toBe(button)
  await userEvent.click(button)
  await screen.findByRole('heading', { name: 'Your email address is verified' })
})

test('links that have ended say so and lead on', async () => {
  await showVerification(ended)
  screen.getByText('This link does not work any more.')
  screen.getByRole('link', { name: 'Open my account' })
  await showReset(ended)
  screen.getByRole('link', { name: 'Ask for a new link' })
})

test('a forgotten PIN: the page says the same for every name, and asks for one', async () => {
  const reply = Promise.withResolvers<object>()
  const calls = fakeApi({ 'POST /users/forgot-pin': () => reply.promise })
  await show(<ForgotPin />)
  const field = screen.getByLabelText('Username or email')
  await userEvent.click(screen.getByRole('button', { name: 'Send the link' }))
  expect(document.activeElement).toBe(field)
  screen.getByText('Enter your username or your email.')
  await userEvent.type(field, ' Asha ')
  await userEvent.dblClick(screen.getByRole('button', { name: 'Send the link' }))
  reply.resolve({ message: 'Sent.' })
  const focused = await screen.findByRole('heading', { name: 'Check your email' })
  await waitFor(() => expect(document.activeElement).toBe(focused))
  expect(calls.map(({ body }) => body)).toEqual([{ nameOrEmail: 'Asha' }])
  screen.getByText(/has a verified email address, we have sent a link/)
})

test('too many requests for a forgotten PIN are shown, and what was typed stays', async () => {
  fakeApi({ 'POST /users/forgot-pin': () => errorAnswer({ status: 429, code: 'too_many_requests', message: 'Too many tries.' }) })
  await show(<ForgotPin />)
  await userEvent.type(screen.getByLabelText('Username or email'), 'Asha{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe('Too many tries.')
  expect(screen.getByLabelText('Username or email')).toHaveProperty('value', 'Asha')
})

async function typePins(newPin: string, repeatedPin: string) {
  for (const [label, pin] of [
    ['New PIN', newPin],
    ['New PIN again', repeatedPin],
  ] as const) {
    const field = screen.getByLabelText(label)
    await userEvent.clear(field)
    if (pin) await userEvent.type(field, pin)
  }
}

const changePin = () => screen.getByRole('button', { name: 'Change PIN' })

test('a new PIN is typed twice and sent once', async () => {
  const reply = Promise.withResolvers<object>()
  const calls = fakeApi({ 'POST /users/reset-pin': () => reply.promise })
  await showReset()
  screen.getByText('Asha')
  await userEvent.click(changePin())
  expect(document.activeElement).toBe(screen.getByLabelText('New PIN'))
  await typePins('7294', '7249')
  await userEvent.click(changePin())
  screen.getByText('This is not the same PIN.')
  expect(calls).toEqual([])
  await typePins('7294', '7294')
  await userEvent.dblClick(changePin())
  reply.resolve({ message: 'All devices have been signed out.' })
  const focused = await screen.findByRole('heading', { name: 'Your PIN is changed' })
  await waitFor(() => expect(document.activeElement).toBe(focused))
  expect(calls.map(({ body }) => body)).toEqual([{ token: 'the-token', newPin: '7294' }])
})

test('a new PIN that is easy to guess is sent only after a question', async () => {
  const calls = fakeApi({ 'POST /users/reset-pin': () => ({ message: 'All devices have been signed out.' }) })
  await showReset()
  await typePins('asha', 'asha')
  screen.getByText(/^This PIN is easy to guess/)
  await userEvent.click(changePin())
  await screen.findByRole('alertdialog', { name: 'Use this PIN?' })
  expect(calls).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Use it anyway' }))
  await screen.findByRole('heading', { name: 'Your PIN is changed' })
  expect(calls.map(({ body }) => body)).toEqual([{ token: 'the-token', newPin: 'asha' }])
})

test('a rejected PIN and a link that has ended meanwhile are shown', async () => {
  const answers = [
    Response.json({ code: 'pin_too_short', message: 'Too short.', fields: { newPin: 'Too short.' } }, { status: 400 }),
    errorAnswer({ status: 410, code: 'account_link_invalid', message: 'This link does not work any more.' }),
  ]
  fakeApi({ 'POST /users/reset-pin': () => answers.shift() ?? 'offline' })
  await showReset()
  await typePins('123', '123')
  await userEvent.click(changePin())
  await screen.findByText('Too short.')
  expect(document.activeElement).toBe(screen.getByLabelText('New PIN'))
  await typePins('7294', '7294')
  await userEvent.click(changePin())
  await screen.findByText('This link does not work any more.')
})
