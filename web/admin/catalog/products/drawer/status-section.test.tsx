import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import type { AdminProduct } from '#contract/catalog/admin-products.ts'
import { errorAnswer, fakeApi, sampleProduct } from '../../../../api/fake-api.ts'
import { StatusSection } from './status-section.tsx'

const product: AdminProduct = {
  ...sampleProduct,
  ...{ version: 3, details: {}, detailsVersion: 1, focus: { x: 50, y: 50 } },
  status: 'on_sale',
  createdAt: '2026-11-20T10:00:00.000Z',
}
const draft: AdminProduct = { ...product, status: 'draft' }
const sent = vi.fn()
const onEdit = vi.fn()
const onConflict = vi.fn()

function show(shown: AdminProduct) {
  render(
    <MemoryRouter>
      <StatusSection product={shown} onChange={() => {}} onConflict={onConflict} onEdit={onEdit} />
    </MemoryRouter>,
  )
}

beforeEach(() => {
  vi.clearAllMocks()
  fakeApi({
    'POST /products/:id/status': ({ body }) => {
      sent(body)
      return { message: 'Product published', product }
    },
  })
})

test('a product on sale can be archived or become a draft', async () => {
  show(product)
  expect(screen.queryByLabelText('Publishing date')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Archive' }))
  expect(sent).toHaveBeenCalledWith({ version: 3, status: 'archived' })
})

test('a publishing date is in Indian time, and counts as an edit until it is sent', async () => {
  show(draft)
  await userEvent.type(screen.getByLabelText(/Publishing date/), '2027-01-26T09:00')
  expect(onEdit).toHaveBeenLastCalledWith(true)
  await userEvent.click(screen.getByRole('button', { name: 'Publish on this date' }))
  expect(sent).toHaveBeenCalledWith({ version: 3, status: 'on_sale', publishAt: '2027-01-26T03:30:00.000Z' })
  expect(onEdit).toHaveBeenLastCalledWith(false)
})

test('a conflict reloads the product', async () => {
  fakeApi({ 'POST /products/:id/status': () => errorAnswer({ status: 409, code: 'product_changed', message: 'Changed.' }) })
  show({ ...product, status: 'archived' })
  await userEvent.click(screen.getByRole('button', { name: 'Restore' }))
  expect(await screen.findByText('Changed.')).not.toBeNull()
  expect(onConflict).toHaveBeenCalledOnce()
})
