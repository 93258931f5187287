import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { AdminOrderDetail } from '#contract/orders/admin-orders.ts'
import { fakeApi } from '../../../api/fake-api.ts'
import { ShipmentForm } from './shipment-section.tsx'

const user = userEvent.setup()
const order = { _id: 'id-1', version: 4, orderStatus: 'Packed', shipments: [] } as unknown as AdminOrderDetail

function renderForm() {
  const reports = { onSaved: vi.fn(), onEdit: vi.fn(), onStale: vi.fn() }
  render(<ShipmentForm order={order} onCancel={undefined} {...reports} />)
  return reports
}
const number = () => screen.getByLabelText<HTMLInputElement>('Tracking number')

test('a packed order is shipped with its tracking number, once for a double click', async () => {
  const saved = { ...order, orderStatus: 'Shipped', shipments: [{ courier: 'blue-dart' }] }
  let answer = () => {}
  const received = fakeApi({
    'POST /order/admin/:id/shipment': async () => {
      await new Promise<void>((resolve) => {
        answer = resolve
      })
      return { message: 'Saved', order: saved }
    },
  })
  const { onSaved, onEdit } = renderForm()
  await user.selectOptions(screen.getByLabelText('Courier'), 'Blue Dart')
  await user.type(number(), 'TEST1')
  expect(onEdit).toHaveBeenLastCalledWith(true)
  await user.dblClick(screen.getByRole('button', { name: 'Save and mark as shipped' }))
  answer()
  await expect.poll(() => onSaved.mock.calls).toEqual([[saved]])
  expect(received.map(({ body }) => body)).toEqual([
    { courier: 'blue-dart', trackingNumber: 'TEST1', trackingUrl: '', ship: true, version: 4 },
  ])
  expect(onEdit).toHaveBeenLastCalledWith(false)
})

test('an order that somebody else has changed is loaded again, and the input stays', async () => {
  const text = 'This order has changed in the meantime.'
  const received = fakeApi({
    'POST /order/admin/:id/shipment': () => Response.json({ code: 'order_changed', message: text }, { status: 409 }),
  })
  const { onSaved, onStale } = renderForm()
  await user.type(number(), 'TEST2')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(text)).toBeTruthy()
  expect(received.at(-1)?.body).toMatchObject({ trackingNumber: 'TEST2', ship: false })
  expect([onStale.mock.calls.length, onSaved.mock.calls.length, number().value]).toEqual([1, 0, 'TEST2'])
})

test('a tracking number is required, and no longer than a courier has', async () => {
  const received = fakeApi({})
  renderForm()
  expect([number().maxLength, screen.getByLabelText<HTMLInputElement>('Link (optional)').maxLength]).toEqual([40, 500])
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Tracking number is required.')).toBeTruthy()
  expect(received).toEqual([])
})
