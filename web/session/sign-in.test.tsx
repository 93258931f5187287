import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createRoutesStub } from 'react-router'
import { expect, test, vi } from 'vitest'
import * as screenTexts from '#contract/kernel/texts/screen-texts.ts'
import { LoginForm } from '../auth/login/login-form.tsx'
import { signIn } from './sign-in.ts'
import { solveChallenge } from './solve-challenge.ts'

vi.mock('./solve-challenge.ts', () => ({ solveChallenge: vi.fn() }))

const message = 'There were many sign-in attempts lately.'
const challenge = { parameters: { nonce: '00' }, signature: 'signed' }
const user = { _id: '1', name: 'asha', role: 'user', firstName: '', lastName: '', email: '', phone: '' }

/** A server that asks for so many challenges. Returns the solutions that it got. */
function serveSignIn({ challenges }: { challenges: number }): (string | undefined)[] {
  const solutions: (string | undefined)[] = []
  vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => {
    solutions.push(JSON.parse(body).solution)
    const isLimited = solutions.length <= challenges
    return isLimited
      ? Response.json({ error: message, message, code: 'challenge_required', challenge }, { status: 429 })
      : Response.json({ user, message: 'Login successful', created: false })
  })
  return solutions
}

test('the form says what it does while it solves a challenge, and sends the solution', async () => {
  const { promise, resolve } = Promise.withResolvers<string>()
  vi.mocked(solveChallenge).mockReturnValueOnce(promise)
  const solutions = serveSignIn({ challenges: 1 })
  const Stub = createRoutesStub([{ path: '/', Component: LoginForm }])
  render(<Stub />)
  await userEvent.type(screen.getByLabelText('Username'), 'asha')
  await userEvent.type(screen.getByLabelText('PIN'), '1234')
  await userEvent.click(screen.getByText('Sign In'))
  expect(await screen.findByText('Checking your browser…')).toBeTruthy()
  resolve('the solution')
  await waitFor(() => expect(solutions).toEqual([undefined, 'the solution']))
  await screen.findByText(screenTexts.loginSuccessful)
})

test.each([
  ['the browser cannot solve a challenge', () => vi.mocked(solveChallenge).mockRejectedValueOnce(new Error('no secure context')), 1],
  ['the server asks again and again', () => vi.mocked(solveChallenge).mockResolvedValue('late'), 4],
])('the error of the server is thrown when %s', async (_what, prepare, requests) => {
  prepare()
  const solutions = serveSignIn({ challenges: 9 })
  await expect(signIn({ body: { name: 'asha', pin: '1234' }, onChallenge: () => {} })).rejects.toThrow(message)
  expect(solutions).toHaveLength(requests)
})
