import { saleReturnRules } from '#contract/catalog/return-rules.ts'
import { toPaise } from '#contract/kernel/money.ts'
import { findSale, planSale } from '../../catalog/sales/sales.ts'
import { countRows } from '../../database/count-rows.ts'
import { findProductIds } from './find-products.ts'
import { defineTablePart, LineProblem, saveEach } from './import-part.ts'
import { readNumber, readOptional, readText, readTime } from './read-cells.ts'

/** Sale prices that are planned or running. A product that has a sale here keeps it. */
export const salesPart = defineTablePart({
  part: 'sales',
  file: 'sales.csv',
  needs: ['Product handle', 'Price', 'Starts (IST)', 'Ends (IST)'],
  batchSize: 50,
  countHere: (database) => countRows(database.selectFrom('product_sales').where('state', '<>', 'over')),
  prepare: async (context) =>
    saveEach({
      context,
      nameOf: ({ cells }) => readText(cells, 'Product handle'),
      save: async ([row]) => {
        const cells = row?.cells ?? {}
        const { database } = context
        const handle = readText(cells, 'Product handle').trim()
        const productId = (await findProductIds({ database, handles: [handle] })).get(handle)
        if (productId === undefined) throw new LineProblem('Its product is not here.')
        const [price, startsAt, endsAt] = [readNumber(cells, 'Price'), readTime(cells, 'Starts (IST)'), readTime(cells, 'Ends (IST)')]
        if (price === null || price <= 0 || startsAt === null || endsAt === null) throw new LineProblem('A price and two times are needed.')
        const typedRule = readOptional(cells, 'Return rule')
        const returnRule = saleReturnRules.find((rule) => rule === typedRule)
        if (typedRule !== null && returnRule === undefined) throw new LineProblem('The return rule is not known.')
        if (await findSale({ database, productId })) return 'unchanged'
        await planSale({
          database,
          productId,
          price: toPaise(price),
          startsAt: new Date(startsAt),
          endsAt: new Date(endsAt),
          returnRule,
        })
        return 'new'
      },
    }),
})
