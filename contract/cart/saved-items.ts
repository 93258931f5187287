import { z } from 'zod'
import { catalogErrors } from '../catalog/catalog-errors.ts'
import { sizeName } from '../catalog/product-sizes.ts'
import { product } from '../catalog/products.ts'
import { defineCalls } from '../kernel/endpoint.ts'
import { cart } from './cart.ts'

const savedItem = z.object({
  product: product.omit({ description: true }),
  isDeleted: z.boolean().describe('no longer for sale'),
})
export type SavedItem = z.infer<typeof savedItem>

const params = z.object({ productId: z.uuid(catalogErrors.product_not_found.text).toLowerCase() })
const message = z.string()

export const savedItemsCalls = defineCalls({
  getSavedItems: {
    route: 'GET /cart/saved',
    who: 'user',
    summary: 'The products that the shopper has saved for later, last saved first',
    reply: { 200: z.object({ items: z.array(savedItem) }) },
  },

  saveItem: {
    route: 'POST /cart/saved/:productId',
    who: 'user',
    changes: 'nothing',
    summary: 'Save a product for later. Saving it again is no error',
    params,
    reply: { 200: z.object({ message }) },
  },

  removeSavedItem: {
    route: 'DELETE /cart/saved/:productId',
    who: 'user',
    changes: 'nothing',
    summary: 'Remove a saved product. Removing one that is not saved is no error',
    params,
    reply: { 200: z.object({ message }) },
  },

  addToCartFromSaved: {
    route: 'POST /cart/saved/:productId/move',
    who: 'user',
    changes: 'nothing',
    summary: 'Add a saved product to the cart and remove it from the saved ones; one that is not saved any more is not added again',
    params,
    body: z.object({ size: sizeName }),
    reply: { 200: cart.extend({ message }) },
  },
})
