import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import { errorAnswer, fakeApi } from '../../../api/fake-api.ts'
import { describeMissingInvoice, OrdersWithoutInvoice } from './orders-without-invoice.tsx'

const row = {
  _id: 'o1',
  number: '7K3M-9QXT',
  orderStatus: 'Packed',
  problem: 'state',
  state: 'Atlantis',
  offeredState: 'Karnataka',
} as const

const show = () => {
  const onIssued = vi.fn()
  render(
    <MemoryRouter>
      <OrdersWithoutInvoice list={{ orders: [row], total: 1 }} onIssued={onIssued} />
    </MemoryRouter>,
  )
  return onIssued
}

test('names what is missing', () => {
  expect(describeMissingInvoice(row)).toBe('“Atlantis” is not a state of India. Its PIN code is in Karnataka.')
  expect(describeMissingInvoice({ ...row, state: '', offeredState: '' })).toBe(
    'The address has no state. Choose the state in the address of the order.',
  )
  expect(describeMissingInvoice({ ...row, problem: 'rate' })).toBe('A product has no HSN code, or its code has no tax rate.')
  expect(describeMissingInvoice({ ...row, problem: null })).toBe('Packed before the shop issued invoices.')
})

test('a second click sends no second request, and the reply is announced', async () => {
  const answer = Promise.withResolvers<object>()
  const requests = fakeApi({ 'POST /order/admin/:id/invoice': () => answer.promise })
  const onIssued = show()
  const button = screen.getByRole('button', { name: 'Issue the invoice of 7K3M-9QXT now' })
  await userEvent.click(button)
  await userEvent.click(button)
  answer.resolve({ message: 'The invoice is issued', order: {} })
  await screen.findByText('The invoice is issued')
  expect(requests).toHaveLength(1)
  expect(onIssued).toHaveBeenCalledOnce()
})

test('a refusal says why', async () => {
  fakeApi({
    'POST /order/admin/:id/invoice': () => errorAnswer({ status: 409, message: 'The settings of the shop have no address.' }),
  })
  show()
  await userEvent.click(screen.getByRole('button', { name: 'Issue the invoice of 7K3M-9QXT now' }))
  await screen.findByText('The settings of the shop have no address.')
})
