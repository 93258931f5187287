import { z } from 'zod'
import { maxLengths, paging, quantities, sorts } from '../business.ts'
import { defineEndpoint, idempotencyHeaders, rupees } from '../endpoint.ts'
import { errorText } from '../errors/errors.ts'
import { requiredText } from '../field-schemas.ts'
import { newProductSizes, productSizes, sizeName, sizeStock, sizesChange } from '../inventory/product-sizes.ts'
import { uploads } from '../limits/policy.ts'
import { schemaRegistry } from '../schema-registry.ts'
import { focalPoint, productPicture, uploadedImage } from './pictures/product-pictures.ts'
import { productDetails } from './product-details.ts'

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
    pictures: z.array(productPicture).optional().describe('of one product, the first is `image`; lists leave them out'),
    details: productDetails.optional().describe('of one product; lists leave them out'),
    colours: z
      .array(z.object({ _id: z.string(), name: z.string(), colour: z.string(), image: z.string(), backdrop: z.string() }))
      .optional()
      .describe('of one product: the products of its style in their colours, itself included, when there is another'),
    sizes: z.array(z.string()),
    sizeStock,
  })
  .register(schemaRegistry, { id: 'Product' })
export type Product = z.infer<typeof product>

/** Sorts of the administrator's list. */
export const adminSorts = [...sorts, 'name', 'stock'] as const
export type AdminSort = (typeof adminSorts)[number]

/** Products that shoppers do not see. */
export const hiddenProducts = ['draft', 'archived'] as const

const productList = z.object({ products: z.array(product), total: z.int() }).register(schemaRegistry, { id: 'ProductList' })
export type ProductList = z.infer<typeof productList>

/** The filters of a list of products. */
export const listFilters = z.object({
  category: z.string().max(40).optional().describe('key of a category such as TEE, in any case'),
  q: z.string().max(maxLengths.search).optional().describe('search text; typos are corrected'),
  minPrice: z.coerce.number().min(0).max(100_000_000).optional().describe('rupees'),
  maxPrice: z.coerce.number().min(0).max(100_000_000).optional().describe('rupees'),
  inStock: z.enum(['true', 'false']).optional().describe('true: only products in stock'),
  size: z.string().max(maxLengths.size).optional().describe('only products in stock in this size'),
  colour: z.string().max(maxLengths.colour).optional().describe('in any case'),
  fabric: z.string().max(maxLengths.fabric).optional().describe('a word of the declared fabric, in any case'),
  country: z.string().max(maxLengths.country).optional().describe('of origin, in any case; India is that of products that declare none'),
})

export const getAllProducts = defineEndpoint('getAllProducts', {
  summary: 'Products: all as an array, or one page of them with any query parameter',
  query: listFilters.extend({
    page: z.coerce.number().int().min(1).max(1_000_000).optional(),
    limit: z.coerce.number().int().min(1).max(paging.productsMaxLimit).optional(),
    sort: z.enum(sorts).optional(),
  }),
  reply: { 200: z.union([productList, z.array(product)]) },
})

export const getSuggestions = defineEndpoint('getSuggestions', {
  summary: 'Names of categories and products that contain the words of a search, the last of which may be incomplete',
  query: z.object({ q: z.string().max(maxLengths.search) }),
  reply: { 200: z.object({ suggestions: z.array(z.string()).describe('at most 8') }) },
})

export const getProduct = defineEndpoint('getProduct', {
  summary: 'One product',
  params: z.object({ id: z.string().max(64) }),
  reply: { 200: product },
})

export const getSimilarProducts = defineEndpoint('getSimilarProducts', {
  summary: 'Up to four products in stock of the same category, those with the nearest price first',
  params: z.object({ id: z.string().max(64) }),
  reply: { 200: z.object({ products: z.array(product) }) },
})

/** A price of a form, which arrives as text: `₹ 1,29,900.50/-` is 129900.5. Commas group by two or three digits. */
export const priceText = (label: string) =>
  requiredText(label, 20)
    .overwrite((text) => text.replace(/\s/g, '').replace(/^(₹|rs\.?|inr)|\/-$/gi, ''))
    .refine((text) => !/^[\d,]*,[\d,.]*$/.test(text) || /^\d{1,3}((,\d{2})*|(,\d{3})*),\d{3}(\.|$)/.test(text), {
      error: `Check the commas in the ${label.toLowerCase()}: 1299 is written 1,299.`,
      abort: true,
    })
    .overwrite((text) => text.replaceAll(',', ''))
    .regex(/^\d{1,7}(\.\d{1,2})?$/, `${label} must be a number such as 799 or 799.50.`)
    .pipe(z.coerce.number<string>().positive(`${label} must be more than 0.`))

/** Null for an empty text. */
export const optionalPriceText = (label: string) =>
  z.string().transform((text, context) => {
    if (text.trim() === '') return null
    const { data, error } = priceText(label).safeParse(text)
    if (data !== undefined) return data
    context.addIssue(error?.issues[0]?.message ?? '')
    return z.NEVER
  })

/** A stock of a form. */
export const stockText = requiredText('Stock', 10)
  .regex(/^\d+$/, 'Stock must be a whole number.')
  .pipe(z.coerce.number<string>().int().max(quantities.maxStock, 'Stock is too large.'))

const productFields = z.object({
  name: requiredText('Name', maxLengths.productName),
  description: requiredText('Description', 5_000),
  price: priceText('Price').describe('rupees, at most two decimals'),
  mrp: optionalPriceText('MRP').optional().describe('maximum retail price in rupees; empty for none, left out it stays'),
  category: z
    .string({ error: errorText('category_unknown') })
    .min(1, errorText('category_unknown'))
    .max(40, errorText('category_unknown')),
})

