import type { FastifyInstance } from 'fastify'
import { errorText } from '#contract/errors.ts'
import { toPaise } from '#contract/money.ts'
import type { AppDependencies } from '../dependencies.ts'
import { AppError } from '../errors.ts'
import { defineRoute } from '../http/define-route.ts'
import { requireUser } from '../http/session.ts'
import { findDiscrepancies } from './discrepancies.ts'
import { readOrderPayment } from './order-payment.ts'
import { minRefund, refundOrder, sumRefunds } from './refunds.ts'
import type { PaymentWorker } from './run-payment-maintenance.ts'

/** What is sent and what stays, in paise, must each be something that the provider can send back. */
function refuseScraps({ asked, left }: { asked: number; left: number }): void {
  const isScrap = (amount: number) => amount > 0 && amount < minRefund
  const code = isScrap(asked) ? 'refund_too_small' : isScrap(left - asked) ? 'refund_leaves_too_little' : undefined
  if (code) throw new AppError(code, { fields: { amount: errorText(code) } })
}

/** Money of orders, for those who answer for it. `worker` is undefined when card payment is off: the refund then waits. */
export function paymentAdminRoutes(
  api: FastifyInstance,
  { database, worker }: Pick<AppDependencies, 'database'> & { worker: PaymentWorker | undefined },
): void {
  defineRoute(api, 'getOrderPayment', async ({ params }) => ({
    payment: (await readOrderPayment({ database, orderId: params.id })) ?? null,
  }))

  defineRoute(api, 'refundOrder', async ({ params, body, request }) => {
    const { payment } = await requirePayment(params.id)
    const asked = body.amount === undefined ? undefined : toPaise(body.amount)
    await database.transaction().execute(async (trx) => {
      const locked = await trx
        .selectFrom('payments')
        .select(['amount_paise', 'provider_payment_id'])
        .where('order_id', '=', params.id)
        .forUpdate()
        .executeTakeFirstOrThrow()
      const gone = await sumRefunds({ trx, providerPaymentId: locked.provider_payment_id ?? '' })
      if (gone !== toPaise(body.refunded)) throw new AppError('refund_changed')
      const left = locked.amount_paise - gone
      if (left <= 0 || (asked ?? left) > left) throw new AppError('refund_too_large')
      refuseScraps({ asked: asked ?? left, left })
      await refundOrder({ trx, orderId: params.id, amount: asked, reason: body.reason, askedBy: requireUser(request).id })
    })
    worker?.start()
    return { message: 'The refund is on its way', payment: (await readOrderPayment({ database, orderId: params.id })) ?? payment }
  })

  async function requirePayment(orderId: string) {
    const payment = await readOrderPayment({ database, orderId })
    if (!payment) throw new AppError('refund_not_possible')
    return { payment }
  }

  defineRoute(api, 'getPaymentDiscrepancies', async () => ({ mismatches: await findDiscrepancies({ database }) }))
}
