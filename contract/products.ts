import { z } from 'zod'
import { categoryNames, paging, sizes } from './business.ts'
import { endpoint, rupees } from './endpoint.ts'

export const product = z
  .object({
    _id: z.string(),
    name: z.string(),
    description: z.string(),
    price: rupees,
    image: z.string().describe('path of the picture, 800 pixels wide; other widths and formats stand beside it'),
    backdrop: z.string().describe('#rrggbb, shown until the picture is there'),
    category: z.enum(categoryNames),
    stock: z.int().nonnegative(),
    sizes: z.array(z.enum(sizes)),
  })
  .meta({ id: 'Product' })
export type Product = z.infer<typeof product>

export const sorts = ['newest', 'price-asc', 'price-desc'] as const
export type Sort = (typeof sorts)[number]

const productList = z.object({ products: z.array(product), total: z.int() }).meta({ id: 'ProductList' })
export type ProductList = z.infer<typeof productList>

export const getAllProducts = endpoint('getAllProducts', {
  summary: 'Products: all as an array, or one page of them with any of the paging words',
  query: z.object({
    page: z.coerce.number().int().min(1).max(1_000_000).optional(),
    limit: z.coerce.number().int().min(1).max(paging.productsMaxLimit).optional(),
    category: z.string().max(40).optional().describe('TEE, JOGGER, HOODIE or DENIM, in any case'),
    q: z.string().max(200).optional().describe('words to look for; a typo is forgiven'),
    sort: z.enum(sorts).optional(),
  }),
  reply: { 200: z.union([productList, z.array(product)]) },
})

export const getProduct = endpoint('getProduct', {
  summary: 'One product',
  params: z.object({ id: z.string().max(64) }),
  reply: { 200: product },
})
