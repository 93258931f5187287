import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider, useLoaderData } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import type { User } from '#contract/accounts/users.ts'
import type { CallReply } from '#contract/contract.ts'
import type { DeskOrder, DeskView, TransitionResult } from '#contract/orders/order-desk.ts'
import { errorAnswer, fakeApi } from '../../../api/fake-api.ts'
import { useSession } from '../../../session/session.ts'
import { parsePrintQuery } from '../print/print-href.ts'
import { DeskList } from './desk-list.tsx'

const buildOrder = (id: number): DeskOrder => ({
  _id: `id-${id}`,
  number: `ORDER-${id}`,
  userDetails: { name: 'Asha Rao', email: '' },
  products: [],
  totalPrice: 500,
  amountPaid: 0,
  cashOndelivery: 500,
  paymentStatus: 'Pending',
  orderStatus: 'Placed',
  createdAt: '2026-11-02T10:00:00.000Z',
  kind: 'guest',
  phone: '9876543210',
  city: 'Bengaluru',
  flags: [],
  isUnanswered: false,
  cancelsAt: null,
  isLikelyDuplicate: false,
  addressIncomplete: false,
  version: 1,
  transitions: id === 3 ? ['Cancelled'] : ['Confirmed', 'Cancelled'],
  isLate: false,
  problems: [],
})

const counts: Record<DeskView, number> = {
  new: 3,
  'to-pack': 0,
  'pre-orders': 0,
  packed: 0,
  shipped: 0,
  late: 0,
  'booking-problems': 0,
  'coming-back': 0,
  problems: 0,
  all: 9,
}
const list: CallReply<'GET /order/admin/desk'> = { orders: [1, 2, 3].map(buildOrder), total: 3, page: 1, totalPages: 1, counts }

const answer = ({ _id }: { _id: string }, change: Partial<TransitionResult> = {}): TransitionResult => ({
  _id,
  number: _id.replace('id-', 'ORDER-'),
  result: 'moved',
  message: 'The order is now Confirmed',
  orderStatus: 'Confirmed',
  version: 2,
  ...change,
})
const answerAll = (change: Partial<TransitionResult> = {}) => {
  return ({ body }: { body: unknown }) => {
    const { orders } = body as { orders: { _id: string }[] }
    return { message: '', answers: orders.map((order) => answer(order, change)), undoSeconds: 15 }
  }
}

const loader = vi.fn(() => ({ list: list as typeof list | undefined, error: undefined as string | undefined }))

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  // jsdom has no <search>.
  Object.defineProperty(HTMLUnknownElement.prototype, Symbol.toStringTag, { value: 'HTMLElement', configurable: true })
  loader.mockReset()
  loader.mockImplementation(() => ({ list, error: undefined }))
  return () => vi.useRealTimers()
})

function Screen() {
  const { list, error } = useLoaderData<ReturnType<typeof loader>>()
  return (
    <main>
      <DeskList query={{ view: 'new', q: undefined, page: 1, rows: 50 }} list={list} error={error} />
    </main>
  )
}

async function openDesk() {
  const router = createMemoryRouter([{ path: '/', loader, element: <Screen />, hydrateFallbackElement: <></> }])
  await act(async () => void render(<RouterProvider router={router} />))
  await screen.findByText('ORDER-1')
}

const click = (element: HTMLElement) => act(async () => void fireEvent.click(element))
const press = (key: string, more = {}) => act(async () => void fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more }))
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
const box = (number: number) => screen.getByRole<HTMLInputElement>('checkbox', { name: `Select order ORDER-${number}` })
const button = (name: string | RegExp) => screen.getByRole('button', { name })

test('a transition sends the selected orders that allow it, shows the answers and can be undone', async () => {
  const received = fakeApi({
    'POST /order/admin/moves': ({ body }) => {
      const [first, second] = (body as { orders: [{ _id: string }, { _id: string }] }).orders
      const changed = answer(second, { result: 'changed', message: 'This order has changed.', orderStatus: 'Cancelled' })
      return { message: '', answers: [answer(first), changed], undoSeconds: 15 }
    },
    'POST /order/admin/moves/undo': answerAll({ orderStatus: 'Placed' }),
  })
  await openDesk()
  await click(screen.getByRole('checkbox', { name: 'Select all orders of this page' }))
  button('Cancel 3')
  const confirm = button('Confirm 2')
  await act(async () => {
    fireEvent.click(confirm)
    fireEvent.click(confirm)
  })
  await screen.findByText('1 order is now Confirmed.')
  expect(received.map(({ body }) => body)).toEqual([
    {
      to: 'Confirmed',
      orders: [
        { _id: 'id-1', version: 1 },
        { _id: 'id-2', version: 1 },
      ],
    },
  ])
  screen.getByText('This order has changed. It is Cancelled now.')
  expect([box(1).checked, box(2).checked, box(3).checked]).toEqual([false, false, true])
  await click(button(/^Undo/))
  await screen.findByText('1 order undone.')
  expect(received[1]).toMatchObject({ route: 'POST /order/admin/moves/undo', body: { orders: [{ _id: 'id-1', version: 2 }] } })
})

