import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { type Mock, vi } from 'vitest'
import type { AdminProduct } from '#contract/catalog/admin-products.ts'
import { sampleProduct } from '../../../../api/fake-api.ts'
import { type ProductCard, ProductCardContext } from './product-card.tsx'

// For tests.

export const adminProduct: AdminProduct = {
  ...sampleProduct,
  version: 3,
  details: {},
  detailsVersion: 3,
  focus: { x: 50, y: 50 },
  status: 'on_sale',
  createdAt: '2026-11-20T10:00:00.000Z',
}

interface RenderedSection {
  readonly show: Mock
  readonly reload: Mock
  readonly reportEdit: Mock
  /** renders the section again with a changed product */
  readonly update: (change: Partial<ProductCard>) => void
}

/** Renders a section of the drawer with a product around it. Returns what it reports. */
export function renderSection(section: ReactNode, card: Partial<ProductCard> = {}): RenderedSection {
  const reports = { show: vi.fn(), reload: vi.fn(), reportEdit: vi.fn() }
  const wrap = (change: Partial<ProductCard>) => (
    <MemoryRouter>
      <ProductCardContext
        value={{
          product: adminProduct,
          sizes: [],
          movements: [],
          waiting: [],
          categories: [],
          storeAddress: null,
          isUploading: false,
          ...reports,
          ...card,
          ...change,
        }}
      >
        {section}
      </ProductCardContext>
    </MemoryRouter>
  )
  const { rerender } = render(wrap({}))
  return { ...reports, update: (change: Partial<ProductCard>) => rerender(wrap(change)) }
}
