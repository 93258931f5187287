import { act, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import type { ItemToPack, OrderToPack } from '#contract/orders/packing.ts'
import { errorAnswer, fakeApi } from '../../../api/fake-api.ts'
import { PackingTable } from './packing-table.tsx'
import { playSound } from './play-sound.ts'

vi.mock('./play-sound.ts', () => ({ playSound: vi.fn() }))
vi.mock('../../../layout/store-config.ts', () => ({ useStoreConfig: () => ({ storeName: 'Loom & Lane', storePhone: '' }) }))

const kurta: ItemToPack = {
  line: 1,
  _id: 'p1',
  name: 'Kurta',
  image: '/k',
  quantity: 2,
  size: 'M',
  sku: 'KU-M',
  barcode: null,
  shelf: 'A2',
}
const scarf: ItemToPack = { line: 1, _id: 'p2', name: 'Scarf', image: '/s', quantity: 1, size: 'L', sku: 'SC-L', barcode: null }
const build = (id: number, ...items: ItemToPack[]): OrderToPack => ({
  ...{ _id: `id-${id}`, number: `ORDER-${id}`, version: 4, name: 'Asha Rao', city: 'Bengaluru', createdAt: '2026-11-28T10:00:00.000Z' },
  ...{ items, notes: [], isLate: false, problems: [] },
})
const [first, second] = [build(1, kurta), build(2, scarf)]
const printed = {
  ...{ _id: 'id-1', number: 'ORDER-1', version: 5, orderStatus: 'Packed', products: [], totalPrice: 499, toCollect: 0 },
  deliveryAddress: { firstName: 'Asha', lastName: 'Rao', address: 'x', city: 'x', state: 'x', pinCode: '560001', phone: '1', email: '' },
  createdAt: '2026-11-28T10:00:00.000Z',
}

type Answers = Parameters<typeof fakeApi>[0]
const move = (change: object = {}) => ({
  message: '',
  answers: [{ _id: 'id-1', number: 'ORDER-1', result: 'moved', message: 'Done', orderStatus: 'Packed', version: 5, ...change }],
  undoSeconds: 15,
})
const serve = (answers: Answers = {}) =>
  fakeApi({
    'POST /order/admin/pack/open': () => ({ orderStatus: 'Confirmed' }),
    'POST /order/admin/moves': () => move(),
    'POST /order/admin/print': () => ({ orders: [printed], missing: [] }),
    ...answers,
  })

const onReload = vi.fn()
let showQueue: (orders: readonly OrderToPack[]) => void = () => {}
let unmount: () => void

function Table({ queue }: { queue: readonly OrderToPack[] }) {
  const [orders, setOrders] = useState(queue)
  showQueue = setOrders
  return <PackingTable orders={orders} onReload={onReload} empty={<p>No orders to pack.</p>} />
}

async function show(queue: readonly OrderToPack[] = [first, second]) {
  const router = createMemoryRouter([{ path: '*', element: <Table queue={queue} /> }])
  const root = await act(async () => render(<RouterProvider router={router} />))
  unmount = root.unmount
}

beforeEach(() => {
  sessionStorage.clear()
  localStorage.clear()
  vi.clearAllMocks()
  vi.stubGlobal('print', vi.fn())
})

const click = (name: string | RegExp) => act(async () => void fireEvent.click(screen.getByRole('button', { name })))
const scan = (code: string) =>
  act(async () => {
    for (const key of [...code, 'Enter']) fireEvent.keyDown(document.activeElement ?? document.body, { key })
  })
const readAlert = () =>
  screen
    .getAllByRole('alert')
    .map(({ textContent }) => textContent)
    .join('')
const readStatus = () =>
  screen
    .getAllByRole('status')
    .map(({ textContent }) => textContent)
    .join('')
const number = () => screen.getByRole('heading', { level: 2 }).textContent
const transitions = (calls: ReturnType<typeof fakeApi>) => calls.filter(({ route }) => route === 'POST /order/admin/moves')

test('all items are scanned, the order is packed once with its version, its label is printed, and the next order is shown', async () => {
  const calls = serve()
  await show()
  expect(screen.getByRole('button', { name: 'Packed' }).getAttribute('aria-disabled')).toBe('true')
  await click('Packed')
  await scan('ku-m')
  screen.getByRole('button', { name: /M.*Kurta.*1 of 2/ })
  await scan('KU-M')
  expect(readStatus()).toContain('Kurta, M: 2 of 2')
  await act(async () => {
    const button = screen.getByRole('button', { name: 'Packed' })
    fireEvent.click(button)
    fireEvent.click(button)
  })
  expect(transitions(calls).map(({ body }) => body)).toEqual([{ to: 'Packed', orders: [{ _id: 'id-1', version: 4 }] }])
  expect(number()).toBe('ORDER-2')
  expect(calls.find(({ route }) => route === 'POST /order/admin/print')?.body).toEqual({ numbers: ['ORDER-1'], issueInvoices: true })
  expect(window.print).toHaveBeenCalledTimes(1)
  screen.getByLabelText('Label of order ORDER-1')
  expect(onReload).toHaveBeenCalled()
})

test('a wrong code, and an item that is scanned too often, are refused with a sound', async () => {
  serve()
  await show([second])
  await scan('KU-M')
  expect(readAlert()).toBe('KU-M is not in this order.')
  expect(playSound).toHaveBeenLastCalledWith('refused')
  await scan('SC-L')
  expect([readAlert(), vi.mocked(playSound).mock.lastCall]).toEqual(['', ['ticked']])
  await scan('SC-L')
  expect(readAlert()).toBe('Scarf, L: all 1 are ticked already.')
  expect(playSound).toHaveBeenLastCalledWith('refused')
})

test('Enter after a code does not press the button that has the focus', async () => {
  serve()
  await show([first])
  screen.getByRole('button', { name: 'Skip' }).focus()
  const keys: KeyboardEvent[] = []
  document.addEventListener('keydown', (event) => keys.push(event))
  await scan('KU-M')
  expect(keys.map(({ defaultPrevented }) => defaultPrevented)).toEqual(Array(5).fill(true))
  screen.getByRole('button', { name: /M.*Kurta.*1 of 2/ })
})

test('a code that is typed into a field, or while a dialog is open, ticks nothing', async () => {
  serve()
  await show([second])
  screen.getByLabelText('Print when packed').focus()
  await scan('SC-L')
  screen.getByRole('button', { name: /L.*Scarf.*0 of 1/ })
})

test('the number of a complete order packs it', async () => {
  const calls = serve()
  await show([second])
  await scan('ORDER-2')
  expect(readAlert()).toBe('Not all items are ticked.')
  await click(/^Tick.*Scarf/)
  await scan('order-2')
  expect(transitions(calls)).toHaveLength(1)
})

test('a lost connection keeps the ticks, and the order can be packed again', async () => {
  let isOffline = true
  const calls = serve({ 'POST /order/admin/moves': () => (isOffline ? 'offline' : move({ _id: 'id-2', number: 'ORDER-2' })) })
  await show([second])
  await scan('SC-L')
  await click('Packed')
  expect(readAlert()).not.toBe('')
  expect(number()).toBe('ORDER-2')
  isOffline = false
  await click('Packed')
  screen.getByText('No orders to pack.')
  expect(transitions(calls)).toHaveLength(3)
})

test('an order that was cancelled or packed elsewhere is named, and the next one is shown', async () => {
  serve({ 'POST /order/admin/moves': () => move({ result: 'changed', message: 'x', orderStatus: 'Cancelled' }) })
  await show()
  await scan('KU-M')
  await scan('KU-M')
  await click('Packed')
  expect(readAlert()).toBe('ORDER-1 is Cancelled now. Put its items back.')
  expect(number()).toBe('ORDER-2')
  expect(window.print).not.toHaveBeenCalled()
})

test('an order that has changed keeps its ticks, and is packed with its new version', async () => {
  let result = 'changed'
  const calls = serve({ 'POST /order/admin/moves': () => move({ result, orderStatus: result === 'changed' ? 'Confirmed' : 'Packed' }) })
  await show([first])
  await scan('KU-M')
  await scan('KU-M')
  await click('Packed')
  expect(readAlert()).toBe('ORDER-1 has changed. Check it again, then press Packed.')
  result = 'moved'
  unmount()
  await show([{ ...first, version: 5 }])
  screen.getByRole('button', { name: /M.*Kurta.*2 of 2/ })
  await click('Packed')
  expect(transitions(calls).at(-1)?.body).toEqual({ to: 'Packed', orders: [{ _id: 'id-1', version: 5 }] })
})

test('an order that cannot be packed says why, and stays', async () => {
  serve({ 'POST /order/admin/moves': () => move({ result: 'refused', message: 'The address is incomplete.', orderStatus: 'Confirmed' }) })
  await show([first])
  await scan('KU-M')
  await scan('KU-M')
  await click('Packed')
  expect(readAlert()).toBe('ORDER-1 is not packed: The address is incomplete.')
  expect(number()).toBe('ORDER-1')
})

test('a reload keeps the order at hand with its ticks', async () => {
  serve()
  await show()
  await click('Skip')
  await scan('SC-L')
  unmount()
  await show()
  expect(number()).toBe('ORDER-2')
  screen.getByRole('button', { name: /L.*Scarf.*1 of 1/ })
  await click(/^One less/)
  screen.getByRole('button', { name: /L.*Scarf.*0 of 1/ })
})

test('an order with something missing comes at the end, and what is missing can be copied', async () => {
  const writeText = vi.fn(() => Promise.resolve())
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true })
  serve()
  await show()
  await scan('KU-M')
  await click('Something is missing')
  expect(number()).toBe('ORDER-2')
  await click('Copy what is missing')
  expect(writeText).toHaveBeenCalledWith('1 × Kurta, M, SKU KU-M, shelf A2: ORDER-1')
  await click('Skip')
  expect(number()).toBe('ORDER-1')
  screen.getByText('1 missing')
})

