import type { FastifyInstance } from 'fastify'
import type { MoveAnswer } from '#contract/orders/order-desk.ts'
import { defineRoute } from '../../http/define-route.ts'
import { requireUser } from '../../http/session.ts'
import type { OrderDependencies } from '../order-dependencies.ts'
import { moveOrders, readUndoSeconds, undoMoves } from './move-orders.ts'
import { createOrderDesk } from './order-desk.ts'

type DeskDependencies = Pick<OrderDependencies, 'database' | 'payments' | 'requestMails'>

/** The order desk: views of orders, and moves of many orders at once. */
export function deskRoutes(api: FastifyInstance, { database, payments, requestMails }: DeskDependencies): void {
  const desk = createOrderDesk({ database, payments })

  defineRoute(api, 'getDeskOrders', ({ query }) => desk.readView(query))

  defineRoute(api, 'getDeskSelection', ({ query }) => desk.readSelection(query))

  defineRoute(api, 'moveOrders', async ({ body: { to, orders }, request }) => {
    const { id: actorId, isProven } = requireUser(request)
    const answers = await moveOrders({ database, payments, to, orders, actorId, isProven })
    requestMails()
    return { message: describeAnswers(answers, 'moved'), answers, undoSeconds: await readUndoSeconds({ database, to, answers }) }
  })

  defineRoute(api, 'undoMoves', async ({ body: { orders }, request }) => {
    const answers = await undoMoves({ database, payments, orders, actorId: requireUser(request).id })
    return { message: describeAnswers(answers, 'undone'), answers }
  })
}

function describeAnswers(answers: readonly MoveAnswer[], changed: string): string {
  const count = answers.filter(({ result }) => result === 'moved').length
  return `${count} of ${answers.length} ${answers.length === 1 ? 'order' : 'orders'} ${changed}`
}
