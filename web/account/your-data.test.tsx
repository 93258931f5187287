import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import { fakeApi } from '../api/fake-api.ts'
import { saveJsonFile } from '../api/save-json-file.ts'
import { ConsentList } from './consent-list.tsx'
import { YourData } from './your-data.tsx'

vi.mock('../ui/toast.ts', () => ({ showToast: vi.fn() }))
vi.mock('../api/save-json-file.ts', () => ({ saveJsonFile: vi.fn() }))

function renderYourData() {
  const router = createMemoryRouter([
    { path: '/', element: <YourData /> },
    { path: '/buy', element: <h1>Shop</h1> },
  ])
  render(<RouterProvider router={router} />)
}

const pinError = () =>
  Response.json({ code: 'pin_wrong', message: 'Wrong.', fields: { currentPin: 'This is not your current PIN.' } }, { status: 403 })

test('the download needs the right PIN and is sent once', async () => {
  const answers = [pinError(), { exportedAt: '2026-11-22T10:00:00Z', data: { account: [] } }]
  const calls = fakeApi({ 'POST /users/account/data': () => answers.shift() ?? {} })
  renderYourData()
  await userEvent.click(screen.getByRole('button', { name: 'Download my data' }))
  const dialog = within(screen.getByRole('dialog'))
  const pin = dialog.getByLabelText('Your PIN')
  await userEvent.click(dialog.getByRole('button', { name: 'Download' }))
  dialog.getByText('PIN is required.')
  expect(calls).toEqual([])
  await userEvent.type(pin, '0000{Enter}')
  await dialog.findByText('This is not your current PIN.')
  expect(document.activeElement).toBe(pin)
  await userEvent.clear(pin)
  await userEvent.type(pin, '4321')
  await userEvent.dblClick(dialog.getByRole('button', { name: 'Download' }))
  expect(saveJsonFile).toHaveBeenCalledExactlyOnceWith({
    name: 'my-data-2026-11-22.json',
    contents: { exportedAt: '2026-11-22T10:00:00Z', data: { account: [] } },
  })
  expect(calls.map(({ body }) => body)).toEqual([{ currentPin: '0000' }, { currentPin: '4321' }])
})

test('the deletion keeps the dialog open without a connection, and leaves the account after success', async () => {
  const answers = ['offline' as const, { message: 'Done.', deletionDueAt: '2026-11-29T10:00:00Z' }]
  fakeApi({ 'POST /users/account/delete': () => answers.shift() ?? {} })
  renderYourData()
  await userEvent.click(screen.getByRole('button', { name: 'Delete my account' }))
  const dialog = within(screen.getByRole('dialog'))
  await userEvent.type(dialog.getByLabelText('Your PIN'), '4321{Enter}')
  expect((await dialog.findByRole('alert')).textContent).not.toBe('')
  await userEvent.click(dialog.getByRole('button', { name: 'Delete my account' }))
  await screen.findByRole('heading', { name: 'Shop' })
})

test('a switch changes with the answer of the server', async () => {
  const off = { purpose: 'messages', given: false, decidedAt: null } as const
  const answers = [
    'offline' as const,
    { message: 'Thank you.', consents: [{ ...off, given: true, decidedAt: '2026-11-22T10:00:00Z' }] },
    { message: 'Withdrawn.', consents: [{ ...off, decidedAt: '2026-11-23T10:00:00Z' }] },
  ]
  const calls = fakeApi({ 'POST /users/account/consents': () => answers.shift() ?? {} })
  render(<ConsentList consents={[off]} />)
  const messages = screen.getByRole<HTMLInputElement>('switch', { name: 'WhatsApp and SMS' })
  await userEvent.click(messages)
  expect(messages.checked).toBe(false)
  await userEvent.click(messages)
  await screen.findByText(/On since 22 November 2026/)
  expect(messages.checked).toBe(true)
  await userEvent.click(messages)
  await screen.findByText(/Withdrawn on 23 November 2026/)
  expect(calls.map(({ body }) => body)).toEqual([true, true, false].map((given) => ({ purpose: 'messages', given })))
})
