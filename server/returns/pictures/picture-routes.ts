import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { recordInTransaction } from '../../activity/record-activity.ts'
import { isUuid } from '../../database/is-uuid.ts'
import type { Database } from '../../database/schema.ts'
import { createClientLimit } from '../../http/client-limit.ts'
import { defineRoute } from '../../http/define-route.ts'
import { requireUser } from '../../http/session.ts'
import { acceptUploads } from '../../http/upload.ts'
import { AppError } from '../../kernel/errors.ts'
import { createTrackingLinks } from '../../orders/order/tracking.ts'
import { listPictures, readPicture } from '../read-pictures.ts'
import { findReturn, presentPictures } from '../read-returns.ts'
import type { ReturnDependencies } from '../return-dependencies.ts'
import { addPicture, deletePicture, type PictureTarget } from './add-picture.ts'

/** Uploads of one IP. */
const uploadLimit = { name: 'return-pictures', points: 30, seconds: 600 }
/** Photos that one IP reads or deletes with tracking links. */
const linkLimit = { name: 'return-picture-links', points: 120, seconds: 600 }

const readHeader = (request: FastifyRequest, name: string): string => String(request.headers[name] ?? '')

/** The photos of returns: for their shoppers, for the holders of their tracking links, and for administrators. */
export function pictureRoutes(api: FastifyInstance, { database, settings, trackingKey }: ReturnDependencies): void {
  const links = createTrackingLinks({ key: trackingKey })
  const ofLinks = createClientLimit({ ...linkLimit, database, factor: settings.LIMITS_FACTOR })
  const ofUploads = createClientLimit({ ...uploadLimit, database, factor: settings.LIMITS_FACTOR })
  const readOrder = async (token: string): Promise<string> => {
    const orderId = await links.verify({ database, token, purpose: 'return' })
    if (orderId === undefined) throw new AppError('address_link_invalid')
    return orderId
  }
  const answer = async (message: string, returnId: string) => ({
    message,
    pictures: presentPictures(await listPictures({ database, returnIds: [returnId] })),
  })

  defineRoute(api, 'getReturnPicture', async ({ params: { id, ...key }, request, reply }) => {
    const orderId = await findOwnOrder({ database, id, userId: requireUser(request).id })
    return sendPicture({ reply, picture: await readPicture({ database, ...key, orderId }) })
  })

  defineRoute(api, 'findReturnPictureByLink', async ({ body: { token, ...key }, request, reply }) => {
    await ofLinks.consume(request)
    return sendPicture({ reply, picture: await readPicture({ database, ...key, orderId: await readOrder(token) }) })
  })

  defineRoute(api, 'getPictureOfReturn', async ({ params: { id: returnId, pictureId }, reply }) =>
    sendPicture({ reply, picture: await readPicture({ database, returnId, pictureId }) }),
  )

  defineRoute(api, 'deleteReturnPicture', async ({ params: { id, returnId, pictureId }, request }) => {
    const orderId = await findOwnOrder({ database, id, userId: requireUser(request).id })
    await deletePicture({ database, pictureId, target: { id: returnId, orderId } })
    return answer('The photo is deleted.', returnId)
  })

  defineRoute(api, 'deleteReturnPictureByLink', async ({ body: { token, returnId, pictureId }, request }) => {
    await ofLinks.consume(request)
    await deletePicture({ database, pictureId, target: { id: returnId, orderId: await readOrder(token) } })
    return answer('The photo is deleted.', returnId)
  })

  defineRoute(api, 'deletePictureOfReturn', async ({ params: { id, pictureId }, request }) => {
    await recordInTransaction(
      { database, actorId: requireUser(request).id, call: 'deletePictureOfReturn', subject: { id, name: '' } },
      (trx) => deletePicture({ database: trx, pictureId, target: { id } }),
    )
    return answer('The photo is deleted', id)
  })

  api.register(async (forms) => {
    await acceptUploads(forms, { maxFiles: 1 })

    // Before the file is read: who may not add it does not fill the memory.
    forms.addHook('onRequest', async (request) => {
      const { call } = request.routeOptions.config
      const params = request.params as { id: string; returnId: string }
      if (call === 'addReceivedPicture') return
      await ofUploads.consume(request)
      const [orderId, returnId] =
        call === 'addReturnPicture'
          ? [await findOwnOrder({ database, id: params.id, userId: requireUser(request).id }), params.returnId]
          : [await readOrder(readHeader(request, 'tracking-token')), readHeader(request, 'return-id')]
      const { order_id } = await findReturn({ database, id: returnId })
      if (order_id !== orderId) throw new AppError('return_not_found')
    })

    const add = async (message: string, { image, key, ...target }: PictureTarget & { image: File; key: string | undefined }) => {
      await addPicture({ database, upload: { ...target, key, upload: Buffer.from(await image.arrayBuffer()) } })
      return answer(message, target.id)
    }

    defineRoute(forms, 'addReturnPicture', ({ params: { id, returnId }, body: { image }, headers }) =>
      add('The photo is added.', { id: returnId, orderId: id.toLowerCase(), image, key: headers['idempotency-key'] }),
    )

    defineRoute(forms, 'addReturnPictureByLink', async ({ body: { image }, headers }) => {
      const orderId = await readOrder(headers['tracking-token'])
      return add('The photo is added.', { id: headers['return-id'], orderId, image, key: headers['idempotency-key'] })
    })

    defineRoute(forms, 'addReceivedPicture', ({ params: { id, line }, body: { image }, headers }) =>
      add('The photo is added', { id, line, image, key: headers['idempotency-key'] }),
    )
  })
}

/** The id of an order of this shopper. @throws AppError 404 for another one. */
async function findOwnOrder({ database, id, userId }: { database: Database; id: string; userId: string }): Promise<string> {
  const own = isUuid(id)
    ? await database.selectFrom('orders').select('id').where('id', '=', id).where('user_id', '=', userId).executeTakeFirst()
    : undefined
  if (!own) throw new AppError('not_found')
  return own.id
}

/** A private picture: no cache stores it, by the header that replies of the API have. */
function sendPicture({ reply, picture }: { reply: FastifyReply; picture: Buffer }): Buffer {
  reply.type('image/webp').header('content-disposition', 'inline; filename="photo.webp"')
  return picture
}