/** Sent as multipart/form-data. */
export const productDraft = productFields.extend({
  stock: stockText,
  sizes: newProductSizes,
  draft: z.enum(['yes']).optional().describe('the product is not published yet'),
  ...focalPoint,
  image: uploadedImage.describe(`PNG, JPEG, GIF or WebP, at most ${uploads.maxMegabytes} MB`),
})

export const productEdit = productFields.extend({
  version: z
    .string()
    .regex(/^\d{1,9}$/)
    .pipe(z.coerce.number<string>())
    .describe('of the product as the editor saw it; 409 when it has changed since'),
  ...focalPoint,
  image: uploadedImage.optional().describe('without it the image stays'),
})

export const adminProduct = product
  .extend({
    version: z.int(),
    details: productDetails,
    detailsVersion: z.int(),
    createdAt: z.iso.datetime(),
    hiddenAs: z.enum(hiddenProducts).optional().describe('why shoppers do not see it; without it the product is on sale'),
    publishAt: z.iso.datetime().optional().describe('when the draft goes on sale by itself'),
    focus: z.object({ x: z.int(), y: z.int() }).describe('centre of the 4:5 crop of the image, in per cent'),
  })
  .register(schemaRegistry, { id: 'AdminProduct' })
export type AdminProduct = z.infer<typeof adminProduct>

const byId = z.object({ id: z.string().max(64) })

export const createProduct = defineEndpoint('createProduct', {
  summary: 'Add a product (multipart/form-data)',
  headers: idempotencyHeaders,
  form: true,
  body: productDraft,
  reply: { 201: z.object({ message: z.string(), product: adminProduct }) },
})

export const editProduct = defineEndpoint('editProduct', {
  summary: 'Change a product (multipart/form-data); its stock has a call of its own',
  params: byId,
  form: true,
  body: productEdit,
  reply: { 200: z.object({ message: z.string(), product: adminProduct }) },
})

export const deleteProduct = defineEndpoint('deleteProduct', {
  summary: 'Take a product off sale; past orders keep their copy of it',
  params: byId,
  reply: { 200: z.object({ message: z.string() }) },
})

export const getAdminProducts = defineEndpoint('getAdminProducts', {
  summary: 'One page of the products on sale, of the drafts or of the archived products, for administrators',
  query: z.object({
    page: z.coerce.number().int().min(1).max(1_000_000).default(1),
    limit: z.coerce.number().int().min(1).max(paging.productsMaxLimit).default(paging.productsPerPage),
    status: z.enum(hiddenProducts).optional().describe('without it: products on sale'),
    category: z.string().max(40).optional(),
    q: z.string().max(maxLengths.search).optional(),
    sort: z.enum(adminSorts).optional(),
    low: z.enum(['yes']).optional().describe('only products that are sold out or low in stock'),
  }),
  reply: {
    200: z.object({
      products: z.array(adminProduct),
      total: z.int(),
      page: z.int(),
      totalPages: z.int(),
      counts: z.object({ draft: z.int(), archived: z.int(), demo: z.int() }).describe('in the whole shop'),
    }),
  },
})

/** Why a stock changed: `opening` is a new product's stock, `correction` a manual change. */
export const stockCauses = ['opening', 'sale', 'hold', 'release', 'cancel', 'refused', 'return', 'correction'] as const
export type StockCause = (typeof stockCauses)[number]

const stockMovement = z.object({
  _id: z.string(),
  size: z.string().nullable().describe('null: the product has one stock for all sizes'),
  change: z.int(),
  stockAfter: z.int().describe('of this size'),
  cause: z.enum(stockCauses),
  actor: z.string().nullable().describe('user name; null for a guest or the shop itself'),
  order: z.object({ _id: z.string(), number: z.string() }).nullable(),
  note: z.string().nullable(),
  movedAt: z.iso.datetime(),
})
export type StockMovement = z.infer<typeof stockMovement>

const stockWithMovements = z.object({
  product: adminProduct,
  sizes: productSizes.describe('empty for a product with one stock'),
  waiting: z
    .array(z.object({ size: z.string().describe('empty for a product with one stock'), count: z.int() }))
    .describe('how many confirmed requests for a stock notification there are'),
  movements: z.array(stockMovement).describe('newest first, at most 50'),
})

export const getStockMovements = defineEndpoint('getStockMovements', {
  summary: 'A product and its stock movements',
  params: byId,
  reply: { 200: stockWithMovements },
})

export const changeStock = defineEndpoint('changeStock', {
  summary: 'Add to the stock of a product or take from it, with the reason',
  params: byId,
  headers: idempotencyHeaders,
  body: z.object({
    change: z
      .int('Enter a whole number.')
      .min(-quantities.maxStock)
      .max(quantities.maxStock)
      .refine((change) => change !== 0, 'Enter how many items to add or remove.'),
    cause: z.enum(['return', 'correction']),
    size: sizeName.optional().describe('required for a product with stock by size'),
    note: requiredText('Reason', maxLengths.reason),
  }),
  reply: { 200: stockWithMovements.extend({ message: z.string() }) },
})

export const setProductSizes = defineEndpoint('setProductSizes', {
  summary: 'Set the sizes of a product, divide its stock into sizes, or give it one stock again',
  params: byId,
  body: sizesChange,
  reply: { 200: stockWithMovements.extend({ message: z.string() }) },
})
