import type { SavedAddress } from '#contract/address.ts'
import type { OrderStatus } from '#contract/orders/order-status.ts'
import { isBeforeShipping } from '#contract/orders/order-status.ts'
import type { PackingWarning } from '#contract/tax/invoice-problems.ts'
import type { Database } from '../database/schema.ts'
import { findBuyer, findSupplier, type InvoiceSettings } from './invoice-facts.ts'

interface OrderToPack {
  readonly status: OrderStatus
  readonly address: SavedAddress
  readonly settings: InvoiceSettings
}

/** What an administrator must know before an order is packed. Empty for a shipped order, and for a shop without a GSTIN. */
export function findPackingWarnings({ status, address, settings }: OrderToPack): PackingWarning[] {
  const supplier = findSupplier(settings)
  if (!supplier || !isBeforeShipping(status)) return []
  const buyer = findBuyer(address)
  const isOtherState = supplier.isComposition && buyer !== undefined && buyer.stateCode !== supplier.stateCode
  return isOtherState ? ['other state'] : []
}

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
  if (!findSupplier(settings)?.isComposition) return []
  const orders = await database
    .selectFrom('orders')
    .select(['id', 'status', 'delivery_address as address'])
    .where('status', 'in', ['Placed', 'Confirmed', 'Packed'])
    .execute()
  return orders.flatMap(({ id, ...order }) => findPackingWarnings({ ...order, settings }).map((problem) => ({ id, problem })))
}
