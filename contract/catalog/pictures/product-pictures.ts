import { z } from 'zod'
import { maxLengths } from '../../kernel/business.ts'
import { defineCalls, idempotencyHeaders } from '../../kernel/endpoint.ts'
import { byId } from '../../kernel/field-schemas.ts'
import { uploads } from '../../kernel/limits/uploads.ts'
import { catalogErrors } from '../catalog-errors.ts'

/** A picture as the product page shows it. */
export const productPicture = z.object({
  image: z.string().describe('path of the image, 800 pixels wide; other widths and formats have the same folder'),
  backdrop: z.string().describe('#rrggbb, shown until the image is loaded'),
  alt: z.string().describe('text for those who do not see it; empty: the name of the product'),
})
export type ProductPicture = z.infer<typeof productPicture>

const percent = z.coerce.number<string | number>().int().min(0).max(100)
export const focalPoint = {
  focusX: percent.optional().describe('centre of the 4:5 crop of the image, in per cent from the left; default 50'),
  focusY: percent.optional().describe('in per cent from the top'),
}

export const uploadedImage = z.file({ error: catalogErrors.image_missing.text }).min(1, catalogErrors.image_missing.text)

const adminPicture = productPicture.extend({
  _id: z.string(),
  focus: z.object({ x: z.int(), y: z.int() }).describe('centre of the 4:5 crop of the image, in per cent'),
})
export type AdminPicture = z.infer<typeof adminPicture>

const pictureList = z.object({
  version: z.int().describe('of the pictures; changes are refused with 409 when it is not the current one'),
  pictures: z.array(adminPicture).describe('in their order; the first is the image of the product'),
})
export type PictureList = z.infer<typeof pictureList>

const changedPictures = { 200: pictureList.extend({ message: z.string() }) }

const ofPicture = byId.extend({ pictureId: z.string().max(64) })
const version = z.int().min(1).max(1_000_000_000)

export const productPicturesCalls = defineCalls({
  getProductPictures: {
    route: 'GET /products/:id/pictures',
    right: 'products',
    summary: 'The pictures of a product',
    params: byId,
    reply: { 200: pictureList },
  },

  addProductPicture: {
    route: 'POST /products/:id/pictures',
    right: 'products',
    changes: 'products',
    summary: `Add a picture as the last of at most ${uploads.maxPictures} (multipart/form-data)`,
    params: byId,
    headers: idempotencyHeaders,
    form: true,
    body: z.object({ ...focalPoint, image: uploadedImage.describe(`PNG, JPEG, GIF or WebP, at most ${uploads.maxMegabytes} MB`) }),
    reply: { 201: changedPictures[200] },
  },

  orderProductPictures: {
    route: 'PATCH /products/:id/pictures',
    right: 'products',
    changes: 'products',
    summary: 'Put the pictures of a product into another order',
    params: byId,
    body: z.object({ version, order: z.array(z.string().max(64)).max(uploads.maxPictures).describe('the ids of all pictures') }),
    reply: changedPictures,
  },

  changeProductPicture: {
    route: 'PATCH /products/:id/pictures/:pictureId',
    right: 'products',
    changes: 'products',
    summary: 'Change the text or the focal point of a picture',
    params: ofPicture,
    body: z.object({ version, alt: z.string().trim().max(maxLengths.pictureText, 'The text is too long.').optional(), ...focalPoint }),
    reply: changedPictures,
  },

  deleteProductPicture: {
    route: 'DELETE /products/:id/pictures/:pictureId',
    right: 'products',
    changes: 'products',
    summary: 'Delete a picture; the last one stays',
    params: ofPicture,
    query: z.object({ version: z.coerce.number().pipe(version) }),
    reply: changedPictures,
  },
})
