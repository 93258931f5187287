import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { sampleProduct } from '../../../api/fake-api.ts'
import { OrderLines } from './order-lines.tsx'

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
