import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { OrderPayment } from '#contract/payments/payments.ts'
import type { ShownDocument } from '#contract/tax/shown-documents.ts'
import { fakeApi } from '../../../api/fake-api.ts'
import { OrderPaymentSection } from './order-payment.tsx'

const payment = { paymentId: 'pay_1', amount: 1_000, refunded: 0, refunds: [] } as unknown as OrderPayment
const issued = (kind: ShownDocument['kind'], total: number): ShownDocument => ({
  _id: `${kind} ${total}`,
  kind,
  written: 'INV/26-27/000001',
  issuedAt: '2026-11-20T10:00:00.000Z',
  total,
})
const show = (documents?: ShownDocument[]) => {
  const requests = fakeApi({ 'POST /order/admin/:id/refund': () => ({ message: 'The refund is on its way', payment }) })
  render(<OrderPaymentSection order={{ _id: 'o1', documents }} payment={payment} onChange={() => {}} />)
  return requests
}
const refund = async () => {
  await userEvent.type(screen.getByLabelText('Reason'), 'Small stain')
  await userEvent.click(screen.getByRole('button', { name: 'Refund' }))
}
const confirm = async () => userEvent.click((await screen.findAllByRole('button', { name: 'Refund' })).at(-1) as HTMLElement)

test('a refund of an invoiced order asks what it does to the invoice', async () => {
  const requests = show([issued('invoice', 1_000)])
  await refund()
  screen.getByText('Choose what the refund does to the invoice.')
  expect(document.activeElement).toBe(screen.getByLabelText('Invoice'))
  await userEvent.selectOptions(screen.getByLabelText('Invoice'), 'price')
  await userEvent.click(screen.getByRole('button', { name: 'Refund' }))
  await confirm()
  expect(requests.map(({ body }) => body)).toEqual([
    { amount: 1_000, reason: 'Small stain', reducesPrice: true, refunded: 0, part: 'online' },
  ])
})

test.each([
  ['without an invoice', undefined],
  ['with an invoice that is credited', [issued('invoice', 1_000), issued('credit note', 1_000)]],
])('a refund of an order %s does not ask', async (_, documents) => {
  const requests = show(documents)
  expect(screen.queryByLabelText('Invoice')).toBeNull()
  await refund()
  await confirm()
  expect(requests.map(({ body }) => body)).toEqual([{ amount: 1_000, reason: 'Small stain', refunded: 0, part: 'online' }])
})

test('an order whose advance and rest were paid online has both payments, which are refunded as one', async () => {
  const both = { ...payment, paymentIds: ['pay_1', 'pay_2'] }
  const requests = fakeApi({ 'POST /order/admin/:id/refund': () => ({ message: 'The refund is on its way', payment: both }) })
  render(<OrderPaymentSection order={{ _id: 'o1' }} payment={both} onChange={() => {}} />)
  screen.getByText('pay_1, pay_2 · ₹1,000 paid, ₹0 refunded')
  await refund()
  await confirm()
  expect(requests.map(({ body }) => body)).toEqual([{ amount: 1_000, reason: 'Small stain', refunded: 0, part: 'online' }])
})

test('what is left after refunds is said', () => {
  const partly = { ...payment, refunded: 400 }
  render(<OrderPaymentSection order={{ _id: 'o1' }} payment={partly} onChange={() => {}} />)
  screen.getByText('pay_1 · ₹1,000 paid, ₹400 refunded, ₹600 left')
})

test('a reduced price is asked about before the invoice, in a shop that issues invoices', async () => {
  const requests = fakeApi({ 'POST /order/admin/:id/refund': () => ({ message: 'The refund is on its way', payment }) })
  render(<OrderPaymentSection order={{ _id: 'o1', issuesInvoices: true }} payment={payment} onChange={() => {}} />)
  await userEvent.selectOptions(screen.getByLabelText('Invoice'), 'The price is reduced: the invoice will have less')
  await refund()
  await confirm()
  expect(requests).toMatchObject([{ body: { reducesPrice: true } }])
})
