import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import type { AdminOrderDetail } from '#contract/orders/admin-orders.ts'
import type { ShownDocument } from '#contract/tax/shown-documents.ts'
import { errorAnswer, fakeApi } from '../../../api/fake-api.ts'
import { LatinName, OrderDocuments } from './order-documents.tsx'

const build = (kind: ShownDocument['kind'], more: Partial<ShownDocument> = {}): ShownDocument => ({
  _id: `${kind} ${more.written}`,
  kind,
  written: 'INV/19-20/000001',
  issuedAt: '2019-11-20T10:00:00.000Z',
  total: 799,
  ...more,
})
const deadline = '30 November 2020 has passed: a credit note to INV/19-20/000001 no longer reduces the tax.'

test('an invoice names the 30 November after its year when that has passed', () => {
  render(<OrderDocuments documents={[build('invoice')]} />)
  screen.getByText(deadline)
})

test.each([
  ['that is credited in full', [build('invoice'), build('credit note', { written: 'CN/20-21/000001' })]],
  ['of this year', [build('invoice', { issuedAt: new Date().toISOString() })]],
  ['without tax', [build('bill of supply')]],
])('an invoice %s does not', (_, documents) => {
  render(<OrderDocuments documents={documents} />)
  expect(screen.queryByText(/has passed/)).toBeNull()
})

const waiting = { _id: 'o1', version: 3, packingWarnings: ['letters'] } as unknown as AdminOrderDetail
const named = { ...waiting, version: 4, packingWarnings: [], documentName: 'Asha R' } as AdminOrderDetail

/** The form, whose order is changed by somebody else. */
function Name() {
  const [order, setOrder] = useState(waiting)
  return <LatinName order={order} onChange={setOrder} onStale={() => setOrder(named)} onEdit={() => {}} />
}

test('a name that is typed stays when somebody else has saved another one, and replaces it when it is saved again', async () => {
  const changed = errorAnswer({ status: 409, message: 'This order has changed.' })
  const calls = fakeApi({
    'POST /order/admin/:id/document-name': ({ body }) =>
      (body as { version: number }).version === 4
        ? { message: 'Saved.', order: { ...named, version: 5, documentName: 'Asha Rao' } }
        : changed,
  })
  const user = userEvent.setup()
  render(<Name />)
  await user.type(screen.getByLabelText(/^Name in Latin letters/), 'Asha Rao')
  await user.click(screen.getByRole('button', { name: 'Save the name' }))
  await screen.findByText('This name was saved in the meantime. Saving replaces it with what is entered below.')
  screen.getByText('Name on documents: Asha R')
  await user.click(screen.getByRole('button', { name: 'Save the name' }))
  await screen.findByText('Name on documents: Asha Rao')
  expect(screen.queryByRole('form')).toBeNull()
  expect(calls.map(({ body }) => body)).toEqual([
    { name: 'Asha Rao', version: 3 },
    { name: 'Asha Rao', version: 4 },
  ])
})

test('a name that is no longer wanted is left out with a button', async () => {
  fakeApi({ 'POST /order/admin/:id/document-name': () => errorAnswer({ status: 409 }) })
  const user = userEvent.setup()
  render(<Name />)
  await user.type(screen.getByLabelText(/^Name in Latin letters/), 'Asha Rao')
  await user.click(screen.getByRole('button', { name: 'Save the name' }))
  await user.click(await screen.findByRole('button', { name: 'Go back' }))
  expect(screen.queryByRole('form')).toBeNull()
  screen.getByText('Name on documents: Asha R')
})
