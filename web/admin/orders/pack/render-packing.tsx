import { act, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { type Mock, vi } from 'vitest'
import type { ItemToPack, OrderToPack } from '#contract/orders/packing.ts'
import { fakeApi } from '../../../api/fake-api.ts'
import { PackingTable } from './packing-table.tsx'
// For tests.

export const kurta: ItemToPack = {
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
export const scarf: ItemToPack = { line: 1, _id: 'p2', name: 'Scarf', image: '/s', quantity: 1, size: 'L', sku: 'SC-L', barcode: null }
export const build = (id: number, ...items: ItemToPack[]): OrderToPack => ({
  ...{ _id: `id-${id}`, number: `ORDER-${id}`, version: 4, name: 'Asha Rao', city: 'Bengaluru', createdAt: '2026-11-28T10:00:00.000Z' },
  ...{ items, notes: [], isLate: false, problems: [] },
})
export const [first, second] = [build(1, kurta), build(2, scarf)]
export const printed = {
  ...{ _id: 'id-1', number: 'ORDER-1', version: 5, orderStatus: 'Packed', products: [], totalPrice: 499, toCollect: 0 },
  deliveryAddress: { firstName: 'Asha', lastName: 'Rao', address: 'x', city: 'x', state: 'x', pinCode: '560001', phone: '1', email: '' },
  createdAt: '2026-11-28T10:00:00.000Z',
}

/** Run before each test: nothing of an earlier one is left. */
export function clearPacking(): void {
  sessionStorage.clear()
  localStorage.clear()
  vi.clearAllMocks()
  vi.stubGlobal('print', vi.fn())
}

type Answers = Parameters<typeof fakeApi>[0]
/** The answer to the change of the first order to Packed. */
export const move = (change: object = {}) => ({
  message: '',
  answers: [{ _id: 'id-1', number: 'ORDER-1', result: 'moved', message: 'Done', orderStatus: 'Packed', version: 5, ...change }],
  undoSeconds: 15,
})
/** The calls of the packing table; `answers` replaces some. */
export const serve = (answers: Answers = {}) =>
  fakeApi({
    'POST /order/admin/pack/open': () => ({ orderStatus: 'Confirmed' }),
    'POST /order/admin/moves': () => move(),
    'POST /order/admin/print': () => ({ orders: [printed], missing: [] }),
    ...answers,
  })

export const onReload: Mock = vi.fn()
let setQueue: (orders: readonly OrderToPack[]) => void = () => {}

/** Shows the queue as it is after a reload of the list. */
export const showQueue = (orders: readonly OrderToPack[]) => act(async () => setQueue(orders))

function Table({ queue }: { queue: readonly OrderToPack[] }) {
  const [orders, setOrders] = useState(queue)
  setQueue = setOrders
  return <PackingTable orders={orders} onReload={onReload} empty={<p>No orders to pack.</p>} />
}

/** Opens the packing table. Returns a function that leaves it. */
export async function show(queue: readonly OrderToPack[] = [first, second]): Promise<() => void> {
  const router = createMemoryRouter([{ path: '*', element: <Table queue={queue} /> }])
  const root = await act(async () => render(<RouterProvider router={router} />))
  return root.unmount
}

export const click = (name: string | RegExp) => act(async () => void fireEvent.click(screen.getByRole('button', { name })))
/** Types a code as a keyboard scanner does. */
export const scan = (code: string) =>
  act(async () => {
    for (const key of [...code, 'Enter']) fireEvent.keyDown(document.activeElement ?? document.body, { key })
  })
export const readAlert = () =>
  screen
    .getAllByRole('alert')
    .map(({ textContent }) => textContent)
    .join('')
export const readStatus = () =>
  screen
    .getAllByRole('status')
    .map(({ textContent }) => textContent)
    .join('')
/** The number of the order at hand. */
export const number = () => screen.getByRole('heading', { level: 2 }).textContent
export const transitions = (calls: ReturnType<typeof fakeApi>) => calls.filter(({ route }) => route === 'POST /order/admin/moves')
