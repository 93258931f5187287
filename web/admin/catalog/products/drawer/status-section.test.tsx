import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import type { AdminProduct } from '#contract/catalog/admin-products.ts'
import { errorAnswer, fakeApi } from '../../../../api/fake-api.ts'
import { adminProduct, renderSection } from './render-section.tsx'
import { StatusSection } from './status-section.tsx'

const product = adminProduct
const draft: AdminProduct = { ...product, status: 'draft' }
const sent = vi.fn()
const show = (shown: AdminProduct) => renderSection(<StatusSection />, { product: shown })

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
  const { reportEdit } = show(draft)
  await userEvent.type(screen.getByLabelText(/Publishing date/), '2027-01-26T09:00')
  expect(reportEdit).toHaveBeenLastCalledWith(expect.any(String), true)
  await userEvent.click(screen.getByRole('button', { name: 'Publish on this date' }))
  expect(sent).toHaveBeenCalledWith({ version: 3, status: 'on_sale', publishAt: '2027-01-26T03:30:00.000Z' })
  expect(reportEdit).toHaveBeenLastCalledWith(expect.any(String), false)
})

test('a conflict reloads the product', async () => {
  fakeApi({ 'POST /products/:id/status': () => errorAnswer({ status: 409, code: 'product_changed', message: 'Changed.' }) })
  const { reload } = show({ ...product, status: 'archived' })
  await userEvent.click(screen.getByRole('button', { name: 'Restore' }))
  expect(await screen.findByText('Changed.')).not.toBeNull()
  expect(reload).toHaveBeenCalledOnce()
})
