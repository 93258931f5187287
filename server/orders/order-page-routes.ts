import type { FastifyInstance } from 'fastify'
import { toRupees } from '#contract/kernel/money.ts'
import { canBePaidOnline, needsConfirmation } from '#contract/orders/order-flags.ts'
import type { OrderAction, OrderPage } from '#contract/orders/order-links.ts'
import type { Database } from '../database/schema.ts'
import { createClientLimit } from '../http/client-limit.ts'
import { defineRoute } from '../http/define-route.ts'
import { AppError } from '../kernel/errors.ts'
import { readOnlineSaving } from './lifecycle/online-discount.ts'
import type { OrderDependencies } from './order/order-dependencies.ts'
import { createPageLinks, type PageLinks } from './order/page-links.ts'
import { presentOrder } from './order/present.ts'
import { findOrder, type StoredOrder } from './order/repository.ts'
import { findRecipients, withdrawOrderReport } from './placing/purchase-report.ts'
import { presentTracking } from './tracking-routes.ts'

/** Requests of one IP. */
const pageLimit = { name: 'order-page', points: 30, seconds: 600 }

/** The page of one order, for the holder of any link in its mails. A change has the call of its own purpose, which checks the token again. */
export function orderPageRoutes(api: FastifyInstance, { database, trackingKey, settings, hasCardPayment }: OrderDependencies): void {
  const links = createPageLinks({ key: trackingKey })
  const limit = createClientLimit({ ...pageLimit, database, factor: settings.LIMITS_FACTOR })

  /** Somebody else may have a link that pays. */
  const readConsent = async ({
    purpose,
    orderId,
  }: Awaited<ReturnType<PageLinks['verify']>>): Promise<Pick<OrderPage, 'purchaseReport'>> => {
    const purchaseReport = purpose === 'pay' ? undefined : await findRecipients({ database, orderId })
    return purchaseReport ? { purchaseReport } : {}
  }

  defineRoute(api, 'withdrawPurchaseReport', async ({ body: { token }, request }) => {
    await limit.consume(request)
    const { purpose, orderId } = await links.verify({ database, token })
    if (purpose === 'pay') throw new AppError('address_link_invalid')
    await withdrawOrderReport({ database, orderId })
    return { message: 'Your consent is withdrawn. Nobody is told anything more about this order.' }
  })

  defineRoute(api, 'readOrderPage', async ({ body: { token }, request }): Promise<OrderPage> => {
    await limit.consume(request)
    const link = await links.verify({ database, token })
    return { ...(await readPage(link)), ...(await readConsent(link)) }
  })

  async function readPage({ purpose, orderId }: Awaited<ReturnType<PageLinks['verify']>>): Promise<OrderPage> {
    const found = await findOrder({ database, id: orderId })
    if (!found) throw new AppError('address_link_invalid')
    const { number, orderStatus, products, totalPrice, adjustments, toPay } = presentOrder(found)
    const order = { products, totalPrice, adjustments, toPay }
    switch (purpose) {
      case 'track': {
        const actions = await listActions({ database, found, links, hasPayment: hasCardPayment() })
        return { purpose, number, tracking: await presentTracking({ database, found }), actions }
      }
      case 'return':
        return { purpose, number, orderStatus, actions: [] }
      case 'refund':
        return { purpose, number, actions: [] }
      // Somebody else may have the link and pay.
      case 'pay':
        return { purpose, number, order, actions: [] }
      default:
        return { purpose, number, orderStatus, order, actions: [] }
    }
  }
}

interface ActionQuery {
  readonly database: Database
  readonly found: StoredOrder
  readonly links: PageLinks
  readonly hasPayment: boolean
}

/** What the holder of a mailed link that follows an order can do with it now, each with a token of its own. */
async function listActions({ database, found, links, hasPayment }: ActionQuery): Promise<OrderPage['actions']> {
  const { row } = found
  const { id, link_revision: revision } = row
  const isUnconfirmed = needsConfirmation(row)
  const create = <Action extends OrderAction>(action: Action) => ({ action, token: links.create({ action, id, revision }) })
  // An order that is not confirmed is paid where it is confirmed.
  const saving = hasPayment && !isUnconfirmed && canBePaidOnline(row) ? await readOnlineSaving({ database, found }) : undefined
  return [
    ...(isUnconfirmed ? [create('confirm')] : []),
    ...(saving === undefined ? [] : [{ ...create('pay'), ...(saving > 0 && { saving: toRupees(saving) }) }]),
    ...(row.status === 'Delivered' ? [create('return')] : []),
  ]
}
