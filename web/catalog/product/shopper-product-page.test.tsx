import { render, screen } from '@testing-library/react'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { errorAnswer, fakeApi } from '../../api/fake-api.ts'
import ShopperProductPage, { clientLoader } from './shopper-product-page.tsx'

test.each([
  ['/productPage/unknown', 'Failed to load product details.', true],
  ['/productPage', 'Product ID is missing.', false],
])('%s says %s', async (path, text, canRetry) => {
  fakeApi({ 'GET /products/:id': () => errorAnswer({ status: 404, code: 'product_not_found' }) })
  const Stub = createRoutesStub([{ path: '/productPage/:id?', Component: ShopperProductPage as never, loader: clientLoader as never }])
  render(<Stub initialEntries={[path]} />)
  await screen.findByText(text)
  expect(screen.queryByRole('link', { name: /try again/i }) !== null).toBe(canRetry)
})
