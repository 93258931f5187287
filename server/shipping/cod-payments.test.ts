import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { CallReply } from '#contract/contract.ts'
import { startShop } from '#testing/start-shop.ts'
import { selectUnpaidOrders } from './read-cod-payments.ts'

const { request, database, cookies } = await startShop()

/** Delivered COD orders of ₹799, each with a shipment. */
const insertOrders = (count: number, prefix: string) =>
  sql`
    with placed as (
      insert into orders (number, kind, status, payment_status, total_paise, paid_paise, collect_paise, delivery_address, placed_at)
      select ${prefix} || n, 'guest', 'Delivered', 'Paid', 79900, 79900, 79900, '{}', now() - make_interval(mins => n)
      from generate_series(1, ${count}::int) as n
      returning id, number, placed_at
    ),
    sent as (
      insert into shipments (order_id, courier, tracking_number) select id, 'delhivery', 'AWB' || number from placed
    )
    insert into order_events (order_id, event, actor, happened_at) select id, 'Delivered', 'admin', placed_at from placed
  `.execute(database)

interface PlanNode {
  readonly 'Relation Name'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly PlanNode[]
}

/** The rows that a plan has read from tables. */
const countRows = (node: PlanNode): number =>
  (node['Relation Name'] === undefined ? 0 : (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']) +
  (node.Plans ?? []).reduce((sum, child) => sum + countRows(child), 0)

test('a page of unpaid orders reads the orders of the page only', async () => {
  await insertOrders(3_000, 'OPEN')
  await sql`analyze`.execute(database)
  const reply = (await request('GET', '/remittances', { cookies })).json<CallReply<'GET /remittances'>>()
  expect(reply).toMatchObject({ total: 3_000, couriers: [{ courier: 'delhivery', orders: 3_000, amount: 2_397_000 }] })
  expect(reply.orders[0]).toMatchObject({ number: 'OPEN3000', trackingNumber: 'AWBOPEN3000', amount: 799 })
  const plans = await selectUnpaidOrders({ database, query: { page: 1 } }).explain<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    'json',
    sql`analyze`,
  )
  const [plan] = plans
  expect(countRows(plan?.['QUERY PLAN'][0].Plan as PlanNode)).toBeLessThanOrEqual(4 * reply.orders.length)
})