test('an order that another table has open comes later, unless an item is ticked', async () => {
  const open = ({ body }: { body: unknown }) =>
    (body as { _id: string })._id === 'id-1'
      ? { orderStatus: 'Confirmed', opened: { by: 'Ravi', minutes: 2 } }
      : { orderStatus: 'Confirmed' }
  serve({ 'POST /order/admin/pack/open': open })
  await show()
  expect(number()).toBe('ORDER-2')
  expect(readStatus()).toContain('ORDER-1: Ravi has opened this order 2 min ago. It comes later.')
  await click('Skip')
  screen.getByText('Ravi has opened this order 2 min ago.')
})

test('an answer about an order that is no longer at hand changes nothing', async () => {
  let answerFirst: (answer: object) => void = () => {}
  const open = ({ body }: { body: unknown }) =>
    (body as { _id: string })._id === 'id-1' ? new Promise<object>((resolve) => (answerFirst = resolve)) : { orderStatus: 'Confirmed' }
  serve({ 'POST /order/admin/pack/open': open })
  await show()
  await click('Skip')
  await act(async () => answerFirst({ orderStatus: 'Confirmed', opened: { by: 'Ravi', minutes: 2 } }))
  expect(number()).toBe('ORDER-2')
  expect(readStatus()).not.toContain('Ravi')
})

