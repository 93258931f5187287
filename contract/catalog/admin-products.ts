import { z } from 'zod'
import { maxLengths, paging, sorts } from '../kernel/business.ts'
import { defineCalls, idempotencyHeaders, rupees } from '../kernel/endpoint.ts'
import { byId, optionalPriceText, priceText, requiredText, stockText } from '../kernel/field-schemas.ts'
import { uploads } from '../kernel/limits/uploads.ts'
import { paged, pageQuery } from '../kernel/paging.ts'
import { schemaRegistry } from '../kernel/schema-registry.ts'
import { catalogErrors } from './catalog-errors.ts'
import { undeclaredFields } from './declarations.ts'
import { focalPoint, uploadedImage } from './pictures/product-pictures.ts'
import { productDetails } from './product-details.ts'
import { newProductSizes } from './product-sizes.ts'
import { product } from './products.ts'

/** Sorts of the administrator's list. */
export const adminSorts = [...sorts, 'name', 'stock'] as const
export type AdminSort = (typeof adminSorts)[number]

/** Shoppers see the products on sale only. */
export const productStatuses = ['on_sale', 'draft', 'archived'] as const
export type ProductStatus = (typeof productStatuses)[number]

const productFields = z.object({
  name: requiredText('Name', maxLengths.productName),
  description: requiredText('Description', maxLengths.productDescription),
  price: priceText('Price').describe('rupees, at most two decimals'),
  mrp: optionalPriceText('MRP').optional().describe('maximum retail price in rupees; empty for none, left out it stays'),
  cost: optionalPriceText('Cost')
    .optional()
    .describe('what one costs the shop, in rupees; for administrators only; empty for none, left out it stays'),
  category: z
    .string({ error: catalogErrors.category_unknown.text })
    .min(1, catalogErrors.category_unknown.text)
    .max(40, catalogErrors.category_unknown.text),
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
    .max(9, { abort: true })
    .regex(/^\d+$/)
    .pipe(z.coerce.number<string>())
    .describe('of the product as the editor saw it; 409 when it has changed since'),
  ...focalPoint,
  image: uploadedImage.optional().describe('without it the image stays'),
})

export const adminProduct = product
  .extend({
    version: z.int(),
    cost: rupees.optional().describe('what one costs the shop'),
    details: productDetails,
    detailsVersion: z.int(),
    createdAt: z.iso.datetime(),
    status: z.enum(productStatuses),
    hiddenAs: z.enum(['draft', 'archived']).optional().describe('former field: `status` unless it is `on_sale`'),
    publishAt: z.iso.datetime().optional().describe('when the draft goes on sale by itself'),
    focus: z.object({ x: z.int(), y: z.int() }).describe('centre of the 4:5 crop of the image, in per cent'),
  })
  .register(schemaRegistry, { id: 'AdminProduct' })
export type AdminProduct = z.infer<typeof adminProduct>

export const adminProductsCalls = defineCalls({
  createProduct: {
    route: 'POST /products/createProduct',
    right: 'products',
    changes: 'products',
    summary: 'Add a product (multipart/form-data)',
    headers: idempotencyHeaders,
    form: true,
    body: productDraft,
    reply: { 201: z.object({ message: z.string(), product: adminProduct }) },
  },

  editProduct: {
    route: 'PATCH /products/:id',
    right: 'products',
    furtherRights: ['prices'],
    changes: 'products',
    summary: 'Change a product (multipart/form-data); its stock has a call of its own',
    params: byId,
    form: true,
    body: productEdit,
    reply: { 200: z.object({ message: z.string(), product: adminProduct }) },
  },

  deleteProduct: {
    route: 'DELETE /products/:id',
    right: 'products',
    changes: 'products',
    summary: 'Take a product off sale; past orders keep their copy of it',
    params: byId,
    reply: { 200: z.object({ message: z.string() }) },
  },

  getAdminProducts: {
    route: 'GET /products/admin',
    right: 'products',
    summary: 'One page of the products on sale, of the drafts or of the archived products, for administrators',
    query: pageQuery.extend({
      limit: z.coerce.number().int().min(1).max(paging.productsMaxLimit).default(paging.productsPerPage),
      status: z.enum(productStatuses).default('on_sale'),
      category: z.string().max(40).optional(),
      q: z.string().max(maxLengths.search).optional().describe('words, or the beginning of a SKU or barcode'),
      sort: z.enum(adminSorts).optional(),
      low: z.enum(['yes']).optional().describe('only products that are sold out or low in stock'),
      undeclared: z.enum(undeclaredFields).optional().describe('only products that do not say this'),
      unrated: z.enum(['yes']).optional().describe('only products whose HSN code has no tax rate today'),
    }),
    reply: {
      200: z.object({
        products: z.array(adminProduct),
        ...paged,
        counts: z.object({ draft: z.int(), archived: z.int(), demo: z.int() }).describe('in the whole shop'),
      }),
    },
  },
})
