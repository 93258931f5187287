import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import type { AdminProduct } from '#contract/catalog/admin-products.ts'
import { fakeApi, type ReceivedCall, sampleProduct } from '../../../api/fake-api.ts'
import { leaveGuard } from '../../../ui/leave-guard.ts'
import { BulkEditor } from './bulk-editor.tsx'

const tee: AdminProduct = {
  ...sampleProduct,
  version: 3,
  details: {},
  detailsVersion: 1,
  focus: { x: 50, y: 50 },
  status: 'on_sale',
  createdAt: '2026-11-20T10:00:00.000Z',
}
const kurta: AdminProduct = {
  ...tee,
  _id: 'kurta',
  name: 'Kurta',
  price: 1_299,
  mrp: 1_499,
  stock: 5,
  sizeStock: [
    { size: 'M', stock: 4 },
    { size: 'L', stock: 1 },
  ],
}
const categories = [
  { key: 'TEE', name: 'Tees', isHidden: false, description: '' },
  { key: 'SHIRT', name: 'Shirts', isHidden: false, description: '' },
]

const user = userEvent.setup()
const hasGuard = () => leaveGuard.ask !== undefined

beforeEach(() => {
  render(
    <MemoryRouter>
      <BulkEditor products={[tee, kurta]} categories={categories} />
    </MemoryRouter>,
  )
})

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
async function type(name: string, text: string) {
  await user.clear(field(name))
  await user.type(field(name), text)
}
const save = () => user.click(screen.getByRole('button', { name: /^Save/ }))
const sentChanges = (calls: readonly ReceivedCall[]) => calls.map(({ body }) => (body as { changes: object[] }).changes)
const saved = (product: AdminProduct) => ({ _id: product._id, outcome: 'saved', product })

test('one save sends the edited values with what the editor saw, and nothing else', async () => {
  const calls = fakeApi({
    'POST /products/admin/changes': () => ({
      message: '1 product saved',
      results: [
        saved({
          ...kurta,
          price: 999,
          stock: 8,
          version: 4,
          sizeStock: [
            { size: 'M', stock: 7 },
            { size: 'L', stock: 1 },
          ],
        }),
      ],
    }),
  })
  expect(hasGuard()).toBe(false)
  await type('Price (₹) of Kurta', '999')
  await type('M, stock of Kurta', '7')
  await type('MRP (₹) of Tee', '900')
  await user.clear(field('MRP (₹) of Tee'))
  expect(hasGuard()).toBe(true)
  await save()
  expect(await screen.findByText('1 product saved')).not.toBeNull()
  expect(calls[0]?.body).toEqual({
    note: 'Stock count',
    changes: [{ id: 'kurta', version: 3, price: '999', stock: [{ size: 'M', seen: 4, value: '7' }] }],
  })
  expect(hasGuard()).toBe(false)
  await save()
  expect(calls).toHaveLength(1)
})

test('Enter and the arrow keys move within the column', async () => {
  field('Price (₹) of Tee').focus()
  await user.keyboard('{Enter}')
  expect(document.activeElement).toBe(field('Price (₹) of Kurta'))
  await user.keyboard('{ArrowUp}')
  expect(document.activeElement).toBe(field('Price (₹) of Tee'))
  field('Stock of Tee').focus()
  await user.keyboard('{ArrowDown}{ArrowDown}')
  expect(document.activeElement).toBe(field('L, stock of Kurta'))
})

test('a refused row keeps its input, has the focus and is not sent as saved', async () => {
  const calls = fakeApi({
    'POST /products/admin/changes': () => ({
      message: '1 product saved, 1 not saved',
      results: [
        saved({ ...tee, price: 700, version: 4 }),
        { _id: 'kurta', outcome: 'refused', message: 'Please check the marked fields.', fields: { mrp: 'MRP must be more than 0.' } },
      ],
    }),
  })
  await type('Price (₹) of Tee', '700')
  await type('MRP (₹) of Kurta', '0')
  await save()
  expect(await screen.findByText('MRP must be more than 0.')).not.toBeNull()
  expect(field('MRP (₹) of Kurta').value).toBe('0')
  expect(document.activeElement).toBe(field('MRP (₹) of Kurta'))
  await save()
  expect(sentChanges(calls)[1]).toMatchObject([{ id: 'kurta', version: 3, mrp: '0' }])
})

