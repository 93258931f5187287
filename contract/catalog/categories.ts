import { z } from 'zod'
import { defineCalls } from '../kernel/endpoint.ts'
import { hsnCodeText, requiredText, rowVersion } from '../kernel/field-schemas.ts'
import { uploads } from '../kernel/limits/uploads.ts'
import { schemaRegistry } from '../kernel/schema-registry.ts'
import { ageGroups, genders, sizeSystems } from './audience.ts'
import { focalPoint, uploadedImage } from './pictures/product-pictures.ts'
import { returnRules } from './return-rules.ts'

/** The categories of every shop: their lists have routes of their own. Pages have them while the database is unreachable. */
export const firstCategories = [
  { key: 'TEE', name: 'Tees', isHidden: false, description: '' },
  { key: 'JOGGER', name: 'Joggers', isHidden: false, description: '' },
  { key: 'HOODIE', name: 'Hoodie packs', isHidden: false, description: '' },
  { key: 'DENIM', name: 'Denim cargos', isHidden: false, description: '' },
] as const satisfies readonly Category[]

export const categoryLimits = {
  keyLength: 40,
  nameLength: 60,
  keywordsLength: 300,
  descriptionLength: 400,
  sizes: 30,
  sizeLength: 12,
  categories: 60,
  googleCategory: 999_999,
} as const

const category = z
  .object({
    key: z.string(),
    name: z.string(),
    isHidden: z.boolean().describe('not in menus and filters; its products are on sale'),
    description: z.string().describe('the introduction of its page; empty: none'),
    image: z.string().optional().describe('its own picture'),
    backdrop: z.string().optional(),
  })
  .register(schemaRegistry, { id: 'Category' })
export type Category = z.infer<typeof category>

const adminCategory = category
  .extend({
    keywords: z.string().describe('what shoppers may also call it'),
    sizes: z.array(z.string()).nullable(),
    hsnCode: z.string().nullable(),
    gender: z.enum(genders).nullable(),
    ageGroup: z.enum(ageGroups).nullable(),
    sizeSystem: z.enum(sizeSystems).nullable(),
    googleCategory: z.int().nullable(),
    itemWeightGrams: z.int().nullable(),
    boxCm: z.array(z.int()).nullable().describe('length, breadth and height of the box in which an item is sent'),
    returnRule: z.enum(returnRules).nullable().describe('of products that say nothing themselves'),
    products: z.int().describe('on sale'),
    version: z.int(),
  })
  .register(schemaRegistry, { id: 'AdminCategory' })
export type AdminCategory = z.infer<typeof adminCategory>

const key = requiredText('Short name', categoryLimits.keyLength)
  .toUpperCase()
  .refine((text) => text.split('-').every((part) => /^[A-Z0-9]+$/.test(part)), 'Use letters from A to Z, digits and hyphens.')

const size = requiredText('Size', categoryLimits.sizeLength)

const keywords = z.string().trim().max(categoryLimits.keywordsLength, 'The list of words for search is too long.').optional()

const googleCategoryError = "Enter a number of Google's product taxonomy, such as 212."

const weightError = 'Enter whole grams, such as 220.'
const boxError = 'Enter length, breadth and height in whole cm, such as 28 × 22 × 4.'
const centimetres = z.int(boxError).min(1, boxError).max(200, boxError)

