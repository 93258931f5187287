import { act, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import type { AdminProduct } from '#contract/catalog/admin-products.ts'
import { firstCategories } from '#contract/catalog/categories.ts'
import { fakeApi, sampleProduct } from '../../../../api/fake-api.ts'
import { addPicture, editProduct } from '../form/submit-product.ts'
import { ProductDrawer } from './product-drawer.tsx'

vi.mock('../form/submit-product.ts', async (original) => ({ ...(await original<object>()), addPicture: vi.fn(), editProduct: vi.fn() }))

const product: AdminProduct = {
  ...sampleProduct,
  version: 1,
  details: {},
  detailsVersion: 1,
  focus: { x: 50, y: 50 },
  status: 'on_sale',
  createdAt: '2026-11-20T10:00:00.000Z',
}
const onClose = vi.fn()
const user = userEvent.setup()

beforeEach(async () => {
  onClose.mockReset()
  fakeApi({
    'POST /products/:id/status': () => ({ message: 'Made a draft', product: { ...product, version: 2, status: 'draft' } }),
    'GET /products/:id/stock': () => ({ product, sizes: [], movements: [], waiting: [] }),
    'GET /products/:id/prices': () => ({ product, lowestPrice: 799, sale: null }),
    'GET /products/:id/pictures': () => ({
      version: 1,
      pictures: [{ _id: 'p1', image: product.image, backdrop: '#aabbcc', alt: '', focus: { x: 50, y: 50 } }],
    }),
  })
  render(
    <MemoryRouter>
      <ProductDrawer id="tee" categories={firstCategories} storeAddress={null} onClose={onClose} onChange={() => {}} />
    </MemoryRouter>,
  )
  await screen.findByLabelText('Name')
})

const question = () => screen.queryByRole('alertdialog', { name: 'Discard your changes?' })

test('Escape and Close ask before they drop edits', async () => {
  await user.type(screen.getByLabelText('Name'), ' II')
  await user.keyboard('{Escape}')
  expect(question()).not.toBeNull()
  await user.click(screen.getByRole('button', { name: 'Go back' }))
  expect(question()).toBeNull()
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Tee II')
  await user.click(screen.getByRole('button', { name: 'Close' }))
  expect(onClose).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Discard' }))
  expect(onClose).toHaveBeenCalledOnce()
})

test('an unsent stock change counts as an edit', async () => {
  await user.type(screen.getByLabelText('Change'), '12')
  await user.click(screen.getByRole('button', { name: 'Close' }))
  expect(question()).not.toBeNull()
})

test('closes at once without edits', async () => {
  await user.click(screen.getByRole('button', { name: 'Close' }))
  expect(onClose).toHaveBeenCalledOnce()
})

test('Product saved is shown beside the button, which keeps the focus', async () => {
  vi.mocked(editProduct).mockResolvedValue({ message: 'Product saved', product: { ...product, name: 'Tee II', price: 1_299, version: 2 } })
  await user.type(screen.getByLabelText('Name'), ' II')
  await user.clear(screen.getByLabelText('Price (₹)'))
  await user.type(screen.getByLabelText('Price (₹)'), '₹1,299')
  const save = screen.getByRole('button', { name: 'Save' })
  await user.click(save)
  const saved = await screen.findByText('Product saved')
  expect(save.parentElement?.contains(saved)).toBe(true)
  expect(document.activeElement).toBe(save)
  expect(screen.getByLabelText<HTMLInputElement>('Price (₹)').value).toBe('1299')
  await user.click(screen.getByRole('button', { name: 'Close' }))
  expect(question()).toBeNull()
  expect(onClose).toHaveBeenCalledOnce()
})

test('without a connection the failure of a stock change says so', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  fakeApi({ 'POST /products/:id/stock': () => 'offline' })
  await user.type(screen.getByLabelText('Change'), '12')
  await user.type(screen.getByLabelText('Reason'), 'Counted')
  await user.click(screen.getByRole('button', { name: 'Change stock' }))
  const section = within(screen.getByRole('region', { name: 'Stock' }))
  expect((await section.findByRole('alert')).textContent).toBe('You are offline. Please try again when you are connected.')
})

test('a change in another section keeps what was typed, which is saved with the new version', async () => {
  fakeApi({
    'POST /products/:id/status': () => ({
      message: 'Product archived',
      product: { ...product, status: 'archived', price: 699, version: 2 },
    }),
  })
  vi.mocked(editProduct).mockResolvedValue({ message: 'Product saved', product: { ...product, name: 'Tee II', version: 3 } })
  await user.type(screen.getByLabelText('Name'), ' II')
  await user.click(screen.getByRole('button', { name: 'Archive' }))
  await screen.findByText('Product archived')
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Tee II')
  expect(screen.getByLabelText<HTMLInputElement>('Price (₹)').value).toBe('699')
  await user.click(screen.getByRole('button', { name: 'Close' }))
  expect(question()).not.toBeNull()
  await user.click(screen.getByRole('button', { name: 'Go back' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Product saved')
  expect(vi.mocked(editProduct).mock.lastCall?.[0].values).toMatchObject({ name: 'Tee II', price: '699', version: '2' })
})

test('publishing waits for an upload, which keeps what was changed while it was sent', async () => {
  let resolve: (reply: object) => void = () => {}
  vi.mocked(addPicture).mockReturnValue(new Promise((settle) => (resolve = settle as never)))
  await user.upload(await screen.findByLabelText('Add pictures'), new File(['x'], 'back.png', { type: 'image/png' }))
  await user.click(screen.getByRole('button', { name: 'Make it a draft' }))
  const publish = await screen.findByRole('button', { name: 'Publish now' })
  expect(publish.getAttribute('aria-disabled')).toBe('true')
  expect(screen.getByRole('button', { name: 'Publish on this date' }).getAttribute('aria-disabled')).toBe('true')
  screen.getByText(/^A file is still uploading/)
  const picture = { _id: 'p2', image: product.image, backdrop: '#aabbcc', alt: 'Back', focus: { x: 50, y: 50 } }
  await act(async () => resolve({ message: 'Picture added', version: 2, pictures: [picture] }))
  await screen.findByText('Back')
  expect(screen.getByRole('button', { name: 'Publish now' }).getAttribute('aria-disabled')).toBe('false')
  expect(screen.queryByText(/still uploading/)).toBeNull()
})
