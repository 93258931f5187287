import type { FastifyInstance } from 'fastify'
import type { ShopSettings } from '#contract/settings/setting-groups.ts'
import { isTaxed } from '#contract/tax/price-problems.ts'
import { recordChange, recordCreation } from '../../activity/record-change.ts'
import type { Database } from '../../database/schema.ts'
import { defineRoute } from '../../http/define-route.ts'
import { requireUser } from '../../http/session.ts'
import { addRate, deleteRate, endRate, listShownRates } from './change-rates.ts'
import { listSaleProblems } from './sale-problems.ts'

interface TaxRateDependencies {
  readonly database: Database
  readonly shopSettings: { readonly current: Pick<ShopSettings, 'shop' | 'tax'> }
}

/** Calls of administrators about the rates of GST. */
export function taxRateRoutes(api: FastifyInstance, { database, shopSettings }: TaxRateDependencies): void {
  defineRoute(api, 'getTaxRates', async () => {
    return { rates: await listShownRates({ database }), isTaxed: isTaxed(shopSettings.current) }
  })

  defineRoute(api, 'getGroupSaleTaxProblems', async ({ params: { id } }) =>
    isTaxed(shopSettings.current) ? listSaleProblems({ database, id }) : { count: 0, problems: [] },
  )

  defineRoute(api, 'addTaxRate', async ({ body: values, request }) => ({
    message: 'The rate is added.',
    rate: await recordCreation({ database, actorId: requireUser(request).id, call: 'addTaxRate' }, (trx) =>
      addRate({ database: trx, values, actorId: requireUser(request).id }),
    ),
  }))

  defineRoute(api, 'endTaxRate', async ({ params: { id }, body: { lastDay, seenLastDay }, request }) => {
    const actorId = requireUser(request).id
    const rate = await recordChange({ database, actorId, call: 'endTaxRate', id }, (trx) =>
      endRate({ database: trx, id, lastDay, seenLastDay, actorId }),
    )
    return { message: lastDay === null ? 'The rate counts on.' : 'The last day is saved.', rate }
  })

  defineRoute(api, 'deleteTaxRate', async ({ params: { id }, request }) => {
    await recordChange({ database, actorId: requireUser(request).id, call: 'deleteTaxRate', id: id }, (trx) =>
      deleteRate({ database: trx, id }),
    )
    return { message: 'The rate is deleted.' }
  })
}
