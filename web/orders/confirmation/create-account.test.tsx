import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import * as screenTexts from '#contract/kernel/texts/screen-texts.ts'
import { errorAnswer, type FakeAnswer, fakeApi } from '../../api/fake-api.ts'
import { CreateAccount } from './create-account.tsx'

const Page = () => <CreateAccount proposedName="Asha Rao" />
const Stub = createRoutesStub([{ path: '/order-placed', Component: Page }])

function show(...answers: FakeAnswer[]) {
  const calls = fakeApi({ 'POST /users/login': () => answers.shift() ?? errorAnswer({ status: 500 }) })
  render(<Stub initialEntries={['/order-placed']} />)
  return { calls, user: userEvent.setup(), pin: screen.getByLabelText('PIN'), button: screen.getByRole('button') }
}

const created = {
  user: { _id: '1', name: 'Asha Rao', role: 'user', firstName: '', lastName: '', email: '', phone: '' },
  message: '',
  created: true,
}

test('a double click with the proposed name and a PIN opens one new account', async () => {
  const { calls, user, pin, button } = show(created)
  await user.type(pin, '4711lake')
  await user.dblClick(button)
  expect((await screen.findByRole('status')).textContent).toContain('Your account Asha Rao is ready.')
  expect(calls.filter(({ route }) => route === 'POST /users/login').map(({ body }) => body)).toMatchObject([
    { name: 'Asha Rao', pin: '4711lake', mustBeNew: true },
  ])
})

test('without a PIN nothing is sent, and the PIN gets the focus', async () => {
  const { calls, user, pin, button } = show()
  await user.click(button)
  screen.getByText(screenTexts.pinRequired)
  expect(document.activeElement).toBe(pin)
  expect(calls).toEqual([])
})

test('a name that is taken gets the focus and can be changed', async () => {
  const { user, pin, button } = show(errorAnswer({ status: 409, code: 'name_taken' }), created)
  await user.type(pin, '4711lake')
  await user.click(button)
  await screen.findByText('This username is taken. Please choose another one.')
  expect(document.activeElement).toBe(screen.getByLabelText('Username'))
  await user.keyboard(' 2')
  await user.click(button)
  await screen.findByRole('status')
})

test('without an answer what was typed stays, and can be sent again', async () => {
  const { user, pin, button } = show('offline', created)
  await user.type(pin, '4711lake')
  await user.click(button)
  expect((await screen.findByRole('alert')).textContent).not.toBe('')
  await user.click(button)
  await screen.findByRole('status')
})
