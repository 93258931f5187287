import type { FastifyInstance } from 'fastify'
import { toPaise } from '#contract/money.ts'
import type { Database } from '../database/schema.ts'
import { AppError } from '../errors.ts'
import { defineRoute } from '../http/define-route.ts'
import { requireUser } from '../http/session.ts'
import { findDiscrepancies } from './discrepancies.ts'
import { readOrderPayment } from './order-payment.ts'
import { refundPart } from './refunds.ts'

export function paymentAdminRoutes(
  api: FastifyInstance,
  { database, requestPaymentWork }: { database: Database; requestPaymentWork: () => void },
): void {
  defineRoute(api, 'getOrderPayment', async ({ params }) => ({
    payment: (await readOrderPayment({ database, orderId: params.id })) ?? null,
  }))

  defineRoute(api, 'refundOrder', async ({ params, body, request }) => {
    const refund = {
      orderId: params.id,
      amount: body.amount === undefined ? undefined : toPaise(body.amount),
      expectedRefunded: toPaise(body.refunded),
      reason: body.reason,
      requestedBy: requireUser(request).id,
    }
    await database.transaction().execute((trx) => refundPart({ trx, ...refund }))
    requestPaymentWork()
    const payment = await readOrderPayment({ database, orderId: params.id })
    if (!payment) throw new AppError('refund_not_possible')
    return { message: 'The refund is on its way', payment }
  })

  defineRoute(api, 'getPaymentDiscrepancies', async () => ({ mismatches: await findDiscrepancies({ database }) }))
}
