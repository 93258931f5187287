import { formatRupees, type Paise, toPaise } from '#contract/kernel/money.ts'
import type { PrintedOrder } from '#contract/orders/order-print.ts'
import type { ShopSettings } from '#contract/settings/setting-groups.ts'
import type { Database } from '../../database/schema.ts'
import { readOrdersToPrint } from '../../orders/reports/orders-to-print.ts'
import type { BookingParcel } from '../booking/booking-parcel.ts'
import { buildParcel } from '../booking/build-parcel.ts'
import { type BookingReason, findReason } from '../booking/find-reason.ts'
import { type OrderParcel, readOrderParcels } from '../booking/read-order-parcels.ts'

const maxGrams = 30_000

/** Only formats of files have limits for the lines of an address. */
const addressRoom = { lines: 1, length: 1_000 }

export interface CheckedParcel {
  readonly orderId: string
  readonly number: string
  /** why it cannot be booked; undefined when it can */
  readonly problem: BookingReason | undefined
  readonly parcel: BookingParcel | undefined
  readonly collect: Paise
}

/** The parcels of orders, and which of them cannot be booked at the courier. */
export async function checkParcels({
  database,
  settings,
  numbers,
}: {
  database: Database
  settings: ShopSettings
  numbers: readonly string[]
}): Promise<{ checked: CheckedParcel[]; missing: string[] }> {
  if (numbers.length === 0) return { checked: [], missing: [] }
  const { orders, missing } = await readOrdersToPrint({ database, numbers })
  const facts = await readOrderParcels({ database, settings, ids: orders.map(({ _id }) => _id) })
  const checked = orders.map((order) => {
    const contents = facts.get(order._id)
    const built = contents && buildParcel({ order, parcel: contents, address: addressRoom }).parcel
    return {
      orderId: order._id,
      number: order.number,
      problem: findProblem({ order, contents, settings }),
      // Shiprocket asks for an address.
      parcel: built && { ...built, email: built.email || settings.shop.email },
      collect: toPaise(order.toCollect),
    }
  })
  return { checked, missing }
}

interface Check {
  readonly order: PrintedOrder
  readonly contents: OrderParcel | undefined
  readonly settings: ShopSettings
}

/** The reasons of a file of bookings, and those of a booking whose number is stored at once. */
function findProblem({ order, contents, settings: { parcels } }: Check): BookingReason | undefined {
  const reason = findReason({ order, parcel: contents })
  if (reason) return reason
  if (order.orderStatus !== 'Packed') return { field: 'orderStatus', reason: 'It is not packed yet.' }
  if (order.isExchange && order.toCollect > 0) return { field: 'toCollect', reason: 'The fee of its exchange is not paid yet.' }
  if ((contents?.weightGrams ?? 0) > maxGrams) return { field: 'weight', reason: 'It weighs more than 30 kg.' }
  if (order.toCollect > parcels.codLimitRupees)
    return { field: 'toCollect', reason: `${formatRupees(order.toCollect)} to collect is more than the courier's limit.` }
  return undefined
}
