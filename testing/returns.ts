import { randomUUID } from 'node:crypto'
import type { LightMyRequestResponse } from 'fastify'
import { sql } from 'kysely'
import type { AdminReturn } from '#contract/returns/admin-returns.ts'
import { createTrackingLinks } from '#server/orders/order/tracking.ts'
import { type Provider, startCheckout } from './card-checkout.ts'
import { buildGuestOrder, createTestProduct } from './factories.ts'
import type { TestApp } from './test-app.ts'

type Chosen = readonly { line: number; quantity: number; reason: string }[]

interface Options extends Pick<TestApp, 'request' | 'database' | 'trackingKey'> {
  readonly provider: Provider
  /** of an administrator */
  readonly cookies: Record<string, string>
}

/** Delivered orders and their returns. */
export function createReturns({ request, database, trackingKey, provider, cookies }: Options) {
  const links = createTrackingLinks({ key: trackingKey })

  async function deliver({ id, daysAgo = 0 }: { id: string; daysAgo?: number | undefined }) {
    for (const to of ['Confirmed', 'Packed', 'Shipped', 'Delivered'])
      await request('POST', `/order/admin/${id}/move`, { cookies, body: { to } })
    const happened_at = sql<Date>`now() - make_interval(days => ${daysAgo})`
    await database.updateTable('order_events').set({ happened_at }).where('order_id', '=', id).where('event', '=', 'Delivered').execute()
  }

  const stockOf = (id: string) => async () =>
    (await database.selectFrom('products').select('stock').where('id', '=', id).executeTakeFirstOrThrow()).stock

  /** A delivered order of ₹1,598 for two tees, of which 8 are left, paid online by a shopper. */
  async function deliverCard({ daysAgo }: { daysAgo?: number } = {}) {
    const checkout = await startCheckout({ request, database, provider })
    const { order } = (await checkout.verify((await checkout.pay()).browser.response)).json()
    const id = order._id as string
    await deliver({ id, daysAgo })
    const shopper = { cookies: checkout.cookies }
    const payments = (await database.selectFrom('payments').select('id').where('order_id', '=', id).execute()).map((row) => row.id)
    return {
      id,
      number: order.number as string,
      cookies: checkout.cookies,
      payments,
      stock: stockOf(checkout.tee.id),
      read: () => request('GET', `/order/${id}/returnable`, shopper),
      preview: (lines: Chosen) => request('POST', `/order/${id}/returns/preview`, { ...shopper, body: { lines } }),
      ask: (lines: Chosen, refund: number, key: string = randomUUID()) =>
        request('POST', `/order/${id}/returns`, { ...shopper, headers: { 'idempotency-key': key }, body: { lines, refund } }),
      withdraw: (returnId: string) => request('POST', `/order/${id}/returns/${returnId}/withdraw`, shopper),
    }
  }

  /** A guest's delivered order of ₹1,598, paid in cash. */
  async function deliverGuest() {
    const tee = await createTestProduct({ database, stock: 10 })
    const { order } = (await request('POST', '/guest/cashondelivery', { body: buildGuestOrder([{ ...tee, quantity: 2 }]) })).json()
    const id = order._id as string
    await deliver({ id })
    const token = links.create({ orderId: id, purpose: 'return', revision: 0 })
    return {
      id,
      number: order.number as string,
      token,
      stock: stockOf(tee.id),
      read: () => request('POST', '/order/returns/find', { body: { token } }),
      preview: (lines: Chosen) => request('POST', '/order/returns/preview', { body: { token, lines } }),
      ask: (lines: Chosen, refund: number, key: string = randomUUID()) =>
        request('POST', '/order/returns', { headers: { 'idempotency-key': key }, body: { token, lines, refund } }),
      withdraw: (returnId: string) => request('POST', '/order/returns/withdraw', { body: { token, returnId } }),
    }
  }

  const read = async (id: string) => (await request('GET', `/returns/${id}`, { cookies })).json<AdminReturn>()
  /** A step by the administrator, with the version that the return has now. */
  const admin = async (id: string, step: string, body: object = {}) =>
    request('POST', `/returns/${id}/${step}`, { cookies, body: { ...body, version: (await read(id)).version } })
  /** All pieces of the first line, new and sellable. */
  const sendReceipt = (id: string, pieces: number) =>
    admin(id, 'receive', {
      isFault: false,
      lines: [{ line: 1, seen: { new: pieces, worn: 0, faulty: 0, missing: 0 }, restock: pieces, refund: pieces }],
    })
  return {
    deliverCard,
    deliverGuest,
    read,
    admin,
    sendReceipt,
    async receive(id: string, pieces: number) {
      await admin(id, 'accept', { handover: 'send' })
      return sendReceipt(id, pieces)
    },
    code: (reply: LightMyRequestResponse): string => reply.json().code,
  }
}
