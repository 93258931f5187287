import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { fakeApi, type ReceivedCall, sampleProduct } from '../../../api/fake-api.ts'
import { CollectionForm } from './collection-form.tsx'

const user = userEvent.setup()
const onSaved = vi.fn()
let received: ReceivedCall[]
let fields: Record<string, string>

beforeEach(() => {
  onSaved.mockReset()
  fields = {}
  const kurtas = ['Block Kurta', 'Indigo Kurta'].map((name) => ({ ...sampleProduct, _id: name, name }))
  const draft = { ...sampleProduct, _id: 'draft', name: 'Winter Kurta' }
  received = fakeApi({
    'GET /products/admin': ({ path }) =>
      path.includes('status=draft') ? { products: [draft], total: 1 } : { products: kurtas, total: 30 },
    'POST /collections': () =>
      Object.keys(fields).length > 0
        ? Response.json({ code: 'invalid_request', message: 'Check the fields.', fields }, { status: 400 })
        : { message: 'Collection added', collection: { products: [] } },
  })
  render(
    <CollectionForm collection={undefined} onSaved={onSaved} onEdit={() => undefined}>
      {null}
    </CollectionForm>,
  )
})

const save = () => user.click(screen.getByRole('button', { name: 'Add collection' }))

test('the first wrong field has the focus, and an error ends with the change of its field', async () => {
  fields = { title: 'Title is required.', productIds: 'Add at least one product.' }
  await save()
  expect(document.activeElement).toBe(screen.getByLabelText('Title'))
  await user.type(screen.getByLabelText('Title'), 'Diwali, for him')
  expect(screen.queryByText('Title is required.')).toBeNull()
  await user.type(screen.getByLabelText('Search products to add'), 'kurta{Enter}')
  await user.click(await screen.findByRole('button', { name: 'Add Block Kurta' }))
  expect(screen.queryByText('Add at least one product.')).toBeNull()
  fields = { productIds: 'Add at least one product.' }
  await save()
  expect(document.activeElement).toBe(screen.getByLabelText('Search products to add'))
})

test('adding and removing a product keep the focus in the form', async () => {
  await user.type(screen.getByLabelText('Search products to add'), 'kurta{Enter}')
  await user.click(await screen.findByRole('button', { name: 'Add Block Kurta' }))
  expect(document.activeElement).toBe(screen.getByLabelText('Search products to add'))
  await user.click(screen.getByRole('button', { name: 'Remove Block Kurta' }))
  expect(document.activeElement).toBe(screen.getByLabelText('Search products to add'))
})

test('drafts are found too, and the number of products that are not listed is said', async () => {
  await user.type(screen.getByLabelText('Title'), 'Winter')
  await user.type(screen.getByLabelText('Search products to add'), 'kurta{Enter}')
  await user.click(await screen.findByRole('button', { name: 'Add Winter Kurta, a draft' }))
  expect(screen.getByRole('status').textContent).toContain('28 more')
  await save()
  expect(received.at(-1)).toMatchObject({ route: 'POST /collections', body: { title: 'Winter', slug: 'winter', productIds: ['draft'] } })
  expect(onSaved).toHaveBeenCalledOnce()
})
