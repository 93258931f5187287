import { randomUUID } from 'node:crypto'
import type { LightMyRequestResponse } from 'fastify'
import { sql } from 'kysely'
import type { ReturnableOrder, ShopperReturn } from '#contract/returns/returns.ts'
import type { ShopSettings } from '#contract/settings/setting-groups.ts'
import { findDrift } from '#server/inventory/ledger.ts'
import { createTrackingLinks } from '#server/orders/order/tracking.ts'
import { checkBooks } from '#server/tax/books/check-books.ts'
import { publishPolicies } from './policies.ts'
import { requireStatus } from './require-status.ts'
import type { createTaxedOrders } from './tax.ts'
import type { TestApp } from './test-app.ts'

type ExchangeLine = { line: number; quantity: number; reason: string; newSize?: string; newProduct?: string }

interface Options extends Pick<TestApp, 'request' | 'database' | 'trackingKey'> {
  readonly taxed: Awaited<ReturnType<typeof createTaxedOrders>>
}

export const exchangeToL: ExchangeLine = { line: 1, quantity: 1, reason: 'too small', newSize: 'L' }

/** Delivered orders of guests and their exchanges, in a shop that issues invoices. */
export function createExchanges({ request, database, trackingKey, taxed }: Options) {
  const { cookies, transition, issue } = taxed
  const links = createTrackingLinks({ key: trackingKey })
  let persons = 0

  /** Changes the policies of the shop, with exchanges switched on. */
  async function setPolicies(change: Partial<ShopSettings['policies']> = {}): Promise<void> {
    const exchanges = { exchanges: 'on', exchangesSent: 'received', exchangeFee: 'waived', exchangesAccepted: 'off' } as const
    await publishPolicies({ request, cookies, change: { ...exchanges, ...change } })
  }

  /** Packs, invoices, ships and delivers an order that is confirmed. */
  async function send(id: string): Promise<void> {
    for (const to of ['Packed', 'Shipped', 'Delivered']) {
      const reply = await transition(id, to)
      requireStatus(reply, 200)
      if (to === 'Packed') await issue()
    }
    // The delivery can no longer be undone.
    const happened_at = sql<Date>`happened_at - interval '1 minute'`
    await database.updateTable('order_events').set({ happened_at }).where('order_id', '=', id).where('event', '=', 'Delivered').execute()
  }

  /** The calls of a guest about a delivered order. */
  function asGuest(id: string) {
    const token = links.create({ orderId: id, purpose: 'return', revision: 0 })
    const ask = (lines: readonly ExchangeLine[], more: object = {}, key: string = randomUUID()) =>
      request('POST', '/order/returns', {
        headers: { 'idempotency-key': key },
        body: { token, kind: 'exchange', lines, refund: 0, toPay: 0, ...more },
      })
    return {
      id,
      token,
      ask,
      askId: async (lines: readonly ExchangeLine[] = [exchangeToL], more: object = {}) => {
        const reply = await ask(lines, more)
        requireStatus(reply, 201)
        return reply.json<{ return: ShopperReturn }>().return._id
      },
      read: async () => (await request('POST', '/order/returns/find', { body: { token } })).json<ReturnableOrder>(),
      preview: (lines: readonly ExchangeLine[], kind = 'exchange') =>
        request('POST', '/order/returns/preview', { body: { token, kind, lines } }),
      withdraw: (returnId: string) => request('POST', '/order/returns/withdraw', { body: { token, returnId } }),
      takeMoney: (returnId: string, refund: number) => request('POST', '/order/returns/refund', { body: { token, returnId, refund } }),
    }
  }

  /** A delivered order of guests for these items, paid in cash. */
  async function deliver(items: Parameters<typeof taxed.place>[0]) {
    persons += 1
    const id = await taxed.place(items, { phone: String(9_876_600_000 + persons), email: `shopper-${persons}@example.com` })
    await transition(id, 'Confirmed')
    await send(id)
    return asGuest(id)
  }

  const readReturn = async (id: string) => (await request('GET', `/returns/${id}`, { cookies })).json()
  const admin = async (id: string, step: string, body: object = {}): Promise<LightMyRequestResponse> =>
    request('POST', `/returns/${id}/${step}`, { cookies, body: { ...body, version: (await readReturn(id)).version } })
  return {
    cookies,
    setPolicies,
    deliver,
    send,
    asGuest,
    readReturn,
    admin,
    accept: (id: string) => admin(id, 'accept', { handover: 'send' }),
    /** `accepted` of the pieces of line 1, all of them new and sellable. */
    receive: (id: string, pieces = 1, accepted = pieces) =>
      admin(id, 'receive', {
        isFault: false,
        lines: [{ line: 1, seen: { new: pieces, worn: 0, faulty: 0, missing: 0 }, restock: pieces, refund: accepted }],
      }),
    stockOf: async (productId: string) => {
      const rows = await database.selectFrom('product_sizes').select(['size', 'stock']).where('product_id', '=', productId).execute()
      return Object.fromEntries(rows.map(({ size, stock }) => [size, stock]))
    },
    /** What the ledger and the books find wrong. */
    findFaults: async () => {
      const { drifts, sums } = await findDrift({ database })
      const { gaps, differences } = await checkBooks({ database })
      return [...drifts, ...sums, ...gaps, ...differences]
    },
    code: (reply: LightMyRequestResponse): string => reply.json().code,
  }
}
