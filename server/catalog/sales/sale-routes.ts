import type { FastifyInstance } from 'fastify'
import type { ProductPrices } from '#contract/catalog/product-sales.ts'
import { toPaise, toRupees } from '#contract/kernel/money.ts'
import { recordChange, recordCreation } from '../../activity/record-change.ts'
import { notDeleted } from '../../database/product-conditions.ts'
import type { Database } from '../../database/schema.ts'
import { defineRoute } from '../../http/define-route.ts'
import { requireUser } from '../../http/session.ts'
import type { ListCache } from '../listing/list-cache.ts'
import { presentAdminProduct } from '../product/product-row.ts'
import { requireProduct } from '../product/repository.ts'
import { endGroupSale, listGroupSales, startGroupSale } from './group-sales.ts'
import { applyDueSales, endSale, findLowestPrice, findSale, planSale } from './sales.ts'

interface SaleDependencies {
  readonly database: Database
  readonly cache: ListCache
  /** starts and ends what is due, soon */
  readonly requestSales: () => void
}

/** How long the reply waits for the prices to change. */
const maxApplyMs = 4_000

/** Calls of administrators for the sales of products, categories and collections. */
export function saleRoutes(api: FastifyInstance, { database, cache, requestSales }: SaleDependencies): void {
  /** Changes the prices of a sale of a group. False when the job has to do some of it. */
  async function applyNow(groupId: string): Promise<boolean> {
    const signal = AbortSignal.timeout(maxApplyMs)
    const isDone = await applyDueSales({ database, groupId, signal }).then(
      () => !signal.aborted,
      () => false,
    )
    cache.clear()
    if (!isDone) requestSales()
    return isDone
  }

  defineRoute(api, 'getGroupSales', async ({ query }) => ({ sales: await listGroupSales({ database, ...query }) }))

  defineRoute(api, 'startGroupSale', async ({ body: { startsAt, endsAt, ...terms }, request }) => {
    const times = { startsAt: startsAt === undefined ? new Date() : new Date(startsAt), endsAt: new Date(endsAt) }
    const actorId = requireUser(request).id
    const sale = await recordCreation({ database, actorId, call: 'startGroupSale' }, (trx) =>
      startGroupSale({ database: trx, ...terms, ...times, actorId }),
    )
    if (startsAt !== undefined) return { message: 'Sale planned', sale }
    return { message: (await applyNow(sale._id)) ? 'Sale started' : 'Sale starting within a minute', sale }
  })

  defineRoute(api, 'endGroupSale', async ({ params, request }) => {
    const actorId = requireUser(request).id
    await recordChange({ database, actorId, call: 'endGroupSale', id: params.id }, (trx) =>
      endGroupSale({ database: trx, id: params.id, actorId }),
    )
    return { message: (await applyNow(params.id)) ? 'Sale ended' : 'Sale ending within a minute' }
  })

  defineRoute(api, 'getProductPrices', ({ params }) => readPrices({ database, id: params.id }))

  defineRoute(api, 'startSale', async ({ params, body: { price, startsAt, endsAt, returnRule }, request }) => {
    const { id } = await requireProduct({ database, id: params.id, condition: notDeleted })
    const starts = startsAt === undefined ? new Date() : new Date(startsAt)
    const sale = { productId: id, price: toPaise(price), startsAt: starts, endsAt: new Date(endsAt), returnRule }
    await recordChange({ database, actorId: requireUser(request).id, call: 'startSale', id: id }, (trx) =>
      planSale({ database: trx, ...sale }),
    )
    cache.clear()
    const prices = await readPrices({ database, id })
    return { message: prices.sale?.isRunning ? 'Sale started' : 'Sale planned', ...prices }
  })

  defineRoute(api, 'endSale', async ({ params, request }) => {
    const { id } = await requireProduct({ database, id: params.id, condition: notDeleted })
    await recordChange({ database, actorId: requireUser(request).id, call: 'endSale', id: id }, (trx) =>
      endSale({ database: trx, productId: id }),
    )
    cache.clear()
    return { message: 'Sale ended', ...(await readPrices({ database, id })) }
  })
}

/** Throws `AppError` (404). */
async function readPrices({ database, id }: { database: Database; id: string }): Promise<ProductPrices> {
  const product = await requireProduct({ database, id, condition: notDeleted })
  const [sale, lowestPrice] = await Promise.all([findSale({ database, productId: product.id }), findLowestPrice({ database, product })])
  return {
    product: presentAdminProduct(product),
    lowestPrice: toRupees(lowestPrice),
    sale: sale
      ? {
          price: toRupees(sale.price_paise),
          startsAt: sale.starts_at.toISOString(),
          endsAt: sale.ends_at.toISOString(),
          isRunning: sale.state === 'running',
          ...(sale.return_rule && { returnRule: sale.return_rule }),
        }
      : null,
  }
}
