import { z } from 'zod'
import { maxLengths, maxSizes, paging, sorts } from '../kernel/business.ts'
import { defineCalls, rupees } from '../kernel/endpoint.ts'
import { byId } from '../kernel/field-schemas.ts'
import { schemaRegistry } from '../kernel/schema-registry.ts'
import { ageGroups, genders, sizeSystems } from './audience.ts'
import { productPicture } from './pictures/product-pictures.ts'
import { productDetails } from './product-details.ts'
import { sizeStock } from './product-sizes.ts'
import { shownReturnRule } from './shown-return-rule.ts'

export const product = z
  .object({
    _id: z.string(),
    name: z.string(),
    description: z.string(),
    price: rupees.describe('what is paid'),
    mrp: rupees.optional().describe('maximum retail price; for shoppers only when it is above the price'),
    regularPrice: rupees.optional().describe('the price before the sale that is running'),
    lowestPrice: rupees.optional().describe('of one product: the lowest price of the 30 days before the sale that is running'),
    saleEndsAt: z.iso.datetime().optional().describe('of the sale that is running'),
    image: z.string().describe('path of the image, 800 pixels wide; other widths and formats have the same folder'),
    backdrop: z.string().describe('#rrggbb, shown until the image is loaded'),
    category: z.string().describe('key of a category'),
    stock: z.int().nonnegative(),
    dispatchDays: z.int().optional().describe('until it leaves, of a product that is made to order; missing: as the policies say'),
    availableFrom: z.iso.date().optional().describe('of a pre-order: the day in India from which it leaves'),
    pictures: z.array(productPicture).optional().describe('of one product, the first is `image`; lists leave them out'),
    details: productDetails.optional().describe('of one product; lists leave them out'),
    needsDeclarations: z.boolean().optional().describe('of one product that was imported: it declares nothing that its details do not say'),
    gender: z.enum(genders).optional().describe('of one product: whom it is for, by itself or its category'),
    ageGroup: z.enum(ageGroups).optional().describe('of one product, by itself or its category'),
    sizeSystem: z.enum(sizeSystems).optional().describe('of one product whose category has one'),
    colours: z
      .array(z.object({ _id: z.string(), name: z.string(), colour: z.string(), image: z.string(), backdrop: z.string() }))
      .optional()
      .describe('of one product: the products of its style in their colours, itself included, when there is another'),
    returnRule: shownReturnRule.describe('of one product; missing for one that can be returned'),
    styleColours: z.array(z.string()).optional().describe('in lists: the colours of its style on sale, when there are several'),
    sizes: z.array(z.string()),
    sizeStock,
    offers: z.array(z.string()).optional().describe('what running offers give for it, as sentences; left out without one'),
  })
  .register(schemaRegistry, { id: 'Product' })
export type Product = z.infer<typeof product>

const productList = z
  .object({
    products: z.array(product),
    total: z.int(),
    offers: z.array(z.string()).optional().describe('the running offers of the category or, without one, of the shop'),
  })
  .register(schemaRegistry, { id: 'ProductList' })
export type ProductList = z.infer<typeof productList>

/** The filters of a list of products. */
export const listFilters = z.object({
  category: z.string().max(40).optional().describe('key of a category such as TEE, in any case'),
  q: z.string().max(maxLengths.search).optional().describe('search text; typos are corrected'),
  minPrice: z.coerce.number().min(0).max(100_000_000).optional().describe('rupees'),
  maxPrice: z.coerce.number().min(0).max(100_000_000).optional().describe('rupees'),
  inStock: z.enum(['true', 'false']).optional().describe('true: only products in stock'),
  size: z
    .union([z.string().max(maxLengths.size), z.array(z.string().max(maxLengths.size)).max(maxSizes)])
    .optional()
    .describe('only products in stock in this size, or in one of several'),
  colour: z.string().max(maxLengths.colour).optional().describe('in any case'),
  fabric: z.string().max(maxLengths.fabric).optional().describe('a word of the declared fabric, in any case'),
  country: z.string().max(maxLengths.country).optional().describe('of origin, in any case; India is that of products that declare none'),
})

export const productsCalls = defineCalls({
  getAllProducts: {
    route: 'GET /products/getAll',
    who: 'anyone',
    summary: 'Products: all as an array, or one page of them with any query parameter',
    query: listFilters.extend({
      page: z.coerce.number().int().min(1).max(1_000_000).optional(),
      limit: z.coerce.number().int().min(1).max(paging.productsMaxLimit).optional(),
      sort: z.enum(sorts).optional(),
    }),
    reply: { 200: z.union([productList, z.array(product)]) },
  },

  getProduct: {
    route: 'GET /products/:id',
    who: 'anyone',
    summary: 'One product',
    params: byId,
    reply: { 200: product },
  },

  getSimilarProducts: {
    route: 'GET /products/:id/similar',
    who: 'anyone',
    summary: 'Up to four products in stock of the same category, those with the nearest price first',
    params: byId,
    reply: { 200: z.object({ products: z.array(product) }) },
  },
})