test('a row that someone else has changed offers the new values, or is saved again over them', async () => {
  const calls = fakeApi({
    'POST /products/admin/changes': () => ({
      message: '0 products saved, 1 not saved',
      results: [{ _id: 'tee', outcome: 'changed', product: { ...tee, price: 850, version: 9 } }],
    }),
  })
  await type('Price (₹) of Tee', '700')
  await save()
  expect((await screen.findByText(/It is now: Price \(₹\) 850, MRP \(₹\) none, Stock 10/)).textContent).toContain('Someone else')
  await save()
  expect(sentChanges(calls)[1]).toMatchObject([{ version: 9, price: '700' }])
  await user.click(await screen.findByRole('button', { name: 'Use the new values' }))
  expect(field('Price (₹) of Tee').value).toBe('850')
  expect(hasGuard()).toBe(false)
})

test('without an answer nothing that was typed is lost', async () => {
  fakeApi({ 'POST /products/admin/changes': () => 'offline' })
  await type('Stock of Tee', '7')
  await save()
  expect(await screen.findByText(/may|try again/i)).not.toBeNull()
  expect(field('Stock of Tee').value).toBe('7')
})

test('selected products are archived, and input in their rows stays', async () => {
  const calls = fakeApi({
    'POST /products/admin/changes': () => ({ message: '1 product saved', results: [saved({ ...tee, status: 'archived', version: 4 })] }),
  })
  await type('Price (₹) of Tee', '700')
  await user.click(screen.getByRole('checkbox', { name: 'Select Tee' }))
  await user.click(screen.getByRole('button', { name: 'Archive' }))
  expect(await screen.findByText('Archived')).not.toBeNull()
  expect(sentChanges(calls)[0]).toEqual([{ id: 'tee', version: 3, status: 'archived', stock: [] }])
  expect(field('Price (₹) of Tee').value).toBe('700')
  expect(screen.getByRole('button', { name: 'Restore' })).not.toBeNull()
})

const selectAll = () => user.click(screen.getByRole('checkbox', { name: 'Select all' }))
const press = (name: string) => user.click(screen.getByRole('button', { name }))

test('the prices of selected products are filled in by a percentage, to be reviewed and saved', async () => {
  const calls = fakeApi({ 'POST /products/admin/changes': () => ({ message: '2 products saved', results: [saved(tee), saved(kurta)] }) })
  await selectAll()
  await press('Change prices')
  await press('Fill in the prices')
  expect(field('Price (₹) of Tee').value).toBe('719')
  expect(field('Price (₹) of Kurta').value).toBe('1169')
  expect(calls).toEqual([])
  await type('Change in per cent', 'much')
  await press('Fill in the prices')
  expect(screen.getByText('Enter a whole number such as -10 or 5.')).not.toBeNull()
  await save()
  expect(sentChanges(calls)[0]).toMatchObject([
    { id: 'tee', price: '719' },
    { id: 'kurta', price: '1169' },
  ])
})

test('selected products move to another category, those that are in it already stay out of the request', async () => {
  const moved = { ...kurta, category: 'SHIRT', version: 4 }
  const calls = fakeApi({ 'POST /products/admin/changes': () => ({ message: '1 product saved', results: [saved(moved)] }) })
  await selectAll()
  await press('Move to a category')
  await press('Move')
  expect(calls).toEqual([])
  await user.click(screen.getByRole('checkbox', { name: 'Select Tee' }))
  await user.selectOptions(screen.getByRole('combobox', { name: 'Category' }), 'Shirts')
  await press('Move')
  expect(sentChanges(calls)[0]).toEqual([{ id: 'kurta', version: 3, category: 'SHIRT', stock: [] }])
})

test('a sale of the selected products shows its prices, and why a product has none', async () => {
  const results = [
    saved({ ...tee, price: 639, regularPrice: 799, version: 4 }),
    { _id: 'kurta', outcome: 'refused', message: 'This product has a sale already. End it first.' },
  ]
  const calls = fakeApi({ 'POST /products/admin/sales': () => ({ message: '1 product saved, 1 not saved', results }) })
  await selectAll()
  await press('Start a sale')
  await type('Per cent off', '20')
  await press('Start the sale')
  expect(screen.getByText('Enter a date and a time.')).not.toBeNull()
  await user.type(screen.getByLabelText('Ends'), '2026-12-01T10:00')
  await press('Start the sale')
  expect(await screen.findByText('This product has a sale already. End it first.')).not.toBeNull()
  expect(calls[0]?.body).toEqual({ ids: ['tee', 'kurta'], percent: 20, endsAt: '2026-12-01T04:30:00.000Z' })
  expect(field('Price (₹) of Tee').value).toBe('639')
})
