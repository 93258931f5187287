import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import type { User } from '#contract/accounts/users.ts'
import type { Right } from '#contract/kernel/rights.ts'
import { fakeApi, sampleProduct } from '../../../api/fake-api.ts'
import { useSession } from '../../../session/session.ts'
import { OrderLines } from './order-lines.tsx'

const initial = useSession.getState()
afterEach(() => useSession.setState(initial, true))

const page = { products: [sampleProduct], total: 1, page: 1, totalPages: 1 }

test.each<[Right[], string]>([
  [['orders', 'products'], 'GET /products/admin'],
  [['orders'], 'GET /products/getAll'],
])('products of an order are found with the rights %j', async (rights, route) => {
  useSession.setState({ user: { role: 'admin', rights } as unknown as User })
  const received = fakeApi({ 'GET /products/admin': () => page, 'GET /products/getAll': () => page })
  render(<OrderLines lines={[]} error={undefined} onChange={() => {}} />)
  await userEvent.type(screen.getByLabelText('Search products'), 'tee{Enter}')
  expect(await screen.findByRole('list', { name: 'Found products' })).toBeDefined()
  expect(received.map((call) => [call.route, call.path.includes('q=tee')])).toEqual([[route, true]])
})

test('a line says when an item leaves that is made to order, or ordered before it is made', () => {
  const tee = { ...sampleProduct, sizes: ['M'], sizeStock: undefined }
  const products = [
    { ...tee, _id: 'usual' },
    { ...tee, _id: 'made', dispatchDays: 9 },
    { ...tee, _id: 'ahead', dispatchDays: 13, availableFrom: '2026-12-12' },
  ]
  render(<OrderLines lines={products.map((product) => ({ product, size: 'M', quantity: 1 }))} error={undefined} onChange={() => {}} />)
  const lines = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(lines[0]).not.toMatch(/leaves/i)
  expect(lines[1]).toContain('Made to order: leaves in 9 days')
  expect(lines[2]).toContain('Pre-order · leaves on 12 December')
})
