import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Product } from '#contract/catalog/products.ts'
import { sampleProduct } from '../../api/fake-api.ts'
import { ProductPrice } from './product-price.tsx'

const read = (change: Partial<Product>, isShort = false) =>
  render(<ProductPrice product={{ ...sampleProduct, ...change }} isShort={isShort} />).container.textContent

test.each([
  [{}, '₹799'],
  [{ mrp: 1_199 }, '₹799MRP ₹1,199 You save ₹400 (33%)'],
  [{ regularPrice: 999.5 }, '₹799Before ₹999.50 You save ₹200.50 (20%)'],
  [{ mrp: 1_199, regularPrice: 999 }, '₹799MRP ₹1,199 You save ₹400 (33%)'],
  [{ mrp: 800 }, '₹799MRP ₹800 You save ₹1'],
  [{ mrp: 799 }, '₹799'],
])('%j is shown as %s', (change, text) => {
  expect(read(change)).toBe(text)
})

test('a card shows the share in short', () => {
  expect(read({ mrp: 1_199 }, true)).toBe('₹799MRP ₹1,199 33% off')
})
