import { act, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ComponentProps } from 'react'
import { expect, test, vi } from 'vitest'
import { errorAnswer, fakeApi } from '../api/fake-api.ts'
import { EmailSettings } from './email-settings.tsx'

type Props = Partial<ComponentProps<typeof EmailSettings>>

function show(props: Props = {}) {
  const onChanged = vi.fn(async () => {})
  const shown = (more: Props) => (
    <EmailSettings email={null} unverifiedEmail={null} asksEmailCode={false} onChanged={onChanged} {...props} {...more} />
  )
  const { rerender } = render(shown({}))
  return { onChanged, update: (more: Props) => rerender(shown(more)) }
}

const click = (name: string) => userEvent.click(screen.getByRole('button', { name }))

test('without an address, a link is sent once to the one that is typed', async () => {
  const reply = Promise.withResolvers<object>()
  const calls = fakeApi({ 'POST /users/account/email': () => reply.promise })
  const { onChanged, update } = show()
  await click('Send a link')
  expect(document.activeElement).toBe(screen.getByLabelText('Email'))
  screen.getByText('PIN is required.')
  expect(calls).toEqual([])
  await userEvent.type(screen.getByLabelText('Email'), ' asha@example.com ')
  await userEvent.type(screen.getByLabelText('Your PIN'), '1234')
  await userEvent.dblClick(screen.getByRole('button', { name: 'Send a link' }))
  expect(calls.map(({ body }) => body)).toEqual([{ email: 'asha@example.com', currentPin: '1234' }])
  await act(async () => reply.resolve({ message: 'We have sent a link.' }))
  expect(onChanged).toHaveBeenCalledOnce()
  update({ unverifiedEmail: 'asha@example.com' })
  expect(document.activeElement?.textContent).toContain('We have sent a link to asha@example.com')
})

test.each([
  [
    Response.json({ code: 'pin_wrong', message: 'Wrong.', fields: { currentPin: 'This is not your current PIN.' } }, { status: 403 }),
    'This is not your current PIN.',
  ],
  [errorAnswer({ status: 429, code: 'too_many_requests', message: 'Too many tries.' }), 'Too many tries.'],
  ['offline' as const, /./],
])('a rejected request is shown, and what was typed stays', async (answer, text) => {
  fakeApi({ 'POST /users/account/email': () => answer })
  show()
  await userEvent.type(screen.getByLabelText('Email'), 'asha@example.com')
  await userEvent.type(screen.getByLabelText('Your PIN'), '1234{Enter}')
  const form = screen.getByRole('form')
  await within(form).findAllByText(text)
  expect(screen.getByLabelText('Email')).toHaveProperty('value', 'asha@example.com')
})

test('a verified address can be changed, and going back keeps it', async () => {
  show({ email: 'asha@example.com' })
  screen.getByText('Verified')
  expect(screen.queryByLabelText('Email')).toBeNull()
  await click('Change email')
  screen.getByLabelText('Email')
  await click('Go back')
  expect(screen.queryByLabelText('Email')).toBeNull()
})

test.each([
  [{ email: 'asha@example.com' }, 'Remove email', 'Remove email', 'POST /users/account/email/remove', { currentPin: '1234' }],
  [
    { email: 'asha@example.com' },
    'Switch on codes on new devices',
    'Switch on',
    'POST /users/account/email/code',
    { isOn: true, currentPin: '1234' },
  ],
  [
    { email: 'asha@example.com', asksEmailCode: true },
    'Switch off codes on new devices',
    'Switch off',
    'POST /users/account/email/code',
    { isOn: false, currentPin: '1234' },
  ],
] as const)('with %j: %s asks for the PIN', async (props, button, action, call, body) => {
  const calls = fakeApi({ [call]: () => ({ message: 'Done.' }) })
  const { onChanged } = show(props)
  await click(button)
  const dialog = within(screen.getByRole('dialog'))
  await userEvent.type(dialog.getByLabelText('Your PIN'), '1234')
  await userEvent.dblClick(dialog.getByRole('button', { name: action }))
  expect(calls.map((sent) => sent.body)).toEqual([body])
  expect(onChanged).toHaveBeenCalledOnce()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('an address that another tab has removed is told in the dialog', async () => {
  fakeApi({
    'POST /users/account/email/code': () =>
      errorAnswer({ status: 409, code: 'email_missing', message: 'This account has no verified email address.' }),
  })
  const { onChanged } = show({ email: 'asha@example.com' })
  await click('Switch on codes on new devices')
  const dialog = within(screen.getByRole('dialog'))
  await userEvent.type(dialog.getByLabelText('Your PIN'), '1234{Enter}')
  await dialog.findByText('This account has no verified email address.')
  await userEvent.click(dialog.getByRole('button', { name: 'Go back' }))
  expect(onChanged).toHaveBeenCalledOnce()
})
