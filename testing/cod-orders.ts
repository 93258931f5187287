import { sql } from 'kysely'
import type { CallReply } from '#contract/contract.ts'
import type { OrderStatus } from '#contract/orders/order-status.ts'
import type { CourierKey } from '#contract/shipping/couriers.ts'
import { address, buildGuestOrder, createTestProduct } from './factories.ts'
import { signInAdministrator } from './shoppers.ts'
import type { TestApp } from './test-app.ts'

/** More of a list than courier and text. */
type ListFields = { columns?: (string | null)[]; utr?: string; bankAmount?: string }

interface NewCodOrder {
  courier?: CourierKey
  last?: OrderStatus
  daysAgo?: number
  /** runs when the order is placed, with its id */
  beforePacking?: (id: string) => Promise<void>
}

/** Orders of ₹799 on delivery, and what couriers pay for them, for an administrator. */
export async function createCodOrders({ request, database }: Pick<TestApp, 'request' | 'database'>) {
  const { cookies } = await signInAdministrator({ request, database })
  const tee = await createTestProduct({ database, stock: 1_000, price: 799 })
  let counter = 0
  function createNumber(): string {
    counter += 1
    return `COD${String(counter).padStart(6, '0')}`
  }
  const readOrder = async (id: string) => (await request('GET', `/order/admin/${id}`, { cookies })).json()

  /** A guest's order that this courier has delivered, or that has another last status. */
  async function placeOrder({ courier, last = 'Delivered', daysAgo = 0, beforePacking }: NewCodOrder) {
    const body = { ...buildGuestOrder([tee]), deliveryAddress: { ...address, email: `${createNumber()}@example.com` } }
    const { _id: id, number } = (await request('POST', '/guest/cashondelivery', { body })).json().order
    const transition = (to: string) => request('POST', `/order/admin/${id}/move`, { cookies, body: { to } })
    const saveNumber = async (saved: { courier: CourierKey; trackingNumber: string }) =>
      request('POST', `/order/admin/${id}/shipment`, { cookies, body: { ...saved, version: (await readOrder(id)).version } })
    await beforePacking?.(id)
    for (const to of ['Confirmed', 'Packed']) await transition(to)
    const trackingNumber = createNumber()
    if (courier) await saveNumber({ courier, trackingNumber })
    await transition('Shipped')
    if (last !== 'Shipped') await transition(last)
    const happened_at = sql<Date>`now() - make_interval(days => ${daysAgo})`
    await database.updateTable('order_events').set({ happened_at }).where('order_id', '=', id).where('event', '=', last).execute()
    return { id: id as string, number: number as string, trackingNumber, transition, saveNumber, read: () => readOrder(id) }
  }

  const sendList =
    (path: string) =>
    (courier: string, text: string, more: ListFields = {}) =>
      request('POST', path, { cookies, body: { courier, text, ...more } })
  const [sendCheck, sendRecord] = [sendList('/remittances/check'), sendList('/remittances')]
  type Sent = Parameters<typeof sendCheck>
  const read = async (query = '') => (await request('GET', `/remittances${query}`, { cookies })).json<CallReply<'GET /remittances'>>()
  return {
    cookies,
    placeOrder,
    sendCheck,
    sendRecord,
    check: async (...list: Sent) => (await sendCheck(...list)).json<CallReply<'POST /remittances/check'>>(),
    record: async (...list: Sent) => (await sendRecord(...list)).json<CallReply<'POST /remittances'>>(),
    undo: (id: string, version = 0) => request('POST', `/remittances/${id}/undo`, { cookies, body: { version } }),
    read,
    sumOf: async (courier: string) => (await read()).couriers.find((sum) => sum.courier === courier),
  }
}
