import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { type FakeAnswer, fakeApi } from '../../api/fake-api.ts'
import { BulkEditor } from '../catalog/bulk-edit/bulk-editor.tsx'
import { GroupSales } from '../catalog/group-sales.tsx'
import { EditSection } from '../catalog/products/drawer/edit-section.tsx'
import { adminProduct, renderSection } from '../catalog/products/drawer/render-section.tsx'
import { SaleSection } from '../catalog/products/drawer/sale-section.tsx'

const user = userEvent.setup()
const categories = [{ key: 'TEE', name: 'Tees', isHidden: false, description: '', hsnCode: '6109' }]
const gap = 'Tax: ₹2,700 a piece fits no rate: up to ₹2,625 it is 5 %, from ₹2,950.01 18 %. 18 % is used.'
const rates = [
  { _id: 'low', hsnPrefix: '61', upTo: 2_500, rate: 5, state: 'now' },
  { _id: 'high', hsnPrefix: '61', upTo: null, rate: 18, state: 'now' },
  { _id: 'past', hsnPrefix: '6109', upTo: null, rate: 12, state: 'past' },
]

const serve = (answers: Record<string, () => FakeAnswer> = {}, isTaxed = true) =>
  fakeApi({ 'GET /tax-rates': () => ({ rates, isTaxed }), ...answers })

async function type(label: string | RegExp, text: string) {
  await user.clear(screen.getByLabelText(label))
  await user.type(screen.getByLabelText(label), text)
}

test('the form of a product warns of a price between two rates, by its pieces, and not of others', async () => {
  serve()
  const { update } = renderSection(<EditSection />, { categories })
  await type('Price (₹)', '2,700')
  expect((await screen.findByText(gap)).getAttribute('role')).toBe('status')
  update({ product: { ...adminProduct, details: { itemsInPack: 2 } } })
  expect(screen.queryByText(gap)).toBeNull()
  await type('Price (₹)', '5400')
  expect(screen.getByText(gap)).toBeTruthy()
  update({ product: { ...adminProduct, details: { hsnCode: '7117' } } })
  expect(screen.getByText('Tax: HSN code 7117 has no tax rate.')).toBeTruthy()
  update({ product: adminProduct })
  await type('Price (₹)', 'x')
  expect(screen.queryByText(/^Tax:/)).toBeNull()
})

test('a shop whose sales have no tax is not warned', async () => {
  const calls = serve({}, false)
  renderSection(<EditSection />, { categories })
  await type('Price (₹)', '2700')
  await expect.poll(() => calls).toHaveLength(1)
  expect(screen.queryByText(/^Tax:/)).toBeNull()
})

test('the sale of a product warns of its price', async () => {
  serve({ 'GET /products/:id/prices': () => ({ product: adminProduct, lowestPrice: 2_999, sale: null }) })
  renderSection(<SaleSection />, { categories })
  await screen.findByText(/^Lowest price/)
  await type('Price during the sale (₹)', '2700')
  expect(await screen.findByText(gap)).toBeTruthy()
  await type('Price during the sale (₹)', '2600')
  expect(screen.queryByText(gap)).toBeNull()
})

test('the sale of a category names the products whose price fits no rate', async () => {
  const sale = { _id: 's1', percent: 10, startsAt: '2026-11-20T04:30:00Z', endsAt: '2026-12-01T04:30:00Z', products: 9 }
  serve({
    'GET /products/admin/group-sales': () => ({ sales: [sale] }),
    'GET /tax-rates/group-sales/:id': () => ({ count: 3, problems: [{ product: 'p1', name: 'Kurta', text: gap }] }),
  })
  render(<GroupSales group={{ kind: 'category', key: 'TEE' }} />)
  expect(await screen.findByText(`Tax: Kurta: ${gap}`)).toBeTruthy()
  expect(screen.getByText('Tax: 2 products more.')).toBeTruthy()
})

test('bulk edit warns of the price of a row, and of prices during a sale before it starts', async () => {
  serve()
  render(
    <MemoryRouter>
      <BulkEditor products={[{ ...adminProduct, price: 3_000 }]} categories={categories} />
    </MemoryRouter>,
  )
  await type('Price (₹) of Tee', '2700')
  expect(await screen.findByText(gap)).toBeTruthy()
  await type('Price (₹) of Tee', '3000')
  expect(screen.queryByText(gap)).toBeNull()
  await user.click(screen.getByRole('checkbox', { name: 'Select Tee' }))
  await user.click(screen.getByRole('button', { name: 'Start a sale' }))
  expect(screen.getByText(gap.replace('Tax: ', 'Tax: Tee: '))).toBeTruthy()
  await type(/^Per cent off/, '20')
  expect(screen.queryByText(/fits no rate/)).toBeNull()
})
