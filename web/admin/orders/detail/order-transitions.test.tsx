import { act, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { AdminOrderDetail } from '#contract/orders/admin-orders.ts'
import { ApiError } from '../../../api/client.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { OrderTransitions } from './order-transitions.tsx'

vi.mock('../../../session/call-signed-in.ts', () => ({ callSignedIn: vi.fn() }))

type Reply = { message: string; order: AdminOrderDetail }
const callApi = vi.mocked(callSignedIn as unknown as (name: string, input: { body: object }) => Promise<Reply>)

const order = {
  _id: 'id-1',
  orderStatus: 'Placed',
  paymentStatus: 'Pending',
  kind: 'guest',
  cashOndelivery: 500,
  transitions: ['Confirmed', 'Cancelled'],
  version: 1,
  undo: null,
} as unknown as AdminOrderDetail

const confirmed = {
  ...order,
  orderStatus: 'Confirmed',
  transitions: ['Packed', 'Cancelled'],
  version: 2,
  undo: { status: 'Confirmed', to: 'Placed', secondsLeft: 15 },
} as AdminOrderDetail

beforeEach(() => {
  vi.useFakeTimers()
  callApi.mockReset()
  callApi.mockResolvedValue({ message: 'The order is now Confirmed', order: confirmed })
  return () => vi.useRealTimers()
})

const onStale = vi.fn()

function Drawer({ initial }: { initial: AdminOrderDetail }) {
  const [shown, setShown] = useState(initial)
  return <OrderTransitions order={shown} onChange={setShown} onStale={onStale} />
}

const click = (button: HTMLElement) => act(async () => void fireEvent.click(button))
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

test('a double click moves the order once', async () => {
  render(<Drawer initial={order} />)
  const button = screen.getByRole('button', { name: 'Confirm' })
  await click(button)
  // The button has another label now.
  await click(screen.getByRole('button', { name: 'Mark as packed' }))
  expect(callApi).toHaveBeenCalledTimes(1)
  expect(callApi.mock.calls[0]?.[1].body).toEqual({ to: 'Confirmed', from: 'Placed', version: 1 })
  await pass(1_000)
  await click(screen.getByRole('button', { name: 'Mark as packed' }))
  expect(callApi.mock.calls[1]?.[1].body).toEqual({ to: 'Packed', from: 'Confirmed', version: 2 })
})

test('a change can be undone while its time lasts', async () => {
  render(<Drawer initial={order} />)
  await click(screen.getByRole('button', { name: 'Confirm' }))
  await pass(1_000)
  await click(screen.getByRole('button', { name: 'Undo, back to Placed' }))
  expect(callApi.mock.calls[1]).toMatchObject(['POST /order/admin/:id/undo', { body: { version: 2 } }])
})

test('the undo is no longer offered after its time, and the focus is not lost', async () => {
  render(<Drawer initial={confirmed} />)
  await pass(1_000)
  screen.getByRole('button', { name: 'Undo, back to Placed' }).focus()
  await pass(14_000)
  expect(screen.queryByRole('button', { name: /Undo/ })).toBeNull()
  expect(document.activeElement?.textContent).toBe('Status Confirmed')
})

test('an order that someone else has changed is reloaded, and the reason is shown', async () => {
  callApi.mockRejectedValue(new ApiError({ status: 409, body: { code: 'order_changed', message: 'This order has changed.' } }))
  render(<Drawer initial={order} />)
  await click(screen.getByRole('button', { name: 'Confirm' }))
  expect(onStale).toHaveBeenCalledTimes(1)
  screen.getByText('This order has changed.')
})

test('the delivery of a cash order asks first, that of a prepaid order does not', async () => {
  const shipped = { ...order, orderStatus: 'Shipped', transitions: ['Delivered'], version: 4 } as AdminOrderDetail
  const { unmount } = render(<Drawer initial={shipped} />)
  await click(screen.getByRole('button', { name: 'Mark as delivered' }))
  expect(screen.getByRole('alertdialog', { hidden: true }).textContent).toContain('The courier has collected ₹500')
  expect(callApi).not.toHaveBeenCalled()
  unmount()
  render(<Drawer initial={{ ...shipped, kind: 'card', cashOndelivery: 0 }} />)
  await click(screen.getByRole('button', { name: 'Mark as delivered' }))
  expect(callApi).toHaveBeenCalledTimes(1)
})

test('a change against what the courier says asks why', async () => {
  const booking = { courierName: 'Xpressbees', parcelState: 'in transit' }
  const shipped = { ...order, kind: 'card', orderStatus: 'Shipped', transitions: ['Delivered'], booking, version: 4 }
  render(<Drawer initial={shipped as unknown as AdminOrderDetail} />)
  await click(screen.getByRole('button', { name: 'Mark as delivered' }))
  screen.getByText(/Xpressbees says “in transit”/)
  const confirm = () => screen.getAllByRole('button', { name: 'Mark as delivered', hidden: true }).at(-1) as HTMLElement
  await click(confirm())
  screen.getByText('Note is required.')
  expect(callApi).not.toHaveBeenCalled()
  fireEvent.change(screen.getByRole('textbox', { hidden: true }), { target: { value: ' She has it. ' } })
  await click(confirm())
  expect(callApi.mock.calls[0]?.[1].body).toEqual({ to: 'Delivered', from: 'Shipped', version: 4, reason: 'She has it.' })
  expect(screen.queryByRole('textbox', { hidden: true })).toBeNull()
})
