import { saleReturnRules } from '#contract/catalog/return-rules.ts'
import type { DeliveryAddress } from '#contract/kernel/address.ts'
import { retention } from '#contract/kernel/limits/retention.ts'
import { getToPay, listTotalRows } from '#contract/orders/adjustments.ts'
import type { Order } from '#contract/orders/orders.ts'
import { readStoredJson, storeJson } from '../../api/stored-json.ts'
import { listAddressLines } from '../shared/address-fields.ts'
import type { LineItem } from '../shared/line-item-list.tsx'

const storageKey = 'placedOrders'
const maxOrders = 5

/** A guest order as this device remembers it: what the shopper typed and saw. */
export interface PlacedOrder {
  readonly number: string
  /** ISO 8601 */
  readonly createdAt: string
  readonly items: readonly LineItem[]
  /** what the courier collects or what was paid, in rupees */
  readonly total: number
  /** its total, the discounts and fees, and what is to be paid */
  readonly totalRows: readonly { readonly label: string; readonly amount: string }[]
  /** what the courier collects, in rupees */
  readonly cash: number
  /** what was paid online of an order on delivery, in rupees */
  readonly advance: number | undefined
  /** online */
  readonly isPaid: boolean
  readonly addressLines: readonly string[]
  readonly phone: string
  /** the day by which it should arrive, as `2026-11-30`; undefined when none can be given */
  readonly expectedBy: string | undefined
  /** shown on the front page */
  readonly isOpen: boolean
}

const isText = (value: unknown): value is string => typeof value === 'string'
const isAmount = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)
const isDay = (value: unknown): value is string => isText(value) && /^\d{4}-\d\d-\d\d$/.test(value)
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

function parseItem(entry: unknown): LineItem[] {
  const { name, image, size, quantity, price, returnRule, dispatchDays, availableFrom } = (entry ?? {}) as Record<string, unknown>
  if (!isText(name) || !isText(image) || !isAmount(quantity) || !isAmount(price)) return []
  const rule = saleReturnRules.find((each) => each === returnRule)
  return [
    {
      name,
      image,
      size: isText(size) ? size : null,
      quantity,
      price,
      ...(rule && { returnRule: rule }),
      ...(isAmount(dispatchDays) && { dispatchDays }),
      ...(isDay(availableFrom) && { availableFrom }),
    },
  ]
}

function parseTotalRow(entry: unknown): { label: string; amount: string }[] {
  const { label, amount } = (entry ?? {}) as Record<string, unknown>
  return isText(label) && isText(amount) ? [{ label, amount }] : []
}

/** One stored order; none when a required field is invalid or the order is old. */
function parsePlacedOrder(entry: unknown): PlacedOrder[] {
  const { number, createdAt, items, total, totalRows, cash, advance, isPaid, addressLines, phone, expectedBy, isOpen } = (entry ??
    {}) as Record<string, unknown>
  if (!isText(number) || !isText(createdAt) || !isAmount(total)) return []
  const ageDays = (Date.now() - Date.parse(createdAt)) / 86_400_000
  if (!(ageDays <= retention.placedOrderDays)) return []
  return [
    {
      number,
      createdAt,
      items: listOf(items).flatMap(parseItem),
      total,
      totalRows: listOf(totalRows).flatMap(parseTotalRow),
      cash: isAmount(cash) ? cash : isPaid === true ? 0 : total,
      advance: isAmount(advance) ? advance : undefined,
      isPaid: isPaid === true,
      addressLines: listOf(addressLines).filter(isText),
      phone: isText(phone) ? phone : '',
      expectedBy: isDay(expectedBy) ? expectedBy : undefined,
      isOpen: isOpen === true,
    },
  ]
}

/** The guest orders placed on this device, newest first. */
export const readPlacedOrders = (): PlacedOrder[] => listOf(readStoredJson('localStorage', storageKey)).flatMap(parsePlacedOrder)

/** Remembers a guest order on this device. */
export function rememberPlacedOrder({
  order: { number, createdAt, products, expectedBy, paymentStatus, cashOndelivery, advance, ...totals },
  deliveryAddress,
}: {
  order: Pick<Order, 'number' | 'createdAt' | 'products' | 'totalPrice' | 'adjustments' | 'toPay' | 'expectedBy'> &
    Partial<Pick<Order, 'paymentStatus' | 'cashOndelivery' | 'advance'>>
  deliveryAddress: DeliveryAddress
}): void {
  const items = products.map(({ name, image, size, quantity, price, returnRule, dispatchDays, availableFrom }) => {
    return { name, image, size, quantity, price, returnRule, dispatchDays, availableFrom }
  })
  const others = readPlacedOrders().filter((other) => other.number !== number)
  const isPaid = paymentStatus === 'Paid'
  const cash = cashOndelivery ?? (isPaid ? 0 : getToPay(totals))
  const placed = {
    number,
    createdAt,
    items,
    total: getToPay(totals),
    totalRows: listTotalRows(totals),
    cash,
    advance,
    isPaid,
    addressLines: listAddressLines(deliveryAddress),
    phone: deliveryAddress.phone,
    expectedBy,
    isOpen: true,
  }
  const orders = [placed, ...others].slice(0, maxOrders)
  storeJson('localStorage', storageKey, orders)
}

/** Takes the orders off the front page. They stay on this device. */
export function closePlacedOrder(): void {
  const orders = readPlacedOrders().map((order) => ({ ...order, isOpen: false }))
  storeJson('localStorage', storageKey, orders)
}

/** Removes the orders from this device. */
export function forgetPlacedOrders(): void {
  storeJson('localStorage', storageKey, undefined)
}
