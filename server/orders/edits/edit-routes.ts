import type { FastifyInstance } from 'fastify'
import type { AdminOrderDetail } from '#contract/orders/admin-orders.ts'
import { recordChange } from '../../activity/record-change.ts'
import { defineRoute } from '../../http/define-route.ts'
import { requireUser } from '../../http/session.ts'
import type { OrderDependencies } from '../order/order-dependencies.ts'
import { readRelatedOrders } from '../order/related-orders.ts'
import { archiveOrder } from './archive-order.ts'
import { addNote, deleteNote } from './order-notes.ts'
import { readOrdersOfSource } from './orders-of-source.ts'
import { removeItems } from './remove-items.ts'
import { revokeLinks } from './revoke-links.ts'
import { setDocumentName } from './set-document-name.ts'
import { setLineSize } from './set-line-size.ts'
import { setOrderAddress } from './set-order-address.ts'

interface EditRoutesOptions extends Pick<OrderDependencies, 'database' | 'payments' | 'shopSettings' | 'syncRefunds'> {
  readonly readDetail: (id: string) => Promise<AdminOrderDetail>
}

/** Changes that administrators make in an order, their notes, and the other orders of the same person. */
export function orderEditRoutes(
  api: FastifyInstance,
  { database, payments, shopSettings, syncRefunds, readDetail }: EditRoutesOptions,
): void {
  defineRoute(api, 'setOrderAddress', async ({ params: { id }, body, request }) => {
    const change = { id, ...body, actorId: requireUser(request).id }
    await setOrderAddress({ database, settings: shopSettings.current, request: change })
    return { message: 'The address is changed', order: await readDetail(id) }
  })

  defineRoute(api, 'setDocumentName', async ({ params: { id }, body, request }) => {
    const change = { id, ...body, actorId: requireUser(request).id }
    await setDocumentName({ database, settings: shopSettings.current, request: change })
    return { message: 'The name is saved', order: await readDetail(id) }
  })

  defineRoute(api, 'setLineSize', async ({ params: { id }, body: { product, ...body }, request }) => {
    await setLineSize({ database, payments, request: { id, productId: product, ...body, actorId: requireUser(request).id } })
    return { message: `Size ${body.size} is set`, order: await readDetail(id) }
  })

  defineRoute(api, 'removeItems', async ({ params: { id }, body, request }) => {
    const { id: actorId, hasStepUp, rights } = requireUser(request)
    await syncRefunds(id)
    await removeItems({ database, payments, request: { id, ...body, actorId, hasStepUp, rights } })
    return { message: body.quantity === 1 ? 'The item is removed' : 'The items are removed', order: await readDetail(id) }
  })

  defineRoute(api, 'addOrderNote', async ({ params: { id }, body, headers, request }) => {
    const authorId = requireUser(request).id
    const claim = { scope: `note ${id} ${authorId}`, key: headers['idempotency-key'], body }
    await addNote({ database, note: { orderId: id, text: body.text, authorId, claim } })
    return { message: 'The note is added', order: await readDetail(id) }
  })

  defineRoute(api, 'deleteOrderNote', async ({ params: { id, noteId }, request }) => {
    await deleteNote({ database, orderId: id, noteId, actorId: requireUser(request).id })
    return { message: 'The note is deleted', order: await readDetail(id) }
  })

  defineRoute(api, 'revokeLinks', async ({ params: { id }, request }) => {
    await revokeLinks({ database, id, actorId: requireUser(request).id })
    return { message: 'The links are revoked', order: await readDetail(id) }
  })

  defineRoute(api, 'archiveOrder', async ({ params: { id }, body: { isArchived }, request }) => {
    const actorId = requireUser(request).id
    await recordChange({ database, actorId, call: 'archiveOrder', id }, (trx) => archiveOrder({ database: trx, id, isArchived, actorId }))
    return { message: isArchived ? 'The order is archived' : 'The order is back in the lists', order: await readDetail(id) }
  })

  defineRoute(api, 'getRelatedOrders', ({ params }) => readRelatedOrders({ database, id: params.id }))

  defineRoute(api, 'getOrdersOfSource', ({ params }) => readOrdersOfSource({ database, id: params.id }))
}
