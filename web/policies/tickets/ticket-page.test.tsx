import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import type { TicketThread } from '#contract/contact/tickets.ts'
import { errorAnswer, fakeApi } from '../../api/fake-api.ts'
import TicketPage from './ticket-page.tsx'

const thread: TicketThread = {
  number: 'T-1000',
  kind: 'complaint',
  state: 'open',
  orderNumber: '',
  message: 'Where is my tee?',
  createdAt: '2026-11-20T10:00:00Z',
  acknowledgeBy: '2026-11-22T10:00:00Z',
  dueAt: '2026-12-20T10:00:00Z',
  acknowledgedAt: null,
  settledAt: null,
  replies: [],
  canReply: true,
}
const access = { number: 'T-1000', email: 'asha@example.com' }

function openPage(path: string) {
  const Stub = createRoutesStub([
    { path: '/ticket', Component: TicketPage },
    { path: '/UserDashboard/ticket', Component: TicketPage },
  ])
  render(<Stub initialEntries={[path]} />)
}

async function find() {
  openPage('/ticket?number=T-1000')
  await userEvent.type(await screen.findByLabelText('Email'), access.email)
  await userEvent.click(screen.getByRole('button', { name: 'Find message' }))
}

test('a message is found by its number and email address, and a reply is sent once for two clicks', async () => {
  const { promise, resolve } = Promise.withResolvers<object>()
  const calls = fakeApi({ 'POST /tickets/find': () => thread, 'POST /tickets/reply': () => promise })
  await find()
  expect(document.activeElement).toBe(await screen.findByRole('heading', { name: 'Received' }))
  screen.getByText(/^We read it by 22 Nov, 3:30 pm, and settle it by 20 December 2026\.$/)
  await userEvent.click(screen.getByRole('button', { name: 'Send reply' }))
  await screen.findByText('Please write us a message.')
  await userEvent.type(screen.getByLabelText('Your reply'), 'It is red.')
  await userEvent.dblClick(screen.getByRole('button', { name: 'Send reply' }))
  resolve({ message: 'Thank you.', ticket: { ...thread, replies: [{ by: 'shopper', text: 'It is red.', at: '2026-11-21T10:00:00Z' }] } })
  await screen.findByText('Thank you.')
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Where is my tee?'),
    expect.stringContaining('It is red.'),
  ])
  expect(screen.getByLabelText<HTMLTextAreaElement>('Your reply').value).toBe('')
  expect(calls.map(({ body }) => body)).toEqual([access, { ...access, text: 'It is red.' }])
})

test('a wrong number or address says so in the form', async () => {
  fakeApi({ 'POST /tickets/find': () => errorAnswer({ status: 404, code: 'ticket_not_found', message: 'No message matches.' }) })
  await find()
  await screen.findByText('No message matches.')
})

test('a reply whose answer was lost is sent again under the same key, and its text stays', async () => {
  const answers = ['offline' as const, { message: 'Thank you.', ticket: thread }]
  const calls = fakeApi({ 'POST /tickets/find': () => thread, 'POST /tickets/reply': () => answers.shift() ?? {} })
  await find()
  await userEvent.type(await screen.findByLabelText('Your reply'), 'It is red.')
  const send = screen.getByRole('button', { name: 'Send reply' })
  await userEvent.click(send)
  await screen.findByText(/will not be sent twice/)
  expect(screen.getByLabelText<HTMLTextAreaElement>('Your reply').value).toBe('It is red.')
  await userEvent.click(send)
  await screen.findByText('Thank you.')
  const [first, second] = calls.filter(({ route }) => route === 'POST /tickets/reply').map(({ headers }) => headers['idempotency-key'])
  expect([typeof first, second]).toEqual(['string', first])
})

test('a signed-in shopper’s message opens at once, and a guest’s waits for the address', async () => {
  const calls = fakeApi({ 'POST /tickets/find': () => thread })
  openPage('/UserDashboard/ticket?number=T-1000')
  await screen.findByText('Where is my tee?')
  expect(calls.map(({ body }) => body)).toEqual([{ number: 'T-1000' }])
  openPage('/ticket?number=T-1001')
  await screen.findByDisplayValue('T-1001')
  expect(calls).toHaveLength(1)
})

test('a settled message is opened again by a reply, and a request about data is not', async () => {
  const settled: TicketThread = { ...thread, state: 'settled', settledAt: '2026-11-21T10:00:00Z' }
  const answers = [settled, { ...settled, kind: 'data' as const, canReply: false }]
  fakeApi({ 'POST /tickets/find': () => answers.shift() ?? {} })
  await find()
  await screen.findByText('Not settled for you? Your reply opens it again.')
  await userEvent.click(screen.getByRole('button', { name: 'Find message' }))
  await screen.findByText(/^This request is done/)
  expect(screen.queryByLabelText('Your reply')).toBeNull()
})
