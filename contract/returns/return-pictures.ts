import { z } from 'zod'
import { catalogErrors } from '../catalog/catalog-errors.ts'
import { maxLengths } from '../kernel/business.ts'
import { defineCalls, idempotencyHeaders } from '../kernel/endpoint.ts'
import { byId } from '../kernel/field-schemas.ts'
import { returnLimits } from '../kernel/limits/return-limits.ts'
import { uploads } from '../kernel/limits/uploads.ts'

const pictureId = z.string().max(64)

/** A private photo of a return; its picture is a call of its own. */
export const returnPicture = z.object({
  _id: z.string(),
  line: z.int().nullable().describe('the received item that the shop has photographed; null for photos of the shopper'),
})
export type ReturnPicture = z.infer<typeof returnPicture>

const image = z
  .file({ error: catalogErrors.image_missing.text })
  .min(1, catalogErrors.image_missing.text)
  .describe(`PNG, JPEG, GIF or WebP, at most ${uploads.maxMegabytes} MB`)

const file = { 200: z.unknown().describe('image/webp, for its shopper and administrators only') }
const pictures = z.object({ message: z.string(), pictures: z.array(returnPicture) })

const ofReturn = byId.extend({ returnId: z.string().max(64) })
const ofPicture = ofReturn.extend({ pictureId })
const token = z.string().max(maxLengths.trackingToken).describe('of the tracking link')
const byLink = z.object({ token, returnId: z.string().max(64) })

const added = `Add a photo to a return of faulty or wrong items, until it is received (multipart/form-data, at most ${returnLimits.maxPictures})`

export const returnPicturesCalls = defineCalls({
  addReturnPicture: {
    route: 'POST /order/:id/returns/:returnId/pictures',
    who: 'user',
    changes: 'nothing',
    summary: added,
    params: ofReturn,
    headers: idempotencyHeaders,
    form: true,
    body: z.object({ image }),
    reply: { 201: pictures },
  },

  getReturnPicture: {
    route: 'GET /order/:id/returns/:returnId/pictures/:pictureId',
    who: 'user',
    summary: 'A photo of a return of my order',
    params: ofPicture,
    reply: file,
  },

  deleteReturnPicture: {
    route: 'DELETE /order/:id/returns/:returnId/pictures/:pictureId',
    who: 'user',
    changes: 'nothing',
    summary: 'Delete my photo of a return, until it is received',
    params: ofPicture,
    reply: { 200: pictures },
  },

  addReturnPictureByLink: {
    route: 'POST /order/returns/pictures',
    who: 'anyone',
    changes: 'nothing',
    summary: `${added}, by the tracking link of its order`,
    headers: idempotencyHeaders.extend({
      'tracking-token': z
        .string()
        .max(maxLengths.trackingToken)
        .describe('of the tracking link; a header, so that it is checked before the file is read'),
      'return-id': z.string().max(64),
    }),
    form: true,
    body: z.object({ image }),
    reply: { 201: pictures },
  },

  findReturnPictureByLink: {
    route: 'POST /order/returns/pictures/find',
    who: 'anyone',
    changes: 'nothing',
    summary: 'A photo of a return, by the tracking link of its order',
    body: byLink.extend({ pictureId }),
    reply: file,
  },

  deleteReturnPictureByLink: {
    route: 'POST /order/returns/pictures/delete',
    who: 'anyone',
    changes: 'nothing',
    summary: 'Delete a photo of the shopper, until the return is received, by the tracking link of its order',
    body: byLink.extend({ pictureId }),
    reply: { 200: pictures },
  },

  addReceivedPicture: {
    route: 'POST /returns/:id/lines/:line/pictures',
    right: 'orders',
    changes: 'nothing',
    summary: `Add a photo of a received item, at most ${returnLimits.maxPictures} of each (multipart/form-data)`,
    params: byId.extend({ line: z.coerce.number().int().min(1).max(10_000) }),
    headers: idempotencyHeaders,
    form: true,
    body: z.object({ image }),
    reply: { 201: pictures },
  },

  getPictureOfReturn: {
    route: 'GET /returns/:id/pictures/:pictureId',
    right: 'orders',
    summary: 'A photo of a return',
    params: byId.extend({ pictureId }),
    reply: file,
  },

  deletePictureOfReturn: {
    route: 'DELETE /returns/:id/pictures/:pictureId',
    right: 'orders',
    changes: 'nothing',
    summary: 'Delete a photo of a return',
    params: byId.extend({ pictureId }),
    reply: { 200: pictures },
  },
})
