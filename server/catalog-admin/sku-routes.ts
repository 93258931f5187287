import type { FastifyInstance } from 'fastify'
import type { Database } from '../database/schema.ts'
import { defineRoute } from '../http/define-route.ts'
import { requireUser } from '../http/session.ts'
import { findSkus } from './find-skus.ts'
import { listSkus } from './list-skus.ts'
import { setStock } from './set-stock.ts'
import { savePrices, saveStocks } from './sku-rows.ts'

/** 1,000 rows with the longest SKUs. */
const maxBodyBytes = 1024 * 1024

const defaultNote = 'Set by SKU'

/** Stocks and prices by SKU, for other programs. */
export function skuRoutes(api: FastifyInstance, { database }: { database: Database }): void {
  defineRoute(api, 'getSkus', ({ query }) => listSkus({ database, ...query }))

  defineRoute(api, 'setStockBySku', async ({ params: { id: sku }, body: { note, ...values }, headers, request }) => {
    const row = { sku, ...values }
    const target = (await findSkus({ database, skus: [sku] }))(sku)
    const actorId = requireUser(request).id
    const claim = { scope: `stock of a SKU ${actorId}`, key: headers['idempotency-key'], body: row }
    const stock = await setStock({ database, target, row, note: note || defaultNote, actorId, claim })
    return { message: 'Stock saved', sku, stock }
  })

  defineRoute(
    api,
    'setStocksBySku',
    async ({ body: { rows, note }, headers, request }) => {
      const actorId = requireUser(request).id
      const results = await saveStocks({ database, rows, actorId, note: note || defaultNote, key: headers['idempotency-key'] })
      return { message: describeResults(results), results }
    },
    { maxBodyBytes },
  )

  defineRoute(
    api,
    'setPricesBySku',
    async ({ body: { rows }, request }) => {
      const results = await savePrices({ database, rows, actorId: requireUser(request).id })
      return { message: describeResults(results), results }
    },
    { maxBodyBytes },
  )
}

function describeResults(results: readonly { readonly outcome: string }[]): string {
  const saved = results.filter(({ outcome }) => outcome === 'saved').length
  const count = `${saved} ${saved === 1 ? 'row' : 'rows'} saved`
  return saved === results.length ? count : `${count}, ${results.length - saved} not saved`
}
