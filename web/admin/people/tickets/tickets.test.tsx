import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import type { AdminTicketDetail } from '#contract/contact/tickets.ts'
import { errorAnswer, fakeApi } from '../../../api/fake-api.ts'
import { Table } from '../../kit/table.tsx'
import { buildTicketColumns } from './ticket-columns.tsx'
import { TicketDrawer } from './ticket-drawer.tsx'

const ticket: AdminTicketDetail = {
  _id: 't1',
  number: 'T-1000',
  kind: 'complaint',
  state: 'open',
  name: 'Asha',
  email: 'asha@example.com',
  phone: '',
  orderNumber: '7K3M-9QXT',
  message: 'Where is my tee?',
  createdAt: '2026-11-20T10:00:00Z',
  nextDueAt: '2026-11-22T10:00:00Z',
  settledAt: null,
  isReplyWaiting: false,
  acknowledgeBy: '2026-11-22T10:00:00Z',
  dueAt: '2026-12-20T10:00:00Z',
  acknowledgedAt: null,
  acknowledgedBy: null,
  settledBy: null,
  isAccount: false,
  order: { _id: 'o1', isOfWriter: false },
  replies: [],
  version: 1,
}
const acknowledged: AdminTicketDetail = {
  ...ticket,
  ...{ state: 'acknowledged', acknowledgedAt: '2026-11-21T10:00:00Z', acknowledgedBy: 'meera', nextDueAt: ticket.dueAt, version: 2 },
}

const renderInRouter = (element: React.ReactNode) => render(<MemoryRouter>{element}</MemoryRouter>)

/** The drawer of a ticket. jsdom has no dialogs, so its content is hidden. */
function openDrawer() {
  const [onClose, onChanged] = [vi.fn(), vi.fn()]
  renderInRouter(<TicketDrawer id="t1" onClose={onClose} onChange={onChanged} />)
  const button = (name: string) => screen.findByRole('button', { name, hidden: true })
  return { onClose, onChanged, button }
}

test('the list says what is due, overdue and settled', () => {
  const now = Date.parse('2026-11-22T12:00:00Z')
  const rows = [
    ticket,
    { ...acknowledged, _id: 't2', name: '', isReplyWaiting: true },
    { ...ticket, _id: 't3', nextDueAt: '2026-11-22T16:30:00Z' },
    { ...ticket, _id: 't4', state: 'settled' as const, nextDueAt: null, settledAt: '2026-11-21T10:00:00Z' },
  ]
  const columns = buildTicketColumns(now)
  renderInRouter(<Table label="Tickets" columns={columns} rows={rows} getKey={({ _id }) => _id} />)
  const texts = screen.getAllByRole('row').map(({ textContent }) => textContent)
  expect(texts[1]).toMatch(/Asha.*Read by 22 Nov, 15:30Overdue$/)
  expect(texts[2]).toMatch(/New reply.*asha@example.com.*Settle by 20 Dec, 15:30in 27 days$/)
  expect(texts[3]).toMatch(/in 5 hours$/)
  expect(texts[4]).toMatch(/Settled 21 Nov 2026$/)
})

test('an answer is sent once for two clicks, and shown in the thread', async () => {
  const answered = { ...acknowledged, replies: [{ by: 'shop' as const, text: 'On its way.', at: '2026-11-21T10:00:00Z', author: 'meera' }] }
  const { promise, resolve } = Promise.withResolvers<object>()
  const calls = fakeApi({ 'GET /tickets/:id': () => ticket, 'POST /tickets/:id/replies': () => promise })
  const { onChanged, button } = openDrawer()
  const send = await button('Send the answer')
  await userEvent.click(send)
  await userEvent.type(screen.getByLabelText('Your answer'), 'On its way.')
  await userEvent.dblClick(send)
  resolve({ message: 'The answer is on its way.', ticket: answered })
  await screen.findByText('The answer is on its way.')
  expect(calls.map(({ route, body }) => [route, body])).toEqual([
    ['GET /tickets/:id', null],
    ['POST /tickets/:id/replies', { version: 1, text: 'On its way.' }],
  ])
  expect(onChanged).toHaveBeenCalledOnce()
  expect(screen.getByLabelText<HTMLTextAreaElement>('Your answer').value).toBe('')
  const [, reply] = within(screen.getByRole('region', { name: 'Messages', hidden: true })).getAllByRole('listitem', { hidden: true })
  expect(reply?.textContent).toMatch(/^meera.*On its way.$/)
  expect(screen.queryByRole('button', { name: 'Acknowledge', hidden: true })).toBeNull()
})

