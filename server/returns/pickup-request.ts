import { listMissingFields } from '#contract/kernel/address.ts'
import { toAddressLine } from '#contract/kernel/address-line.ts'
import { paise } from '#contract/kernel/money.ts'
import type { ShopSettings } from '#contract/settings/setting-groups.ts'
import type { Database } from '../database/schema.ts'
import { AppError } from '../kernel/errors.ts'
import { findPinCode } from '../pin-codes/pin-codes.ts'
import type { PickupAddress, PickupRequest } from './pickup-service.ts'
import { readReturnOrder } from './read-order.ts'
import { type ReturnRow, readReturnLines } from './read-returns.ts'

interface ReturnToPickUp {
  readonly database: Database
  readonly row: ReturnRow
  readonly settings: Pick<ShopSettings, 'shop' | 'parcels'>
}

/**
 * What a courier needs to know to pick up a return.
 * @throws AppError 409 when an address lacks what every courier needs.
 */
export async function buildPickupRequest({
  database,
  row,
  settings: { shop, parcels },
}: ReturnToPickUp): Promise<Pick<PickupRequest, 'from' | 'to' | 'items' | 'weightGrams'>> {
  const order = await readReturnOrder({ database, id: row.order_id })
  const returned = await readReturnLines({ database, ids: [row.id] })
  const facts = await readParcelFacts({ database, orderId: row.order_id })
  const pieces = returned.map(({ line, name, size, quantity }) => {
    const ordered = order.lines.find((each) => each.line === line)
    const fact = facts.find((each) => each.line === line)
    const price = ordered ? paise(Math.max(0, Math.round((ordered.subtotal + ordered.adjustment) / ordered.quantity))) : paise(0)
    return {
      name: size ? `${name}, ${size}` : name,
      sku: fact?.sku ?? `${order.row.number}-${line}`,
      quantity,
      price,
      weightGrams: quantity * (fact?.weightGrams ?? parcels.itemWeightGrams),
    }
  })
  return {
    from: buildShopperAddress({ address: order.row.delivery_address, shop }),
    to: buildShopAddress(shop),
    items: pieces.map(({ weightGrams: _, ...item }) => item),
    weightGrams: pieces.reduce((sum, { weightGrams }) => sum + weightGrams, 0),
  }
}

/** SKU and weight that the products of an order have now, by line; a product without a weight has that of its category. */
async function readParcelFacts({ database, orderId }: { database: Database; orderId: string }) {
  const rows = await database
    .selectFrom('order_lines')
    .leftJoin('products', 'products.id', 'order_lines.product_id')
    .leftJoin('categories', 'categories.key', 'products.category')
    .leftJoin('product_sizes', (join) =>
      join.onRef('product_sizes.product_id', '=', 'order_lines.product_id').onRef('product_sizes.size', '=', 'order_lines.size'),
    )
    .select(['line', 'sku', 'details', 'item_weight_grams as categoryGrams'])
    .where('order_id', '=', orderId)
    .execute()
  return rows.map(({ line, sku, details, categoryGrams }) => ({ line, sku, weightGrams: details?.weightGrams ?? categoryGrams }))
}

/** The last ten digits, without the code of the country. */
const toPhone = (text: string): string => text.replace(/\D/g, '').slice(-10)

function buildShopperAddress({
  address,
  shop,
}: Pick<ShopSettings, 'shop'> & {
  address: Awaited<ReturnType<typeof readReturnOrder>>['row']['delivery_address']
}): PickupAddress {
  const names = { phone: 'a phone number of 10 digits', pinCode: 'a PIN code of 6 digits' }
  const missing = listMissingFields(address).map((field) => names[field])
  if (missing.length > 0)
    throw new AppError('return_pickup_incomplete', { missing: `the address of the order lacks ${missing.join(' and ')}` })
  const { firstName, lastName, landmark = '', city, state, pinCode, phone, email } = address
  return {
    ...{ name: firstName, lastName, address: address.address, landmark, city, state },
    ...{ pinCode: pinCode.replace(/\s/g, ''), phone: toPhone(phone), email: email || shop.email },
  }
}

/** City and state are those of its PIN code. */
function buildShopAddress(shop: ShopSettings['shop']): PickupAddress {
  const pinCode = [...shop.address.matchAll(/\b[1-9]\d{2}\s?\d{3}\b/g)].at(-1)?.[0].replace(/\s/g, '')
  const { state, district } = findPinCode(pinCode ?? '')
  if (!pinCode || !state)
    throw new AppError('return_pickup_incomplete', { missing: 'the address of the shop (Shop, Name and contact) lacks its PIN code' })
  return {
    ...{ name: shop.legalName || shop.name, lastName: '', address: toAddressLine(shop.address), landmark: '' },
    ...{ city: district || state, state, pinCode, phone: toPhone(shop.phone), email: shop.email },
  }
}
