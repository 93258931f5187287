import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { AdminOrderDetail } from '#contract/orders/admin-orders.ts'
import { errorAnswer, fakeApi } from '../../../api/fake-api.ts'
import { ShipmentSection } from './shipment-section.tsx'

vi.mock('../../../ui/toast.ts', () => ({ showToast: vi.fn() }))

const user = userEvent.setup()
const stored = {
  courier: 'delhivery',
  courierName: 'Delhivery',
  trackingNumber: 'FIRST1',
  trackingUrl: null,
  ownUrl: null,
  shippedAt: null,
}
const buildOrder = (order: object) =>
  ({ _id: 'id-1', version: 4, orderStatus: 'Packed', shipments: [], ...order }) as unknown as AdminOrderDetail
const number = () => screen.getByLabelText<HTMLInputElement>('Tracking number')
const hasForm = () => screen.queryByRole('form', { name: 'Shipment' }) !== null

function renderSection(order: object) {
  const [onChange, onEdit, onStale] = [vi.fn(), vi.fn(), vi.fn()]
  const build = (each: object) => <ShipmentSection order={buildOrder(each)} onChange={onChange} onEdit={onEdit} onStale={onStale} />
  const { rerender } = render(build(order))
  return { onEdit, onStale, reload: (each: object) => rerender(build(each)) }
}

test('a number that is typed stays when somebody else has saved one, which is shown beside it', async () => {
  const received = fakeApi({ 'POST /order/admin/:id/shipment': () => errorAnswer({ status: 409, message: 'It has changed.' }) })
  const { onStale, onEdit, reload } = renderSection({})
  await user.type(number(), 'SECOND2')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('It has changed.')
  expect(onStale).toHaveBeenCalledOnce()
  reload({ version: 5, orderStatus: 'Shipped', shipments: [stored] })
  screen.getByText('FIRST1')
  screen.getByText('This shipment was saved in the meantime. Saving replaces it with what is entered below.')
  expect(number().value).toBe('SECOND2')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(received.at(-1)?.body).toMatchObject({ trackingNumber: 'SECOND2', ship: false, version: 5 })
  await user.click(screen.getByRole('button', { name: 'Go back' }))
  expect([hasForm(), onEdit.mock.lastCall]).toEqual([false, [false]])
  screen.getByRole('button', { name: 'Change the shipment' })
})

test('a change that is typed stays when somebody else removes the shipment or cancels the order', async () => {
  fakeApi({})
  const { reload } = renderSection({ shipments: [stored] })
  await user.click(screen.getByRole('button', { name: 'Change the shipment' }))
  await user.type(number(), 'X')
  reload({ version: 5 })
  screen.getByText('The shipment was removed in the meantime.')
  expect(number().value).toBe('FIRST1X')
  reload({ version: 6, orderStatus: 'Cancelled' })
  expect(number().value).toBe('FIRST1X')
  await user.click(screen.getByRole('button', { name: 'Go back' }))
  expect(hasForm()).toBe(false)
})

test('a form without input shows what somebody else has saved', async () => {
  fakeApi({})
  const { reload } = renderSection({ shipments: [stored] })
  await user.click(screen.getByRole('button', { name: 'Change the shipment' }))
  reload({ shipments: [{ ...stored, trackingNumber: 'OTHER3' }] })
  expect(number().value).toBe('OTHER3')
  expect(screen.queryByRole('status', { name: /meantime/ })).toBeNull()
})
