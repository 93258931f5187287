import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ShownDocument } from '#contract/tax/shown-documents.ts'
import { OrderDocuments } from './order-documents.tsx'

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