test('an order that leaves the queue while it is at hand is named', async () => {
  serve()
  await show()
  await act(async () => showQueue([second]))
  expect(readAlert()).toBe('ORDER-1 is no longer to be packed. Put its items back.')
  expect(number()).toBe('ORDER-2')
})

test('a packed order can be undone, and is at hand again', async () => {
  const calls = serve({ 'POST /order/admin/moves/undo': () => move({ orderStatus: 'Confirmed', version: 6 }) })
  await show()
  await scan('KU-M')
  await scan('KU-M')
  await click('Packed')
  await click(/^Undo/)
  expect(calls.at(-1)?.route).not.toBe('POST /order/admin/moves')
  expect(number()).toBe('ORDER-1')
  screen.getByRole('button', { name: /M.*Kurta.*0 of 2/ })
})

test('a failed print says so, and can be repeated', async () => {
  let isBroken = true
  serve({ 'POST /order/admin/print': () => (isBroken ? errorAnswer({ status: 500 }) : { orders: [printed], missing: [] }) })
  await show([first])
  await scan('KU-M')
  await scan('KU-M')
  await click('Packed')
  await screen.findByText('ORDER-1 is packed, but could not be printed.')
  isBroken = false
  await click('Print again')
  expect(window.print).toHaveBeenCalledTimes(1)
})
