import { z } from 'zod'
import { defineCalls } from '../kernel/endpoint.ts'
import { byId, requiredText, rowVersion } from '../kernel/field-schemas.ts'
import { collectionProductsPerPage } from '../kernel/limits/paging.ts'
import { uploads } from '../kernel/limits/uploads.ts'
import { schemaRegistry } from '../kernel/schema-registry.ts'
import { focalPoint, uploadedImage } from './pictures/product-pictures.ts'
import { product } from './products.ts'

export const collectionLimits = { titleLength: 80, slugLength: 60, textLength: 2_000, products: 60, collections: 100 } as const

const collectionCard = z
  .object({
    slug: z.string(),
    title: z.string(),
    introduction: z.string().describe('the first paragraph of its text'),
    image: z.string().describe('its own, or that of its first product'),
    backdrop: z.string(),
  })
  .register(schemaRegistry, { id: 'CollectionCard' })
export type CollectionCard = z.infer<typeof collectionCard>

const collection = z
  .object({
    slug: z.string(),
    title: z.string(),
    text: z.string().describe('paragraphs, with an empty line between them'),
    image: z.string().optional().describe('its own picture'),
    backdrop: z.string().optional(),
    products: z.array(product),
    total: z.int().describe('products on sale, on all pages'),
  })
  .register(schemaRegistry, { id: 'Collection' })
export type Collection = z.infer<typeof collection>

const day = z.iso.date('Enter a date.').nullable().default(null)

export const collectionDraft = z
  .object({
    title: requiredText('Title', collectionLimits.titleLength),
    slug: requiredText('Address', collectionLimits.slugLength)
      .toLowerCase()
      .refine((text) => text.split('-').every((part) => /^[a-z0-9]+$/.test(part)), 'Use letters from a to z, digits and hyphens.'),
    text: z.string().trim().max(collectionLimits.textLength, 'The text is too long.').default(''),
    from: day.describe('the first day in Indian time; null: at once'),
    until: day.describe('the last day; null: without an end'),
    productIds: z
      .array(z.uuid().toLowerCase())
      .min(1, 'Add at least one product.')
      .max(collectionLimits.products, `A collection can have ${collectionLimits.products} products.`)
      .refine((ids) => new Set(ids).size === ids.length, 'A product is in the collection twice.')
      .describe('in their order'),
  })
  .refine(({ from, until }) => from === null || until === null || from <= until, {
    path: ['until'],
    error: 'The last day is before the first.',
  })

const adminCollection = z
  .object({
    _id: z.string(),
    slug: z.string(),
    title: z.string(),
    text: z.string(),
    from: z.string().nullable(),
    until: z.string().nullable(),
    image: z.string().nullable().describe('its own picture'),
    backdrop: z.string().nullable(),
    isShown: z.boolean().describe('today is one of its days'),
    products: z.array(z.object({ _id: z.string(), name: z.string() })).describe('on sale, in their order'),
    version: z.int(),
  })
  .register(schemaRegistry, { id: 'AdminCollection' })
export type AdminCollection = z.infer<typeof adminCollection>

const changedPicture = { 200: z.object({ message: z.string(), collection: adminCollection }) }

export const collectionsCalls = defineCalls({
  getCollections: {
    route: 'GET /collections',
    who: 'anyone',
    summary: 'The collections of today with products on sale, newest first',
    reply: { 200: z.object({ collections: z.array(collectionCard) }) },
  },

  getCollection: {
    route: 'GET /collections/:slug',
    who: 'anyone',
    summary: `One collection of today with its products on sale in their order: all, or a page of ${collectionProductsPerPage}`,
    params: z.object({ slug: z.string().max(collectionLimits.slugLength) }),
    query: z.object({ page: z.coerce.number().int().min(1).max(1_000_000).optional() }),
    reply: { 200: collection },
  },

  getAdminCollections: {
    route: 'GET /collections/list/admin',
    right: 'products',
    summary: 'All collections, newest first',
    reply: { 200: z.object({ collections: z.array(adminCollection) }) },
  },

  createCollection: {
    route: 'POST /collections',
    right: 'products',
    changes: 'products',
    summary: 'Add a collection',
    body: collectionDraft,
    reply: { 201: z.object({ message: z.string(), collection: adminCollection }) },
  },

  editCollection: {
    route: 'PATCH /collections/:id',
    right: 'products',
    changes: 'products',
    summary: 'Change a collection and its products',
    params: byId,
    body: collectionDraft.safeExtend({ version: rowVersion }),
    reply: { 200: z.object({ message: z.string(), collection: adminCollection }) },
  },

  deleteCollection: {
    route: 'DELETE /collections/:id',
    right: 'products',
    changes: 'products',
    summary: 'Delete a collection; its products stay',
    params: byId,
    reply: { 200: z.object({ message: z.string() }) },
  },

  setCollectionPicture: {
    route: 'POST /collections/:id/picture',
    right: 'products',
    changes: 'products',
    summary: 'Give a collection its own picture, in place of the one it has (multipart/form-data)',
    params: byId,
    form: true,
    body: z.object({ ...focalPoint, image: uploadedImage.describe(`PNG, JPEG, GIF or WebP, at most ${uploads.maxMegabytes} MB`) }),
    reply: changedPicture,
  },

  removeCollectionPicture: {
    route: 'DELETE /collections/:id/picture',
    right: 'products',
    changes: 'products',
    summary: 'Show the picture of the first product of a collection again',
    params: byId,
    reply: changedPicture,
  },
})
