import { createSimulator } from '@loom-and-lane/meta-simulator'
import { sql } from 'kysely'
import { afterAll } from 'vitest'
import { createMeta } from '#server/adapters/meta/meta.ts'
import { startProvider } from './card-checkout.ts'
import { buildGuestOrder, createTestProduct } from './factories.ts'
import { requireStatus } from './require-status.ts'
import { createJobRunner } from './run-job.ts'
import { signInAdministrator } from './shoppers.ts'
import { createTestApp } from './test-app.ts'

/** A shop that reports its purchases to a simulator of Meta. Call it at the top of a test file. */
export async function startReports() {
  const account = { pixelId: '1234567890', accessToken: 'a token of the tests' }
  const simulator = createSimulator(account)
  const apiUrl = await simulator.listen()
  const provider = await startProvider()
  afterAll(() => simulator.close())
  const app = await createTestApp({ gateways: provider.gateways })
  const { request, database } = app
  const runJob = createJobRunner({ ...app, reporter: createMeta({ ...account, testCode: '', apiUrl }) })
  const { cookies } = await signInAdministrator({ request, database })
  const tee = { ...(await createTestProduct({ database, stock: 10_000, name: 'Plain tee', price: 499 })), size: 'M' }

  async function setAsked(purchaseReports: string): Promise<void> {
    const { value, version } = (await request('GET', '/settings', { cookies })).json().groups.orders
    const draft = await request('PATCH', '/settings/orders', { cookies, body: { version, value: { ...value, purchaseReports } } })
    const saved = requireStatus(draft, 200).json().state.version
    requireStatus(await request('POST', '/settings/orders/publish', { cookies, body: { version: saved } }), 200)
  }

  /** A guest's order on delivery. */
  async function placeOrder(more: object = { purchaseReport: 'both' }) {
    const headers = { 'user-agent': 'Browser of the tests' }
    const body = { ...buildGuestOrder([tee]), ...more }
    const { _id: id, number } = requireStatus(await request('POST', '/guest/cashondelivery', { headers, body }), 201).json().order as {
      _id: string
      number: string
    }
    const transition = async (...statuses: readonly string[]) => {
      for (const to of statuses) requireStatus(await request('POST', `/order/admin/${id}/move`, { cookies, body: { to } }), 200)
    }
    return {
      ...{ id, number, transition },
      deliver: async () => {
        await transition('Confirmed', 'Packed', 'Shipped', 'Delivered')
        await endUndo()
      },
      find: () => database.selectFrom('purchase_reports').selectAll().where('order_id', '=', id).executeTakeFirst(),
      change: (change: object) => database.updateTable('purchase_reports').set(change).where('order_id', '=', id).execute(),
      received: () => simulator.requests.flatMap(({ events }) => events).filter(({ event_id }) => event_id === id),
    }
  }

  /** Makes everything older than the time in which a change can be undone. */
  const endUndo = () => sql`update order_events set happened_at = happened_at - interval '2 minutes'`.execute(database)

  return {
    ...{ app, request, database, cookies, provider, simulator, tee, setAsked, placeOrder, endUndo, runJob, apiUrl },
    report: async () => {
      await database
        .updateTable('purchase_reports')
        .set({ due_at: new Date(0) })
        .execute()
      await runJob('report-purchases')
    },
  }
}
