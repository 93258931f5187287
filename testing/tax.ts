import { sql } from 'kysely'
import type { CallReply } from '#contract/contract.ts'
import type { DocumentLine } from '#contract/tax/documents.ts'
import { address, buildGuestOrder } from './factories.ts'
import { requireStatus } from './require-status.ts'
import { createJobRunner } from './run-job.ts'
import { signInAdministrator } from './shoppers.ts'
import type { TestApp } from './test-app.ts'

/** The environment of a shop in Karnataka with a GSTIN. */
export const taxedShop = { STORE_GSTIN: '29AAPFU0939F1ZR', STORE_ADDRESS: '4 Mill Road, Bengaluru 560002' }

interface InvoicedItem {
  readonly id: string
  readonly name: string
  readonly price: number
  readonly quantity?: number
  readonly size?: string
}

/** Orders of a shop that issues invoices, and their documents, for an administrator. */
export async function createTaxedOrders(shop: TestApp) {
  const { request, database } = shop
  const { cookies } = await signInAdministrator({ request, database })
  await database.updateTable('categories').set({ hsn_code: '6109' }).execute()
  const runJob = createJobRunner(shop)
  const read = async (id: string) => (await request('GET', `/order/admin/${id}`, { cookies })).json<CallReply<'GET /order/admin/:id'>>()
  const transition = (id: string, to: string) => request('POST', `/order/admin/${id}/move`, { cookies, body: { to } })
  /** A guest's order on delivery. */
  async function place(items: readonly InvoicedItem[], buyer: Partial<typeof address> = {}): Promise<string> {
    const body = { ...buildGuestOrder(items), deliveryAddress: { ...address, ...buyer } }
    const reply = await request('POST', '/guest/cashondelivery', { body })
    requireStatus(reply, 201)
    return reply.json().order._id
  }
  async function pack(id: string): Promise<void> {
    for (const to of ['Confirmed', 'Packed']) {
      const reply = await transition(id, to)
      requireStatus(reply, 200)
    }
  }
  /** Runs the job as if the time to undo the packing were over. */
  async function issue(): Promise<void> {
    await database.updateTable('invoice_requests').set({ due_at: sql<Date>`clock_timestamp()` }).execute()
    await runJob('issue-invoices')
  }
  return {
    cookies,
    read,
    transition,
    place,
    pack,
    issue,
    /** Places, packs and invoices an order. */
    async placeInvoiced(items: readonly InvoicedItem[], buyer?: Partial<typeof address>): Promise<string> {
      const id = await place(items, buyer)
      await pack(id)
      await issue()
      return id
    },
    /** The documents of an order as they are stored, oldest first. */
    readStored: (id: string) =>
      database.selectFrom('documents').selectAll().where('order_id', '=', id).orderBy('issued_at').orderBy('id').execute(),
    sumLines: (lines: readonly DocumentLine[]) => lines.reduce((sum, { total }) => sum + total, 0),
  }
}
