import type { FastifyInstance } from 'fastify'
import { toIndianDay } from '#contract/kernel/indian-time.ts'
import { createCsvStream } from '../../csv/write-csv.ts'
import type { Database } from '../../database/schema.ts'
import { defineRoute } from '../../http/define-route.ts'
import { listMoneyOrders, readMoney, readMoneyTable } from './read-money.ts'

/** Where the money of orders is. */
export function moneyRoutes(api: FastifyInstance, { readDatabase: database }: { readDatabase: Database }): void {
  const thisMonth = () => toIndianDay().slice(0, 7)

  defineRoute(api, 'getMoney', ({ query: { month = thisMonth() } }) => readMoney({ database, month }))

  defineRoute(api, 'getMoneyOrders', ({ query: { month = thisMonth(), ...query } }) => listMoneyOrders({ database, month, ...query }))

  defineRoute(api, 'exportMoneyOrders', async ({ query: { month = thisMonth() }, reply }) => {
    reply.type('text/csv; charset=utf-8').header('content-disposition', `attachment; filename="money-${month}.csv"`)
    return createCsvStream(readMoneyTable({ database, month }))
  })
}
