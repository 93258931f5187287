import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import type { AdminProduct } from '#contract/catalog/admin-products.ts'
import { ApiError } from '../../../../api/client.ts'
import { callSignedIn } from '../../../../session/call-signed-in.ts'
import { adminProduct, renderSection } from './render-section.tsx'
import { SizesSection } from './sizes-section.tsx'

vi.mock('../../../../session/call-signed-in.ts', () => ({ callSignedIn: vi.fn() }))

const setSizes = vi.mocked(callSignedIn as unknown as (name: string, input: { body: object }) => Promise<unknown>)
let card: ReturnType<typeof renderSection>
const user = userEvent.setup()
const product: AdminProduct = { ...adminProduct, stock: 10 }

beforeEach(() => {
  setSizes.mockReset()
})

function renderForm(sizes: { size: string; stock: number; sku: string; barcode: string; shelf: string }[] = []): void {
  card = renderSection(<SizesSection />, { product, sizes })
}
const save = () => user.click(screen.getByRole('button', { name: 'Save sizes' }))
const sentBody = () => setSizes.mock.lastCall?.[1].body

async function type(label: string, text: string) {
  await user.clear(screen.getByLabelText(label))
  await user.type(screen.getByLabelText(label), text)
}

test('divides one stock into sizes, and asks for a reason while they do not add up to it', async () => {
  setSizes.mockResolvedValue({ message: 'Sizes saved', movements: [] })
  renderForm()
  await user.click(screen.getByRole('radio', { name: 'Stock by size' }))
  await save()
  expect(screen.getByRole('alert').textContent).toBe('Add at least one size.')
  await user.click(screen.getByRole('button', { name: 'M to XXL' }))
  await type('Stock of size M', '4')
  screen.getByText('The sizes add up to 4: 6 fewer than the stock of 10.')
  await save()
  screen.getByText('Reason is required.')
  await type('Stock of size L', '6')
  screen.getByText('The sizes add up to 10, the stock of the product.')
  expect(screen.queryByLabelText('Reason')).toBeNull()
  await save()
  const row = { sku: '', barcode: '', shelf: '', seenStock: 0 }
  expect(sentBody()).toEqual({
    version: 3,
    seenStock: 10,
    note: '',
    sizes: [
      { ...row, size: 'M', stock: 4 },
      { ...row, size: 'L', stock: 6 },
      { ...row, size: 'XL', stock: 0 },
      { ...row, size: 'XXL', stock: 0 },
    ],
  })
  expect(card.show).toHaveBeenCalledWith({ movements: [] })
  screen.getByText('Sizes saved')
  expect(card.reportEdit).toHaveBeenLastCalledWith(expect.any(String), false)
})

test('a new table can start with the sizes of the category', async () => {
  setSizes.mockResolvedValue({ categories: [{ key: product.category, sizes: ['38', '40'] }] })
  renderForm()
  await user.click(screen.getByRole('radio', { name: 'Stock by size' }))
  await user.click(await screen.findByRole('button', { name: 'Sizes of the category' }))
  expect(screen.getByLabelText<HTMLInputElement>('Size 2').value).toBe('40')
})

test('sends the stock that was seen with a new one, and shows the errors beside their fields', async () => {
  setSizes.mockRejectedValue(
    new ApiError({ status: 400, body: { message: 'Check', fields: { 'sizes.1.size': 'Size m is listed twice.' } } }),
  )
  renderForm([{ size: 'M', stock: 10, sku: 'TEE-M', barcode: '', shelf: '' }])
  await type('Stock of size M', '12')
  await user.click(screen.getByRole('button', { name: 'Add a size' }))
  await type('Size 2', 'm')
  await type('Reason', 'Delivery')
  await save()
  expect(sentBody()).toMatchObject({ note: 'Delivery', sizes: [{ size: 'M', stock: 12, seenStock: 10, sku: 'TEE-M' }, { seenStock: 0 }] })
  expect(screen.getByLabelText('Size 2').getAttribute('aria-describedby')).toBe(screen.getByText('Size m is listed twice.').id)
  expect(card.reportEdit).toHaveBeenLastCalledWith(expect.any(String), true)
})

test('gives a product one stock again', async () => {
  setSizes.mockResolvedValue({ message: 'Sizes saved' })
  renderForm([{ size: 'M', stock: 10, sku: '', barcode: '', shelf: '' }])
  await user.click(screen.getByRole('radio', { name: /^One stock/ }))
  screen.getByText(/share one stock of 10/)
  await save()
  expect(sentBody()).toMatchObject({ sizes: [] })
})

test('the focus stays in the form: on the first size, after a removal and at what is wrong', async () => {
  renderForm()
  await user.click(screen.getByRole('radio', { name: 'Stock by size' }))
  await user.click(screen.getByRole('button', { name: 'M to XXL' }))
  expect(document.activeElement).toBe(screen.getByLabelText('Size 1'))
  await user.click(screen.getByRole('button', { name: 'Remove size L' }))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add a size' }))
  await save()
  expect(document.activeElement).toBe(screen.getByLabelText('Reason'))
  await user.type(screen.getByLabelText('Reason'), 'Counted')
  setSizes.mockRejectedValue(
    new ApiError({ status: 400, body: { message: 'x', code: 'x', fields: { 'sizes.1.stock': 'Stock cannot be negative.' } } }),
  )
  await save()
  expect(document.activeElement).toBe(screen.getByLabelText('Stock of size XL'))
})
