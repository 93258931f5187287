import { sql } from 'kysely'
import type { SavedAddress } from '#contract/kernel/address.ts'
import type { OrderStatus } from '#contract/orders/order-status.ts'
import { isBeforeShipping } from '#contract/orders/order-status.ts'
import type { PackingWarning } from '#contract/tax/invoice-problems.ts'
import type { Database } from '../database/schema.ts'
import { findBuyer, findSupplier, type InvoiceSettings } from './invoice-facts.ts'

interface OrderToPack {
  readonly status: OrderStatus
  readonly address: SavedAddress
  readonly documentName: string | null
  readonly settings: InvoiceSettings
}

/** What an administrator must know before an order is packed. Empty for a shipped order, and for a shop without a GSTIN. */
export async function findPackingWarnings({ status, settings, ...names }: OrderToPack): Promise<PackingWarning[]> {
  const supplier = findSupplier(settings)
  if (!supplier || !isBeforeShipping(status)) return []
  const buyer = findBuyer(names)
  if (!buyer) return []
  const isOtherState = supplier.isComposition && buyer.stateCode !== supplier.stateCode
  const needsLatinName = await hasUnprintable(`${buyer.name} ${buyer.businessName}`)
  return [...(isOtherState ? ['other state' as const] : []), ...(needsLatinName ? ['letters' as const] : [])]
}

async function hasUnprintable(text: string): Promise<boolean> {
  if (/^[\u0020-\u007e]*$/.test(text)) return false
  // Loaded when it is needed, because it reads the lists of all fonts.
  const { listUnprintable } = await import('./print/print-fonts.ts')
  return listUnprintable(text).length > 0
}

/** Whether a name of an address has a character beyond ASCII. */
const hasOtherLetters = sql<boolean>`(
  select octet_length(names) > length(names)
  from concat(delivery_address ->> 'firstName', delivery_address ->> 'lastName', delivery_address ->> 'businessName') as names
)`

interface OrderWarning {
  readonly id: string
  readonly problem: PackingWarning
}

/** The warnings of all orders that are not shipped. */
export async function listPackingWarnings({
  database,
  settings,
}: {
  database: Database
  settings: InvoiceSettings
}): Promise<OrderWarning[]> {
  const supplier = findSupplier(settings)
  if (!supplier) return []
  const orders = await database
    .selectFrom('orders')
    .select(['id', 'status', 'delivery_address as address', 'document_name as documentName'])
    .where('status', 'in', ['Placed', 'Confirmed', 'Packed'])
    .$if(!supplier.isComposition, (unshipped) => unshipped.where(hasOtherLetters))
    .execute()
  const found = orders.map(async ({ id, ...order }) =>
    (await findPackingWarnings({ ...order, settings })).map((problem) => ({ id, problem })),
  )
  return (await Promise.all(found)).flat()
}
