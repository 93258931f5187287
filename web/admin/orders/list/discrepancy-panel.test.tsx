import { act, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { Discrepancy } from '#contract/payments/payments.ts'
import { errorAnswer, fakeApi } from '../../../api/fake-api.ts'
import { DiscrepancyPanel } from './discrepancy-panel.tsx'

const discrepancy: Discrepancy = {
  _id: 'one',
  kind: 'refund rejected',
  message: 'The provider keeps rejecting this refund.',
  words: 'The provider keeps rejecting this refund.',
  providerOrderId: 'order_A',
  paymentId: 'pay_A',
  amount: 1_598,
  shopper: { name: 'Asha Rao', phone: '9876543210' },
  orderId: 'order-1',
  createdAt: '2026-11-20T10:00:00.000Z',
}
const resolved = { ...discrepancy, note: 'Paid by bank transfer', resolvedBy: 'Owner', resolvedAt: '2026-11-21T10:00:00.000Z' }

async function renderList(mismatches: Discrepancy[]) {
  const discrepancies = Promise.resolve({ mismatches, resolved: [] })
  const panel = <DiscrepancyPanel discrepancies={discrepancies} />
  const router = createMemoryRouter([{ path: '/', element: panel }])
  await act(async () => void render(<RouterProvider router={router} />))
}

async function renderPanel() {
  await renderList([discrepancy])
  await userEvent.click(await screen.findByRole('button', { name: 'Mark as resolved: ₹1,598, Asha Rao' }))
  return within(screen.getByRole('dialog', { name: 'Mark as resolved' }))
}

test('a payment is resolved with a note, which is listed afterwards', async () => {
  const reply = Promise.withResolvers<object>()
  const received = fakeApi({ 'POST /payments/mismatches/:id/resolve': () => reply.promise })
  const dialog = await renderPanel()
  await userEvent.click(dialog.getByRole('button', { name: 'Mark as resolved' }))
  dialog.getByText('Note is required.')
  expect(received).toEqual([])
  await userEvent.type(dialog.getByLabelText('What was done?'), ' Paid by bank transfer ')
  await userEvent.dblClick(dialog.getByRole('button', { name: 'Mark as resolved' }))
  await act(async () => reply.resolve({ message: 'Marked as resolved', mismatches: [], resolved: [resolved] }))
  const heading = await screen.findByText('All payments match their orders.')
  expect(document.activeElement).toBe(heading)
  expect(received).toHaveLength(1)
  screen.getByText(/“Paid by bank transfer” — Owner, 21 Nov/)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a payment that someone else has resolved says so', async () => {
  fakeApi({
    'POST /payments/mismatches/:id/resolve': () =>
      errorAnswer({ status: 409, code: 'discrepancy_gone', message: 'This payment has changed.' }),
  })
  const dialog = await renderPanel()
  await userEvent.type(dialog.getByLabelText('What was done?'), 'Done')
  await userEvent.click(dialog.getByRole('button', { name: 'Mark as resolved' }))
  await dialog.findByText('This payment has changed.')
})

test('a payment that the courier has collected too is refunded from the list, once', async () => {
  const received = fakeApi({ 'POST /order/admin/:id/refund': () => ({ message: 'The refund is on its way', payment: {} }) })
  await renderList([{ ...discrepancy, kind: 'courier collected too', refunded: 0 }])
  await userEvent.click(screen.getByRole('button', { name: 'Refund ₹1,598, Asha Rao' }))
  const dialog = within(screen.getByRole('alertdialog', { name: 'Refund ₹1,598?' }))
  expect(received).toEqual([])
  await userEvent.dblClick(dialog.getByRole('button', { name: 'Refund' }))
  const body = { amount: 1_598, refunded: 0, part: 'online', reason: 'paid twice: the courier collected too' }
  expect(received).toMatchObject([{ body }])
})

test('other payments are not refunded from the list', async () => {
  await renderList([discrepancy])
  expect(screen.queryByRole('button', { name: /^Refund/ })).toBeNull()
})
