import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import type { OrdersOfSource } from '#contract/orders/order-edits.ts'
import { fakeApi } from '../../../api/fake-api.ts'
import { OrdersOfSourceDialog } from './related-orders.tsx'

const createOrder = (number: string, matches: OrdersOfSource['orders'][number]['matches']) => ({
  _id: `id-${number}`,
  number,
  version: 3,
  orderStatus: 'Placed' as const,
  totalPrice: 500,
  createdAt: '2026-11-20T10:00:00.000Z',
  matches,
})

async function renderDialog(orders: OrdersOfSource['orders']) {
  let open = orders
  const received = fakeApi({
    'GET /order/admin/:id/source': () => ({ orders: open, isCapped: false }),
    'POST /order/admin/moves': ({ body }) => {
      const ids = (body as { orders: { _id: string }[] }).orders.map(({ _id }) => _id)
      open = open.filter(({ _id }) => !ids.includes(_id))
      const answers = ids.map((_id) => ({
        _id,
        number: _id,
        result: 'moved',
        message: 'Now Cancelled',
        orderStatus: 'Cancelled',
        version: 4,
      }))
      return { message: '', answers, undoSeconds: 15 }
    },
  })
  const onChange = vi.fn()
  const dialog = <OrdersOfSourceDialog id="id-A1" onChange={onChange} onClose={() => {}} />
  await act(async () => void render(<RouterProvider router={createMemoryRouter([{ path: '/', element: dialog }])} />))
  await screen.findByLabelText('Select order A1')
  return { received, onChange }
}

const isChosen = (number: string) => (screen.getByLabelText(`Select order ${number}`) as HTMLInputElement).checked

test('orders that share only the network are not selected, the others are cancelled once', async () => {
  const orders = [createOrder('A1', []), createOrder('A2', ['device']), createOrder('A3', ['ip', 'network'])]
  const { received, onChange } = await renderDialog(orders)
  expect(['A1', 'A2', 'A3'].map(isChosen)).toEqual([true, true, false])
  await userEvent.dblClick(screen.getByRole('button', { name: 'Cancel 2 orders' }))
  await screen.findByRole('heading', { name: '2 orders are now Cancelled.' })
  const sent = received.filter(({ route }) => route === 'POST /order/admin/moves').map(({ body }) => body)
  expect(sent).toEqual([
    {
      to: 'Cancelled',
      orders: [
        { _id: 'id-A1', version: 3 },
        { _id: 'id-A2', version: 3 },
      ],
    },
  ])
  expect(onChange).toHaveBeenCalled()
  screen.getByRole('button', { name: /Undo/ })
  await screen.findByText('All 1')
  expect(isChosen('A3')).toBe(false)
})

test('nothing is sent when no order is selected', async () => {
  const { received } = await renderDialog([createOrder('A1', []), createOrder('A2', ['phone'])])
  await userEvent.click(screen.getByLabelText('All 2'))
  await userEvent.click(screen.getByRole('button', { name: 'Cancel 0 orders' }))
  expect(received.map(({ route }) => route)).toEqual(['GET /order/admin/:id/source'])
})
