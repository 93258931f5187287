import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { User } from '#contract/accounts/users.ts'
import type { AdminOrderDetail } from '#contract/orders/admin-orders.ts'
import { useSession } from '../../../session/session.ts'
import { RemoveForm } from './remove-form.tsx'

const line = { _id: 'tee', line: 1, name: 'Tee', quantity: 2, price: 500, size: 'M' } as AdminOrderDetail['products'][number]
const order = {
  totalPrice: 1_000,
  amountPaid: 0,
  cashOndelivery: 1_000,
  paymentStatus: 'Pending',
  products: [line],
} as unknown as AdminOrderDetail
const paid = { ...order, amountPaid: 1_000, cashOndelivery: 0, paymentStatus: 'Paid' } as AdminOrderDetail

test('items of an order that is not paid are removed without the right to money, those of a paid one are not', () => {
  const before = useSession.getState()
  useSession.setState({ user: { role: 'admin', rights: ['orders'] } as unknown as User })
  const { rerender } = render(<RemoveForm order={order} line={line} busy={false} onSubmit={async () => {}} />)
  screen.getByRole('button', { name: 'Remove item' })
  rerender(<RemoveForm order={paid} line={line} busy={false} onSubmit={async () => {}} />)
  expect(screen.queryByRole('button')).toBeNull()
  screen.getByText('Removing paid items needs the right “Money”, because it refunds them.')
  useSession.setState(before, true)
})
