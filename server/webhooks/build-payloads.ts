import { type Selectable, sql } from 'kysely'
import { formatTicketNumber } from '#contract/contact/ticket-kinds.ts'
import { buildTrackingUrl, couriers } from '#contract/shipping/couriers.ts'
import type { Database, Tables } from '../database/schema.ts'
import { presentKind, presentOrder } from '../orders/order/present.ts'
import { readOrderPage } from '../orders/order/repository.ts'
import { listReturnsOfOrder } from '../returns/read-returns.ts'
import { presentDocument, selectDocuments, toDocument } from '../tax/read-documents.ts'

type Payload = Record<string, unknown>

export type PendingEvent = Pick<Selectable<Tables['pending_events']>, 'type' | 'subject_id' | 'order_id'>

interface Subjects {
  readonly database: Database
  readonly ids: readonly string[]
}

/** What each event says: the order, product, customer or ticket as it is now. Undefined for what is deleted. */
export async function buildPayloads({ database, events }: { database: Database; events: readonly PendingEvent[] }) {
  const listIds = (isOfType: (event: PendingEvent) => boolean) => [...new Set(events.filter(isOfType).map(({ subject_id }) => subject_id))]
  const orderIds = [...new Set(events.flatMap(({ type, order_id }) => (type === 'ticket.opened' || order_id === null ? [] : [order_id])))]
  const orders = await readOrders({ database, ids: orderIds })
  const products = await readProducts({ database, ids: listIds(({ type }) => type === 'stock.changed') })
  const customers = await readConsents({ database, ids: listIds(({ type }) => type === 'customer.consented') })
  const tickets = await readTickets({ database, ids: listIds(({ type }) => type === 'ticket.opened') })
  return ({ type, subject_id: id, order_id: orderId }: PendingEvent): { payload: Payload; orderNumber: string | null } | undefined => {
    if (type === 'stock.changed') return wrap('product', products.get(id))
    if (type === 'customer.consented') return wrap('customer', customers.get(id))
    if (type === 'ticket.opened') return wrap('ticket', tickets.get(id))
    const order = orders.get(orderId ?? '')
    return order && { payload: { order }, orderNumber: order.number }
  }
}

const wrap = (name: string, payload: Payload | undefined) => payload && { payload: { [name]: payload }, orderNumber: null }

/** Orders by id, with their address, parcels, documents and returns, as events and programs get them. */
export async function readOrders({ database, ids }: Subjects) {
  if (ids.length === 0) return new Map<string, never>()
  const found = await readOrderPage({
    database,
    orders: database.selectFrom('orders').where('id', 'in', ids),
    page: 1,
    perPage: ids.length,
  })
  const documents = await selectDocuments(database).where('documents.order_id', 'in', ids).orderBy('documents.issued_at').execute()
  const parcels = await readParcels({ database, ids })
  const returned = await database.selectFrom('returns').select('order_id').distinct().where('order_id', 'in', ids).execute()
  const returns = new Map<string, unknown[]>()
  for (const { order_id: orderId } of returned)
    returns.set(orderId, await listReturnsOfOrder({ database, orderId, payoutLinks: undefined }))
  return new Map(
    found.map((order) => {
      const { id, version, flags, delivery_address: deliveryAddress } = order.row
      const presented = {
        ...presentOrder(order),
        kind: presentKind(order.row),
        version,
        flags,
        deliveryAddress,
        parcels: parcels.filter(({ orderId }) => orderId === id).map(({ parcel }) => parcel),
        documents: documents.filter(({ order_id }) => order_id === id).map((row) => presentDocument(toDocument(row))),
        returns: returns.get(id) ?? [],
      }
      return [id, presented] as const
    }),
  )
}

async function readParcels({ database, ids }: Subjects) {
  const rows = await database
    .selectFrom('shipments')
    .select(['id', 'order_id', 'direction', 'courier', 'tracking_number', 'tracking_url', 'status', 'status_at', 'shipped_at'])
    .where('order_id', 'in', ids)
    .orderBy('created_at')
    .execute()
  return rows.map(({ order_id: orderId, courier, tracking_number: trackingNumber, tracking_url: ownUrl, ...row }) => ({
    orderId,
    parcel: {
      _id: row.id,
      direction: row.direction,
      courier,
      courierName: couriers[courier].name,
      trackingNumber,
      trackingUrl: trackingNumber === null ? ownUrl : buildTrackingUrl({ courier, trackingNumber, ownUrl }),
      status: row.status,
      statusAt: row.status_at?.toISOString() ?? null,
      shippedAt: row.shipped_at?.toISOString() ?? null,
    },
  }))
}

async function readProducts({ database, ids }: Subjects): Promise<Map<string, Payload>> {
  if (ids.length === 0) return new Map()
  const rows = await database.selectFrom('products').select(['id', 'name', 'stock']).where('id', 'in', ids).execute()
  const sizes = await database
    .selectFrom('product_sizes')
    .select(['product_id', 'size', 'stock', 'sku'])
    .where('product_id', 'in', ids)
    .orderBy('position')
    .execute()
  const bySize = Map.groupBy(sizes, ({ product_id }) => product_id)
  return new Map(
    rows.map(({ id, name, stock }) => {
      const sizesOfProduct = bySize.get(id)?.map((row) => ({ size: row.size, stock: row.stock, sku: row.sku })) ?? []
      return [id, { _id: id, name, stock, sizes: sizesOfProduct }]
    }),
  )
}

/** Decisions of accounts and of imported customers: the ids of the first are numbers, those of the others are UUIDs. */
async function readConsents({ database, ids }: Subjects): Promise<Map<string, Payload>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; customer: Payload }>`
    select consents.id::text as id, jsonb_build_object('_id', users.id, 'name', users.name, 'email', coalesce(verified_email, ''), 'phone', '',
      'purpose', purpose, 'isGiven', given, 'source', source, 'decidedAt', decided_at) as customer
    from consents join users on users.id = user_id where consents.id::text = any(${ids}::text[])
    union all
    select id::text, jsonb_build_object('_id', null, 'name', name, 'email', coalesce(email, ''), 'phone', coalesce(phone, ''),
      'purpose', 'marketing', 'isGiven', consent, 'source', consent_source, 'decidedAt', consent_on)
    from imported_customers where consent is not null and id::text = any(${ids}::text[])
  `.execute(database)
  return new Map(rows.map(({ id, customer }) => [id, customer]))
}

async function readTickets({ database, ids }: Subjects): Promise<Map<string, Payload>> {
  if (ids.length === 0) return new Map()
  const rows = await database
    .selectFrom('tickets')
    .leftJoin('users', 'users.id', 'tickets.user_id')
    .select(['tickets.id', 'tickets.number', 'kind', 'tickets.name', 'email', 'phone', 'order_number', 'message', 'tickets.created_at'])
    .select(['users.name as account'])
    .where('tickets.id', 'in', ids)
    .execute()
  return new Map(
    rows.map(({ id, number, name, account, order_number: orderNumber, created_at, ...row }) => {
      return [
        id,
        { _id: id, number: formatTicketNumber(number), name: name || account, orderNumber, createdAt: created_at.toISOString(), ...row },
      ]
    }),
  )
}
