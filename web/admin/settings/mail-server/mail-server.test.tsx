import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createRoutesStub } from 'react-router'
import { expect, test, vi } from 'vitest'
import type { ShownMailServer } from '#contract/settings/mail-server.ts'
import { errorAnswer, fakeApi } from '../../../api/fake-api.ts'
import { MailServer } from './mail-server.tsx'

vi.mock('../../../ui/toast.ts', () => ({ showToast: vi.fn() }))

const none: ShownMailServer = { source: 'none', entered: null }
const entered: ShownMailServer = {
  source: 'entered',
  entered: {
    host: 'smtp.example.com',
    port: 587,
    username: 'shop@example.com',
    passwordEnd: '9876',
    enteredAt: '2026-11-27T21:05:00Z',
    isReadable: true,
  },
}
const password = 'a-password-that-ends-in-9876'

async function open(first: ShownMailServer) {
  let server = first
  const received = fakeApi({
    'GET /mail-server': () => server,
    'POST /mail-server': ({ body }) => {
      const { host } = body as { host: string }
      if (host === 'smtp..example') return errorAnswer({ status: 400, fields: { host: 'Please enter a name such as smtp.example.com' } })
      server = entered
      return { ...server, message: 'Saved.' }
    },
    'POST /mail-server/test': () => errorAnswer({ status: 409, message: 'There is no server smtp.example.com. Check its name.' }),
  })
  const Stub = createRoutesStub([{ path: '/', Component: MailServer }])
  render(<Stub initialEntries={['/']} />)
  await screen.findByRole('heading', { name: 'Mail server' })
  return received
}

async function fill(values: Readonly<Record<string, string>>) {
  const dialog = within(await screen.findByRole('dialog'))
  for (const [label, value] of Object.entries(values)) {
    const field = dialog.getByLabelText(new RegExp(`^${label}`))
    await userEvent.clear(field)
    await userEvent.type(field, value)
  }
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  return dialog
}

test('an entered password is sent once and never shown again', async () => {
  const received = await open(none)
  await userEvent.click(screen.getByRole('button', { name: 'Enter a mail server' }))
  await fill({ Server: 'smtp.example.com', 'User name': 'shop@example.com', Password: password })
  await screen.findByText(/shop@example\.com at smtp\.example\.com, port 587: .* its password ends in 9876\./)
  expect(received.filter(({ route }) => route === 'POST /mail-server').map(({ body }) => body)).toMatchObject([{ password }])
  await userEvent.click(screen.getByRole('button', { name: 'Enter another one' }))
  const field = within(await screen.findByRole('dialog')).getByLabelText(/^Password/) as HTMLInputElement
  expect([field.type, field.value, field.autocomplete]).toEqual(['password', '', 'new-password'])
  expect(document.body.innerHTML).not.toContain(password)
})

test('a wrong host is said at its field, and a server that does not answer in a sentence', async () => {
  await open(entered)
  await userEvent.click(screen.getByRole('button', { name: 'Send a test mail' }))
  await screen.findByText('There is no server smtp.example.com. Check its name.')
  await userEvent.click(screen.getByRole('button', { name: 'Enter another one' }))
  const dialog = await fill({ Server: 'smtp..example', Password: password })
  await dialog.findByText('Please enter a name such as smtp.example.com')
  expect(dialog.getByLabelText(/^Server/).getAttribute('aria-invalid')).toBe('true')
})

test.each([
  [{ ...none, source: 'environment' } as const, /Set by the server's environment \(SMTP_URL\)/],
  [none, /mails reach nobody/],
  [{ ...entered, entered: entered.entered && { ...entered.entered, isReadable: false } }, /The password cannot be read/],
])('%j is described', async (server, text) => {
  await open(server)
  screen.getByText(text)
  expect(screen.queryByRole('button', { name: 'Send a test mail' }) !== null).toBe(server.source !== 'none')
})
