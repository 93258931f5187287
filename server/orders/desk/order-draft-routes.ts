import type { FastifyInstance } from 'fastify'
import { recordInTransaction } from '../../activity/record-activity.ts'
import { defineRoute } from '../../http/define-route.ts'
import { requireUser } from '../../http/session.ts'
import type { OrderDependencies } from '../order/order-dependencies.ts'
import { deleteDraft, listDrafts, readDraft, saveDraft } from './order-drafts.ts'

/** Orders that administrators have begun to enter. */
export function orderDraftRoutes(api: FastifyInstance, { database }: Pick<OrderDependencies, 'database'>): void {
  defineRoute(api, 'getOrderDrafts', ({ query: { page, limit } }) => listDrafts({ database, page, limit }))

  defineRoute(api, 'getOrderDraft', ({ params: { id } }) => readDraft({ database, id }))

  defineRoute(api, 'saveOrderDraft', async ({ body, request }) => {
    const draft = await saveDraft({ database, ...body, replaces: body.replaces, savedBy: requireUser(request).id })
    return { message: 'The draft is saved. It holds no stock.', draft }
  })

  defineRoute(api, 'deleteOrderDraft', async ({ params: { id }, request }) => {
    await recordInTransaction({ database, actorId: requireUser(request).id, call: 'deleteOrderDraft' }, (trx) =>
      deleteDraft({ database: trx, id }),
    )
    return { message: 'The draft is deleted.' }
  })
}
