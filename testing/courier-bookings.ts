import { createSimulator } from '@loom-and-lane/shiprocket-simulator'
import { afterAll, beforeEach } from 'vitest'
import type { CallReply } from '#contract/contract.ts'
import { createShiprocket } from '#server/adapters/shiprocket/shiprocket.ts'
import type { Courier } from '#server/shipping/courier/courier.ts'
import { address, buildGuestOrder, createTestProduct } from './factories.ts'
import { requireStatus } from './require-status.ts'
import { createJobRunner } from './run-job.ts'
import { signInAdministrator } from './shoppers.ts'
import { createTestApp } from './test-app.ts'

/** A shop that books its parcels at a simulator of Shiprocket. Call it at the top of a test file. */
export async function startBookings(options: Parameters<typeof createTestApp>[0] = {}) {
  const account = { email: 'api@shop.example', password: 'a password of the tests' }
  const simulator = createSimulator(account)
  const { courier: shiprocket } = createShiprocket({ ...account, apiUrl: await simulator.listen() })
  afterAll(() => simulator.close())
  /** tests replace its calls */
  const courier: Courier = { ...shiprocket }
  beforeEach(() => void Object.assign(courier, shiprocket))
  const app = await createTestApp({ courier, ...options })
  const { request, database } = app
  const runJob = createJobRunner(app)
  const { cookies } = await signInAdministrator({ request, database })
  const tee = await createTestProduct({ database, stock: 1_000, name: 'Plain tee', price: 499 })
  let counter = 0

  async function saveParcelSettings(change: object): Promise<void> {
    const { value, version } = (await request('GET', '/settings', { cookies })).json().groups.parcels
    const draft = await request('PATCH', '/settings/parcels', { cookies, body: { version, value: { ...value, ...change } } })
    const saved = requireStatus(draft, 200).json().state.version
    requireStatus(await request('POST', '/settings/parcels/publish', { cookies, body: { version: saved } }), 200)
  }

  async function placeOrder({ statuses = ['Confirmed', 'Packed'] }: { statuses?: readonly string[] } = {}) {
    counter += 1
    const email = `courier${counter}@example.com`
    const body = { ...buildGuestOrder([tee]), deliveryAddress: { ...address, email } }
    const { _id: id, number } = requireStatus(await request('POST', '/guest/cashondelivery', { body }), 201).json().order as {
      _id: string
      number: string
    }
    const post = async (path: string, body: object) =>
      requireStatus(await request('POST', `/order/admin/${id}${path}`, { cookies, body }), 200)
    for (const to of statuses) await post('/move', { to })
    return {
      ...{ id, number, email, post },
      read: async () => (await request('GET', `/order/admin/${id}`, { cookies })).json(),
      made: () => simulator.orders.filter(({ body: sent }) => String(sent.order_id).startsWith(`${number}-B`)),
    }
  }

  const send = (numbers: readonly string[]) => request('POST', '/order/admin/courier-bookings', { cookies, body: { numbers } })
  return {
    ...{
      app,
      runJob,
      simulator,
      shiprocket,
      courier,
      request,
      database,
      cookies,
      saveParcelSettings,
      placeOrder,
      send,
      trackingKey: app.trackingKey,
    },
    work: () => runJob('book-parcels'),
    track: () => runJob('track-parcels'),
    sendWebhooks: () => runJob('send-webhooks'),
    book: async (...orders: { number: string }[]) =>
      requireStatus(await send(orders.map(({ number }) => number)), 200).json<CallReply<'POST /order/admin/courier-bookings'>>(),
    /** ends claims and delays */
    makeDue: () =>
      database
        .updateTable('courier_bookings')
        .set({ due_at: new Date(0) })
        .execute(),
  }
}
