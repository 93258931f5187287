import { render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import SizeGuidePage from './size-guide-page.tsx'

vi.mock('../../layout/store-config.ts', async () => {
  const { firstCategories } = await import('#contract/catalog/categories.ts')
  return { useStoreConfig: () => ({ categories: firstCategories }) }
})

const guide = { note: 'Slim fit.', measures: ['waist'], rows: [{ size: '32', values: ['80–84.5'] }] }

function show(category: string | null) {
  const props = { loaderData: { sizeGuide: guide, category, isDefault: false } } as unknown as Parameters<typeof SizeGuidePage>[0]
  return render(<RouterProvider router={createMemoryRouter([{ path: '/', element: <SizeGuidePage {...props} /> }])} />)
}

test('shows both units at once, and the category', () => {
  show('DENIM')
  screen.getByRole('heading', { level: 1, name: 'Size guide: Denim cargos' })
  expect(screen.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(['80–84.5', '31.5–33.5'])
  screen.getByText('Slim fit.')
})

test('without a category it has no name', () => {
  show(null)
  screen.getByRole('heading', { level: 1, name: 'Size guide' })
})