test('paid orders are not cancelled together by somebody who may not refund them', async () => {
  const before = useSession.getState()
  useSession.setState({ user: { role: 'admin', rights: ['orders'] } as unknown as User })
  const paid = { ...buildOrder(1), amountPaid: 500 }
  loader.mockImplementation(() => ({ list: { ...list, orders: [paid, buildOrder(2)] }, error: undefined }))
  await openDesk()
  await click(box(1))
  expect(screen.queryByRole('button', { name: /^Cancel/ })).toBeNull()
  await click(box(2))
  button('Cancel 1')
  button('Confirm 2')
  await act(async () => useSession.setState(before, true))
  button('Cancel 2')
})

test('orders to be looked at are named, and not confirmed with the others unless they are selected', async () => {
  const reasons = [{}, { flags: ['value' as const], isLikelyDuplicate: true }, { isLikelyDuplicate: true }]
  const transitions = ['Confirmed' as const, 'Cancelled' as const]
  const orders = [1, 2, 3].map((id, index) => ({ ...buildOrder(id), ...reasons[index], transitions }))
  loader.mockImplementation(() => ({ list: { ...list, orders }, error: undefined }))
  const received = fakeApi({ 'POST /order/admin/moves': answerAll() })
  await openDesk()
  await click(screen.getByRole('checkbox', { name: 'Select all orders of this page' }))
  await click(button('Confirm 3'))
  const dialog = within(screen.getByRole('dialog', { name: 'Confirm 3 orders?' }))
  dialog.getByText('2 orders need a look and are left out, unless you select them.')
  dialog.getByRole('checkbox', { name: 'ORDER-2 Asha Rao, ₹500 Value over ₹5,000, Likely duplicate' })
  expect(received).toEqual([])
  await click(dialog.getByRole('checkbox', { name: 'ORDER-3 Asha Rao, ₹500 Likely duplicate' }))
  await click(dialog.getByRole('button', { name: 'Confirm 2 orders' }))
  await screen.findByText('2 orders are now Confirmed.')
  expect(received.map(({ body }) => (body as { orders: { _id: string }[] }).orders.map(({ _id }) => _id))).toEqual([['id-1', 'id-3']])
  expect(box(2).checked).toBe(true)
})

test('the undo is offered until the first mail may be sent', async () => {
  fakeApi({ 'POST /order/admin/moves': answerAll() })
  await openDesk()
  await click(box(1))
  await click(button('Confirm 1'))
  await screen.findByText('1 order is now Confirmed.')
  await pass(14_000)
  button(/^Undo/).focus()
  await pass(2_000)
  expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull()
  expect(document.activeElement?.textContent).toBe('1 order is now Confirmed.')
})

test('a whole view is sent in parts of 200, and the rest after a lost connection', async () => {
  const all = Array.from({ length: 450 }, (_, index) => buildOrder(index + 1)).map((order) => ({ ...order, transitions: ['Confirmed'] }))
  let isOffline = false
  const sent: number[] = []
  const received = fakeApi({
    'GET /order/admin/desk/selection': () => ({ orders: all }),
    'POST /order/admin/moves': (call) => {
      const { orders } = call.body as { orders: [] }
      sent.push(orders.length)
      isOffline = sent.length === 2 || sent.length === 3
      return isOffline ? 'offline' : answerAll()(call)
    },
  })
  loader.mockImplementation(() => ({ list: { ...list, total: 450 }, error: undefined }))
  await openDesk()
  await click(screen.getByRole('checkbox', { name: 'Select all orders of this page' }))
  await click(button('Select all 450 of this view'))
  await click(button('Confirm 449'))
  await screen.findByText(/249 orders without an answer/)
  await click(button('Continue'))
  await screen.findByText('449 orders are now Confirmed.')
  expect(sent, 'a request without an answer is repeated once').toEqual([200, 200, 200, 200, 49])
  const moved = received.filter(({ route }) => route === 'POST /order/admin/moves').map(({ body }) => JSON.stringify(body))
  expect(moved[1]).toBe(moved[2])
})