const categoryFields = z.object({
  name: requiredText('Name', categoryLimits.nameLength),
  keywords: keywords.describe('what shoppers may also call it; none by default'),
  description: z
    .string()
    .trim()
    .max(categoryLimits.descriptionLength, 'The description is too long.')
    .optional()
    .describe('the introduction of its page; left out: as it is'),
  isHidden: z.boolean().default(false),
  sizes: z
    .array(size)
    .min(1, 'Enter at least one size.')
    .max(categoryLimits.sizes, `A category can have ${categoryLimits.sizes} sizes.`)
    .refine((sizes) => new Set(sizes.map((text) => text.toUpperCase())).size === sizes.length, 'A size is entered twice.')
    .nullable()
    .default(null)
    .describe('of new products; null: the sizes of the shop'),
  hsnCode: hsnCodeText.nullable().default(null),
  gender: z.enum(genders).nullable().optional().describe('of products that declare none; left out: as it is'),
  ageGroup: z.enum(ageGroups).nullable().optional().describe('of products that declare none; left out: as it is'),
  sizeSystem: z.enum(sizeSystems).nullable().optional().describe('of sizes in numbers; left out: as it is'),
  googleCategory: z
    .int(googleCategoryError)
    .min(1, googleCategoryError)
    .max(categoryLimits.googleCategory, googleCategoryError)
    .nullable()
    .optional()
    .describe("number in Google's product taxonomy; left out: as it is"),
  itemWeightGrams: z
    .int(weightError)
    .min(1, weightError)
    .max(100_000, weightError)
    .nullable()
    .optional()
    .describe('of products that declare none; null: as in the settings of parcels; left out: as it is'),
  boxCm: z
    .tuple([centimetres, centimetres, centimetres], { error: boxError })
    .nullable()
    .optional()
    .describe('length, breadth and height of the box; null: as in the settings of parcels; left out: as it is'),
  returnRule: z
    .enum(returnRules)
    .nullable()
    .optional()
    .describe('of products that say nothing themselves; null: they can be returned; left out: as it is'),
})

export const categoryDraft = categoryFields.extend({ key })
export const categoryEdit = categoryFields.extend({ version: rowVersion })

const byKey = z.object({ key: z.string().max(categoryLimits.keyLength) })
const adminCategories = z.object({ categories: z.array(adminCategory) })
const changed = adminCategories.extend({ message: z.string() })

export const categoriesCalls = defineCalls({
  getCategories: {
    route: 'GET /categories',
    who: 'anyone',
    summary: 'The categories in their order; hidden ones only while products of them are on sale',
    reply: {
      200: z.object({
        categories: z.array(category),
        hasReturnRules: z.boolean().optional().describe('some items are exchanged only or not returned'),
      }),
    },
  },

  getAdminCategories: {
    route: 'GET /categories/admin',
    right: 'products',
    summary: 'All categories in their order, for administrators',
    reply: { 200: adminCategories },
  },

  createCategory: {
    route: 'POST /categories',
    right: 'products',
    changes: 'products',
    summary: 'Add a category as the last one',
    body: categoryDraft,
    reply: { 201: changed },
  },

  editCategory: {
    route: 'PATCH /categories/:key',
    right: 'products',
    changes: 'products',
    summary: 'Change a category; its key stays, because links contain it',
    params: byKey,
    body: categoryEdit,
    reply: { 200: changed },
  },

  orderCategories: {
    route: 'POST /categories/order',
    right: 'products',
    changes: 'products',
    summary: 'Change the order of the categories',
    body: z.object({
      keys: z.array(z.string().max(categoryLimits.keyLength)).max(categoryLimits.categories).describe('of all categories'),
    }),
    reply: { 200: changed },
  },

  deleteCategory: {
    route: 'DELETE /categories/:key',
    right: 'products',
    changes: 'products',
    summary: 'Delete a category without products on sale',
    params: byKey,
    reply: { 200: changed },
  },

  setCategoryPicture: {
    route: 'POST /categories/:key/picture',
    right: 'products',
    changes: 'products',
    summary: 'Give a category its own picture, in place of the one it has (multipart/form-data)',
    params: byKey,
    form: true,
    body: z.object({ ...focalPoint, image: uploadedImage.describe(`PNG, JPEG, GIF or WebP, at most ${uploads.maxMegabytes} MB`) }),
    reply: { 200: changed },
  },

  removeCategoryPicture: {
    route: 'DELETE /categories/:key/picture',
    right: 'products',
    changes: 'products',
    summary: 'Remove the picture of a category',
    params: byKey,
    reply: { 200: changed },
  },
})
