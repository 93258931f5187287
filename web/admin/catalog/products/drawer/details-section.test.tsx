import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { AdminProduct } from '#contract/catalog/admin-products.ts'
import { fakeApi, sampleProduct } from '../../../../api/fake-api.ts'
import { DetailsSection } from './details-section.tsx'

const user = userEvent.setup()
const product: AdminProduct = {
  ...{ ...sampleProduct, version: 1, detailsVersion: 3, details: { fabric: 'Cotton', weightGrams: 220 } },
  ...{ focus: { x: 50, y: 50 }, createdAt: '2026-11-20T10:00:00.000Z' },
  status: 'on_sale',
}

test('empty fields are left out, and each mistake is shown at its field', async () => {
  const onSaved = vi.fn()
  const weight = 'Weight must be whole grams, such as 220.'
  const received = fakeApi({
    'PATCH /products/:id/details': ({ body }) => {
      const { details } = body as { details: { weightGrams?: unknown } }
      if (typeof details.weightGrams !== 'string') return { message: 'Details saved', details, detailsVersion: 4 }
      const fields = { 'details.weightGrams': weight }
      return Response.json({ code: 'invalid_request', message: 'Please check the marked fields.', fields }, { status: 400 })
    },
  })
  render(<DetailsSection product={product} storeAddress={null} onSaved={onSaved} onConflict={() => {}} onEdit={() => {}} />)
  await user.click(screen.getByText('Not declared yet: MRP, maker'))
  await user.clear(screen.getByLabelText('Fabric (optional)'))
  await user.type(screen.getByLabelText('Care (optional)'), 'Wash cold')
  await user.type(screen.getByLabelText('Weight in grams (optional)'), ' g')
  await user.click(screen.getByRole('button', { name: 'Store the details' }))
  expect(await screen.findByText(weight)).toBeTruthy()
  await user.clear(screen.getByLabelText('Weight in grams (optional)'))
  await user.type(screen.getByLabelText('Weight in grams (optional)'), '240')
  await user.click(screen.getByRole('button', { name: 'Store the details' }))
  expect(await screen.findByText('Details saved')).toBeTruthy()
  expect(received.at(-1)?.body).toEqual({ version: 3, details: { care: 'Wash cold', weightGrams: 240 } })
  expect(onSaved).toHaveBeenCalledWith({ ...product, details: { care: 'Wash cold', weightGrams: 240 }, detailsVersion: 4 })
})

test('what someone else has changed keeps the input', async () => {
  const onEdit = vi.fn()
  fakeApi({
    'PATCH /products/:id/details': ({ body }) => ({
      message: 'Details saved',
      details: (body as { details: object }).details,
      detailsVersion: 5,
    }),
  })
  const section = (shown: AdminProduct) => (
    <DetailsSection product={shown} storeAddress={null} onSaved={() => {}} onConflict={() => {}} onEdit={onEdit} />
  )
  const { rerender } = render(section(product))
  await user.click(screen.getByText('Not declared yet: MRP, maker'))
  await user.type(screen.getByLabelText('Care (optional)'), 'Wash cold')
  rerender(section({ ...product, detailsVersion: 4, details: { fabric: 'Linen' } }))
  expect((screen.getByLabelText('Care (optional)') as HTMLInputElement).value).toBe('Wash cold')
  expect((screen.getByLabelText('Fabric (optional)') as HTMLInputElement).value).toBe('Linen')
  expect(onEdit).toHaveBeenLastCalledWith(true)
  await user.click(screen.getByRole('button', { name: 'Store the details' }))
  expect(await screen.findByText('Details saved')).toBeTruthy()
  expect(onEdit).toHaveBeenLastCalledWith(false)
})
