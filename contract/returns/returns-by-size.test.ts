import { expect, test } from 'vitest'
import { productDetails } from '../catalog/product-details.ts'
import { findMisfit, misfitTexts } from './returns-by-size.ts'

test.each([
  [{ sent: 9, tooSmall: 9, tooLarge: 0 }, null],
  [{ sent: 10, tooSmall: 1, tooLarge: 0 }, null],
  [{ sent: 10, tooSmall: 2, tooLarge: 0 }, 'small'],
  [{ sent: 10, tooSmall: 2, tooLarge: 3 }, 'large'],
  [{ sent: 16, tooSmall: 3, tooLarge: 0 }, null],
  [{ sent: 15, tooSmall: 3, tooLarge: 3 }, 'small'],
])('a product of which this came back runs as it says: %o', (counts, misfit) => {
  expect(findMisfit(counts)).toBe(misfit)
})

test('what a misfit is described as can be saved', () => {
  for (const fit of Object.values(misfitTexts)) expect(productDetails.parse({ fit })).toEqual({ fit })
})
