import type { FastifyInstance } from 'fastify'
import type { TransitionResult } from '#contract/orders/order-desk.ts'
import { defineRoute } from '../../http/define-route.ts'
import { requireUser } from '../../http/session.ts'
import type { OrderDependencies } from '../order/order-dependencies.ts'
import { createOrderDesk } from './order-desk.ts'
import { readUndoSeconds, transitionOrders, undoTransitions } from './transition-orders.ts'

type DeskDependencies = Pick<OrderDependencies, 'database' | 'payments' | 'shopSettings' | 'trackingKey' | 'requestMails'>

/** The order desk: views of orders, and transitions of many orders at once. */
export function deskRoutes(api: FastifyInstance, { database, payments, shopSettings, trackingKey, requestMails }: DeskDependencies): void {
  const desk = createOrderDesk({ database, payments, shopSettings, trackingKey })

  defineRoute(api, 'getDeskOrders', ({ query }) => desk.readView(query))

  defineRoute(api, 'getDeskSelection', ({ query }) => desk.readSelection(query))

  defineRoute(api, 'transitionOrders', async ({ body: { to, orders }, request }) => {
    const { id: actorId, hasStepUp, rights } = requireUser(request)
    const settings = shopSettings.current
    const answers = await transitionOrders({ database, payments, settings, to, orders, actorId, hasStepUp, rights })
    requestMails()
    return { message: describeAnswers(answers, 'moved'), answers, undoSeconds: await readUndoSeconds({ database, to, answers }) }
  })

  defineRoute(api, 'undoTransitions', async ({ body: { orders }, request }) => {
    const answers = await undoTransitions({ database, payments, orders, actorId: requireUser(request).id })
    return { message: describeAnswers(answers, 'undone'), answers }
  })
}

function describeAnswers(answers: readonly TransitionResult[], changed: string): string {
  const count = answers.filter(({ result }) => result === 'moved').length
  return `${count} of ${answers.length} ${answers.length === 1 ? 'order' : 'orders'} ${changed}`
}
