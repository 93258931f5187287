import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { AdminOrderDetail } from '#contract/orders/admin-orders.ts'
import { fakeApi } from '../../../api/fake-api.ts'
import { ArchiveOrder } from './order-transitions.tsx'

const cancelled = { _id: 'o1', orderStatus: 'Cancelled', amountPaid: 0, undo: null } as AdminOrderDetail
const show = (change: Partial<AdminOrderDetail> = {}) => {
  const onChange = vi.fn()
  render(<ArchiveOrder order={{ ...cancelled, ...change }} onChange={onChange} onStale={() => {}} />)
  return onChange
}

test('a cancelled order is archived, and an archived one is brought back', async () => {
  const calls = fakeApi({ 'POST /order/admin/:id/archive': () => ({ message: 'Done', order: cancelled }) })
  const onChange = show()
  await userEvent.click(screen.getByRole('button', { name: 'Archive the order' }))
  expect(onChange).toHaveBeenCalledWith(cancelled)
  show({ isArchived: true })
  await userEvent.click(screen.getByRole('button', { name: 'Bring back from the archive' }))
  expect(calls.map(({ body }) => body)).toEqual([{ isArchived: true }, { isArchived: false }])
})

test.each([
  { orderStatus: 'Placed' },
  { amountPaid: 500 },
  { undo: { status: 'Cancelled', to: 'Placed', secondsLeft: 9 } },
] as Partial<AdminOrderDetail>[])('an order with %o cannot be archived', (change) => {
  show(change)
  expect(screen.queryByRole('button')).toBeNull()
})
