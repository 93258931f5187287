import { toIndianDay } from '#contract/kernel/indian-time.ts'
import type { OrderStatus } from '#contract/orders/order-status.ts'

// Orders of two years whose figures a test knows without the database: the same in each run, but for the days.

export const plannedDays = 730
export const plannedSizes = ['S', 'M', 'L', 'XL'] as const
/** Products that nobody has ordered for as many days. */
export const unsoldSince: ReadonlyMap<number, number> = new Map([
  [7, 65],
  [11, 90],
])

const garments = ['Kurta', 'Saree', 'Dupatta', 'Palazzo']
const colours = ['Indigo', 'Madder', 'Ecru', 'Slate', 'Olive', 'Rust', 'Ink', 'Sand', 'Coral', 'Teal', 'Plum', 'Maroon']
export const namePlanned = (product: number): string =>
  `${garments[product % garments.length]} ${colours[product % colours.length]} ${product}`
export const pricePlanned = (product: number): number => 399 + (product % 40) * 50

export interface PlannedOrder {
  readonly number: string
  readonly placedAt: Date
  /** in India */
  readonly day: string
  /** its place among the products */
  readonly product: number
  readonly size: string
  readonly quantity: number
  readonly paise: number
  readonly payment: 'online' | 'on delivery' | 'to the shop'
  readonly pin: string
  readonly state: string
  readonly courier: string
  readonly status: OrderStatus
  /** items that came back */
  readonly returned: number
}

const states = [
  ['800', 'Bihar'],
  ['110', 'Delhi'],
  ['560', 'Karnataka'],
  ['400', 'Maharashtra'],
  ['600', 'Tamil Nadu'],
  ['700', 'West Bengal'],
  ['302', 'Rajasthan'],
  ['226', 'Uttar Pradesh'],
] as const
const couriers = ['delhivery', 'dtdc', 'ekart', 'xpressbees'] as const

/** Numbers from 0 to below 1, the same in each run. */
function createRandom(): () => number {
  let state = 42
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

interface PlanOptions {
  readonly orders: number
  readonly products: number
}

/** The orders of the last two years, the oldest first. */
export function planOrders({ orders, products }: PlanOptions): PlannedOrder[] {
  const random = createRandom()
  const pick = <Value>(values: readonly Value[]): Value => values[Math.floor(random() * values.length)] as Value
  const today = Date.parse(`${toIndianDay()}T00:00:00+05:30`)
  const dayMs = 86_400_000
  return Array.from({ length: orders }, (_, index): PlannedOrder => {
    const daysAgo = plannedDays - Math.floor((index * (plannedDays + 1)) / orders)
    // Today has had no more time than this.
    const length = daysAgo === 0 ? Date.now() - today : dayMs
    const placedAt = new Date(today - daysAgo * dayMs + Math.floor(random() * length))
    let product = Math.floor(random() ** 2 * products)
    if (daysAgo <= (unsoldSince.get(product) ?? -1)) product += 1
    const quantity = random() < 0.1 ? 2 : 1
    const [prefix, state] = pick(states)
    const payment = random() < 0.6 ? 'on delivery' : random() < 0.9 ? 'online' : 'to the shop'
    const courier = pick(couriers)
    const status = chooseStatus({ daysAgo, chance: random(), prefix, payment, courier })
    return {
      number: `PLAN${index}`,
      placedAt,
      day: toIndianDay(placedAt),
      product,
      size: random() < 0.4 ? 'M' : pick(plannedSizes),
      quantity,
      paise: pricePlanned(product) * 100 * quantity,
      payment,
      pin: `${prefix}${String(Math.floor(random() * 1_000)).padStart(3, '0')}`,
      state,
      courier,
      status,
      returned: status === 'Delivered' && random() < 0.08 ? quantity : 0,
    }
  })
}

interface Chance extends Pick<PlannedOrder, 'payment' | 'courier'> {
  readonly daysAgo: number
  readonly chance: number
  readonly prefix: string
}

function chooseStatus({ daysAgo, chance, prefix, payment, courier }: Chance): OrderStatus {
  if (daysAgo < 2) return chance < 0.1 ? 'Cancelled' : 'Placed'
  if (daysAgo < 5) return 'Shipped'
  if (chance < 0.05) return 'Cancelled'
  const refused = payment === 'on delivery' ? (prefix === '800' ? 0.35 : 0.12) : 0.01
  if (chance < 0.05 + refused) return 'Refused'
  return chance < 0.05 + refused + (courier === 'ekart' ? 0.09 : 0.02) ? 'Undelivered' : 'Delivered'
}