test('a stale ticket is loaded again, and the answer stays in the field', async () => {
  const versions = [
    ticket,
    { ...ticket, version: 2, replies: [{ by: 'shopper' as const, text: 'Cancel it.', at: ticket.createdAt, author: null }] },
  ]
  const answers = [errorAnswer({ status: 409, message: 'This ticket has changed.' }), { message: 'Sent.', ticket: acknowledged }]
  const calls = fakeApi({ 'GET /tickets/:id': () => versions.shift() ?? ticket, 'POST /tickets/:id/replies': () => answers.shift() ?? {} })
  const { button } = openDrawer()
  const send = await button('Send the answer')
  await userEvent.type(screen.getByLabelText('Your answer'), 'Hello')
  await userEvent.click(send)
  await screen.findByText('This ticket has changed.')
  await screen.findByText('Cancel it.')
  expect(screen.getByLabelText<HTMLTextAreaElement>('Your answer').value).toBe('Hello')
  await userEvent.click(send)
  await screen.findByText('Sent.')
  expect(calls.map(({ body }) => body)).toEqual([null, { version: 1, text: 'Hello' }, null, { version: 2, text: 'Hello' }])
})

test('a ticket is acknowledged and settled, but not while an answer is written', async () => {
  const settled = { ...acknowledged, state: 'settled' as const, settledAt: '2026-11-22T10:00:00Z', nextDueAt: null, version: 3 }
  const calls = fakeApi({
    'GET /tickets/:id': () => ticket,
    'POST /tickets/:id/acknowledge': () => ({ message: 'The ticket is acknowledged.', ticket: acknowledged }),
    'POST /tickets/:id/settle': () => ({ message: 'The ticket is settled.', ticket: settled }),
  })
  const { button } = openDrawer()
  await userEvent.click(await button('Acknowledge'))
  await screen.findByText('The ticket is acknowledged.')
  const field = screen.getByLabelText('Your answer')
  await userEvent.type(field, 'Hello')
  await userEvent.click(await button('Settle'))
  screen.getByText('Send the answer before you settle the ticket.')
  await userEvent.clear(field)
  await userEvent.click(await button('Settle'))
  await screen.findByText('The ticket is settled.')
  expect(calls.map(({ route, body }) => [route, body])).toEqual([
    ['GET /tickets/:id', null],
    ['POST /tickets/:id/acknowledge', { version: 1 }],
    ['POST /tickets/:id/settle', { version: 2 }],
  ])
  expect(screen.queryByRole('button', { name: 'Settle', hidden: true })).toBeNull()
})

test('a written answer is not dropped without a question', async () => {
  fakeApi({ 'GET /tickets/:id': () => ticket })
  const { onClose, button } = openDrawer()
  await button('Send the answer')
  await userEvent.type(screen.getByLabelText('Your answer'), 'Hello')
  await userEvent.click(await button('Close'))
  await screen.findByText('Discard your changes?')
  expect(onClose).not.toHaveBeenCalled()
})

test('a request about data leads to its screen, and one without an email address cannot be answered', async () => {
  fakeApi({ 'GET /tickets/:id': () => ({ ...acknowledged, kind: 'data', email: '', phone: '9876543210', order: null }) })
  openDrawer()
  const link = await screen.findByRole('link', { name: 'Answer it, and mark it as done there', hidden: true })
  expect(link.getAttribute('href')).toBe('/AdminDashboardWrapper/data-requests?q=T-1000')
  screen.getByText('There is no email address to answer to.')
  for (const name of ['Settle', 'Send the answer', 'Acknowledge']) expect(screen.queryByRole('button', { name, hidden: true })).toBeNull()
})

test('an order of somebody else is named as such', async () => {
  fakeApi({ 'GET /tickets/:id': () => ticket })
  openDrawer()
  await screen.findByText('The order has another email address.')
  expect(screen.getByRole('link', { name: '7K3M-9QXT', hidden: true }).getAttribute('href')).toBe(
    '/AdminDashboardWrapper/OrderDetail?open=o1',
  )
})
