import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { sampleProduct } from '../../api/fake-api.ts'
import { ProductCard } from './product-card.tsx'

const show = (change: Partial<typeof sampleProduct> & { availableFrom?: string }) =>
  render(
    <MemoryRouter>
      <ul>
        <ProductCard product={{ ...sampleProduct, ...change }} />
      </ul>
    </MemoryRouter>,
  ).container.textContent

test('a card says from which day a pre-order leaves, also when few are left', () => {
  expect(show({ stock: 2, availableFrom: '2026-12-12' })).toContain('Pre-order · leaves from 12 December')
  expect(screen.queryByText('Only 2 left')).toBeNull()
})

test('a pre-order that is sold out, and another product, name no day', () => {
  expect(show({ stock: 0, availableFrom: '2026-12-12' })).not.toContain('Pre-order')
  expect(show({ stock: 2 })).toContain('Only 2 left')
})
