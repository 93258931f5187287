import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { DataRequest } from '#contract/accounts/privacy.ts'
import { errorAnswer, fakeApi } from '../../../api/fake-api.ts'
import { saveJsonFile } from '../../../api/save-json-file.ts'
import { Table } from '../../kit/table.tsx'
import { AddRequest } from './add-request.tsx'
import { CloseRequest } from './close-request.tsx'
import { GuestData } from './guest-data.tsx'
import { buildRequestColumns } from './request-columns.tsx'

vi.mock('../../../ui/toast.ts', () => ({ showToast: vi.fn() }))
vi.mock('../../../api/save-json-file.ts', () => ({ saveJsonFile: vi.fn() }))

const request: DataRequest = {
  _id: 'r1',
  kind: 'access',
  name: 'Ravi',
  email: 'ravi@example.com',
  phone: '',
  orderNumber: '',
  details: '',
  isByHand: true,
  requestedAt: '2026-11-01T10:00:00Z',
  dueAt: '2026-11-20T10:00:00Z',
  closedAt: null,
  closedBy: null,
  note: null,
}

const now = Date.parse('2026-11-22T10:00:00Z')

test('shows what is overdue, due and done', async () => {
  const closed = { closedAt: '2026-11-21T10:00:00Z', closedBy: 'meera', note: 'Sent by email.' }
  const rows = [
    request,
    { ...request, _id: 'r2', dueAt: '2026-11-24T09:00:00Z', isByHand: false, name: '' },
    { ...request, _id: 'r3', ...closed },
  ]
  const onDone = vi.fn()
  render(<Table label="Requests" columns={buildRequestColumns({ now, onDone })} rows={rows} getKey={({ _id }) => _id} />)
  const [overdue, due, done] = screen.getAllByRole('row').slice(1)
  expect(overdue?.textContent).toMatch(/Ravi.*Overdue.*Done/)
  expect(due?.textContent).toMatch(/Deleted account.*in 2 days$/)
  expect(done?.textContent).toMatch(/Sent by email.*Done 21 Nov 2026meera$/)
  await userEvent.click(screen.getByRole('button', { name: 'Mark as done: Copy of the data, Ravi' }))
  expect(onDone).toHaveBeenCalledExactlyOnceWith(request)
})

test('a request is added once, after its fields are corrected', async () => {
  const fields = { email: 'Enter an email or a phone number.' }
  const answers = [Response.json({ code: 'invalid_request', message: 'Check.', fields }, { status: 400 }), { message: 'Added.' }]
  const calls = fakeApi({ 'POST /users/data-requests': () => answers.shift() ?? {} })
  const onAdded = vi.fn(() => cleanup())
  render(<AddRequest onAdded={onAdded} onClose={vi.fn()} />)
  const add = screen.getByRole('button', { name: 'Add the request' })
  await userEvent.click(add)
  await screen.findByText('Enter an email or a phone number.')
  expect(document.activeElement).toBe(screen.getByLabelText('Email'))
  await userEvent.type(screen.getByLabelText('Email'), 'ravi@example.com')
  await userEvent.dblClick(add)
  expect(onAdded).toHaveBeenCalledOnce()
  expect(calls.map(({ body }) => (body as { email: string }).email)).toEqual(['', 'ravi@example.com'])
})

test('a request needs a note to be done, and may be closed by somebody else', async () => {
  const answers = [errorAnswer({ status: 409, message: 'This request was closed.' }), { message: 'Done.' }]
  const calls = fakeApi({ 'POST /users/data-requests/:id/close': () => answers.shift() ?? {} })
  const [onDone, onStale] = [vi.fn(), vi.fn()]
  render(<CloseRequest request={request} onDone={onDone} onStale={onStale} onClose={vi.fn()} />)
  const done = screen.getByRole('button', { name: 'Mark as done' })
  await userEvent.click(done)
  screen.getByText('Note is required.')
  await userEvent.type(screen.getByLabelText('How was it answered?'), 'Sent.')
  await userEvent.click(done)
  await screen.findByText('This request was closed.')
  await userEvent.click(done)
  expect([onStale, onDone].map(({ mock }) => mock.calls.length)).toEqual([1, 1])
  expect(calls.map(({ path, body }) => [path, body])).toEqual(calls.map(() => ['/users/data-requests/r1/close', { note: 'Sent.' }]))
})

test('the orders of a guest are downloaded', async () => {
  const contents = { exportedAt: '2026-11-22T10:00:00Z', data: { orders: [{}] } }
  const calls = fakeApi({ 'POST /users/guest-data': () => contents })
  const onClose = vi.fn()
  render(<GuestData onClose={onClose} />)
  await userEvent.type(screen.getByLabelText('Phone'), '9876543210')
  await userEvent.click(screen.getByRole('button', { name: 'Download' }))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(saveJsonFile).toHaveBeenCalledExactlyOnceWith({ name: 'guest-data-2026-11-22.json', contents })
  expect(calls.map(({ body }) => body)).toEqual([{ email: '', phone: '9876543210' }])
})
