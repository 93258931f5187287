import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { AdminOrderDetail } from '#contract/orders/admin-orders.ts'
import type { OrderWithoutInvoice } from '#contract/orders/invoices.ts'
import { invoiceProblemTexts } from '#contract/tax/invoice-problems.ts'
import { recordActivity } from '../../activity/record-activity.ts'
import { isUuid } from '../../database/is-uuid.ts'
import type { Database } from '../../database/schema.ts'
import { defineRoute } from '../../http/define-route.ts'
import { requireUser } from '../../http/session.ts'
import { AppError } from '../../kernel/errors.ts'
import { findPinCode } from '../../pin-codes/pin-codes.ts'
import { issueNow } from '../../tax/invoice-requests.ts'
import type { OrderDependencies } from '../order/order-dependencies.ts'

const maxListed = 200

interface InvoiceRoutesOptions extends Pick<OrderDependencies, 'database' | 'shopSettings'> {
  readonly readDetail: (id: string) => Promise<AdminOrderDetail>
}

/** Invoices that administrators issue by hand. */
export function invoiceRoutes(api: FastifyInstance, { database, shopSettings, readDetail }: InvoiceRoutesOptions): void {
  defineRoute(api, 'getOrdersWithoutInvoice', async () => {
    if (shopSettings.current.shop.gstin === '') return { hasGstin: false, orders: [], total: 0 }
    return { hasGstin: true, ...(await readOrdersWithoutInvoice({ database })) }
  })

  defineRoute(api, 'issueInvoice', async ({ params: { id }, request }) => {
    if (!isUuid(id)) throw new AppError('not_found')
    if (shopSettings.current.shop.gstin === '') throw new AppError('invoice_without_gstin')
    const problem = await issueNow({ database, settings: shopSettings.current, orderId: id })
    if (problem) throw new AppError('invoice_incomplete', { reason: invoiceProblemTexts[problem] })
    const order = await readDetail(id)
    if (!order.documents?.length) throw new AppError('move_not_possible')
    await recordActivity({ database, actorId: requireUser(request).id, call: 'issueInvoice', subject: { id, name: order.number } })
    return { message: 'The invoice is issued', order }
  })
}

/** Packed, shipped and delivered orders without documents whose packing can no longer be undone. */
async function readOrdersWithoutInvoice({ database }: { database: Database }): Promise<{ orders: OrderWithoutInvoice[]; total: number }> {
  const rows = await database
    .selectFrom('orders')
    .leftJoin('invoice_requests as request', 'request.order_id', 'orders.id')
    .select(['orders.id', 'number', 'status', 'delivery_address', 'request.problem'])
    .select(sql<number>`count(*) over ()`.as('total'))
    .where('status', 'in', ['Packed', 'Shipped', 'Delivered'])
    // A shop may have got its GSTIN after these were delivered.
    .where(sql<boolean>`(status <> 'Delivered' or request.problem is not null or placed_at >= (select min(issued_at) from documents))`)
    .where(sql<boolean>`(request.order_id is null or request.problem is not null)`)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('documents').select('documents.id').whereRef('documents.order_id', '=', 'orders.id'))),
    )
    .orderBy('placed_at')
    .limit(maxListed)
    .execute()
  const orders = rows.map(({ id, number, status, delivery_address: { state, pinCode }, problem }) => {
    return { _id: id, number, orderStatus: status, problem, state, offeredState: findPinCode(pinCode).state }
  })
  return { orders, total: rows[0]?.total ?? 0 }
}
