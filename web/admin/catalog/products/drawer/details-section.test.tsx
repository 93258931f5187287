import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { AdminProduct } from '#contract/catalog/admin-products.ts'
import { fakeApi } from '../../../../api/fake-api.ts'
import { DetailsSection } from './details-section.tsx'
import { adminProduct, renderSection } from './render-section.tsx'

const user = userEvent.setup()
const product: AdminProduct = { ...adminProduct, details: { fabric: 'Cotton', weightGrams: 220 } }

test('empty fields are left out, and each mistake is shown at its field', async () => {
  const weight = 'Weight must be whole grams, such as 220.'
  const received = fakeApi({
    'PATCH /products/:id/details': ({ body }) => {
      const { details } = body as { details: { weightGrams?: unknown } }
      if (typeof details.weightGrams !== 'string') return { message: 'Details saved', details, detailsVersion: 4 }
      const fields = { 'details.weightGrams': weight }
      return Response.json({ code: 'invalid_request', message: 'Please check the marked fields.', fields }, { status: 400 })
    },
  })
  const { show } = renderSection(<DetailsSection />, { product })
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
  const details = { care: 'Wash cold', weightGrams: 240 }
  expect(show).toHaveBeenCalledWith({ product: { ...product, details, detailsVersion: 4 } })
})

test('what someone else has changed keeps the input', async () => {
  fakeApi({
    'PATCH /products/:id/details': ({ body }) => ({
      message: 'Details saved',
      details: (body as { details: object }).details,
      detailsVersion: 5,
    }),
  })
  const { reportEdit, update } = renderSection(<DetailsSection />, { product })
  await user.click(screen.getByText('Not declared yet: MRP, maker'))
  await user.type(screen.getByLabelText('Care (optional)'), 'Wash cold')
  update({ product: { ...product, detailsVersion: 4, details: { fabric: 'Linen' } } })
  expect((screen.getByLabelText('Care (optional)') as HTMLInputElement).value).toBe('Wash cold')
  expect((screen.getByLabelText('Fabric (optional)') as HTMLInputElement).value).toBe('Linen')
  expect(reportEdit).toHaveBeenLastCalledWith(expect.any(String), true)
  await user.click(screen.getByRole('button', { name: 'Store the details' }))
  expect(await screen.findByText('Details saved')).toBeTruthy()
  expect(reportEdit).toHaveBeenLastCalledWith(expect.any(String), false)
})

test('whom a product is for is chosen, or as its category says', async () => {
  const received = fakeApi({
    'PATCH /products/:id/details': ({ body }) => ({
      message: 'Details saved',
      details: (body as { details: object }).details,
      detailsVersion: 4,
    }),
  })
  renderSection(<DetailsSection />, { product: { ...product, details: { gender: 'male' } } })
  await user.click(screen.getByText('Not declared yet: MRP, maker'))
  await user.selectOptions(screen.getByLabelText('For (optional)'), 'As its category')
  await user.selectOptions(screen.getByLabelText('Age group (optional)'), 'Adults')
  await user.click(screen.getByRole('button', { name: 'Store the details' }))
  expect(await screen.findByText('Details saved')).toBeTruthy()
  expect(received.at(-1)?.body).toEqual({ version: 3, details: { ageGroup: 'adult' } })
})