test('more than 200 selected orders are printed in parts, also with the key', async () => {
  const all = Array.from({ length: 450 }, (_, index) => buildOrder(index + 1))
  fakeApi({ 'GET /order/admin/desk/selection': () => ({ orders: all }) })
  loader.mockImplementation(() => ({ list: { ...list, total: 450 }, error: undefined }))
  const openWindow = vi.spyOn(window, 'open').mockReturnValue(null)
  await openDesk()
  await click(screen.getByRole('checkbox', { name: 'Select all orders of this page' }))
  screen.getByRole('link', { name: 'Print' })
  await click(button('Select all 450 of this view'))
  await press('p')
  expect(openWindow).not.toHaveBeenCalled()
  const dialog = within(screen.getByRole('dialog', { name: 'Print 450 orders' }))
  const parts = dialog.getAllByRole<HTMLAnchorElement>('link')
  expect(parts.map(({ textContent }) => textContent)).toEqual(['Orders 1 to 200', 'Orders 201 to 400', 'Orders 401 to 450'])
  const numbers = parts.flatMap(({ href }) => parsePrintQuery(new URL(href).searchParams).orders.map(({ number }) => number))
  expect(numbers).toEqual(all.map(({ number }) => number))
  await click(dialog.getByRole('button', { name: 'Close' }))
  await click(button('Print'))
  screen.getByRole('dialog', { name: 'Print 450 orders' })
})

test('a cancellation asks first, and a rejected request moves nothing', async () => {
  const received = fakeApi({
    'POST /order/admin/moves': () => errorAnswer({ status: 429, code: 'too_many_requests', message: 'Too many requests.' }),
  })
  await openDesk()
  await click(box(3))
  expect(screen.queryByRole('button', { name: /Confirm/ })).toBeNull()
  await click(button('Cancel 1'))
  expect(received).toEqual([])
  await click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Mark as cancelled' }))
  await screen.findByText(/Too many requests/)
  expect([received.length, box(3).checked]).toEqual([1, true])
})

test('the list is refreshed, the selection stays, and a failed refresh keeps the list', async () => {
  await openDesk()
  await click(box(2))
  const [, second] = list.orders
  loader.mockImplementation(() => ({ list: { ...list, orders: second ? [second] : [], total: 1 }, error: undefined }))
  await pass(3_500)
  expect([screen.queryByText('ORDER-1'), box(2).checked]).toEqual([null, true])
  loader.mockImplementation(() => ({ list: undefined, error: 'Request timed out' }))
  await pass(6_500)
  screen.getByText('Request timed out. The list may be old.')
  expect(box(2).checked).toBe(true)
})

test('keys move between orders, select and open them, but not while typing', async () => {
  const openWindow = vi.spyOn(window, 'open').mockReturnValue(null)
  await openDesk()
  await press('j')
  expect(document.activeElement?.textContent).toBe('ORDER-1')
  await press('x')
  await press('j')
  await press('j')
  await press('X', { shiftKey: true })
  expect([box(1).checked, box(2).checked, box(3).checked]).toEqual([true, true, true])
  await press('k')
  expect(document.activeElement?.textContent).toBe('ORDER-2')
  await press('x')
  expect(box(2).checked).toBe(false)
  await press('p')
  expect(openWindow.mock.calls[0]?.[0]).toContain('ORDER-1.1%7EORDER-3.1')
  await press('/')
  expect(document.activeElement?.getAttribute('type')).toBe('search')
  await press('x')
  await press('p')
  expect([box(2).checked, openWindow.mock.calls.length]).toEqual([false, 1])
  act(() => (document.activeElement as HTMLElement).blur())
  await press('?')
  screen.getByRole('dialog', { name: 'Keys' })
})

test('a click with Shift selects all orders from the last selected one', async () => {
  await openDesk()
  await click(box(1))
  await act(async () => void fireEvent.click(box(3), { shiftKey: true }))
  expect([box(1).checked, box(2).checked, box(3).checked]).toEqual([true, true, true])
  await act(async () => void fireEvent.click(box(2), { shiftKey: true }))
  expect([box(1).checked, box(2).checked, box(3).checked], 'a click that clears a checkbox clears no other').toEqual([true, false, true])
})

test('a click with Shift before any other order is selected selects that order alone', async () => {
  await openDesk()
  await act(async () => void fireEvent.click(box(2), { shiftKey: true }))
  expect([box(1).checked, box(2).checked, box(3).checked]).toEqual([false, true, false])
})
