import { toAddressLine } from '#contract/kernel/address-line.ts'
import { formatRupees, toRupees } from '#contract/kernel/money.ts'
import { getToPay } from '#contract/orders/adjustments.ts'
import type { PrintedOrder } from '#contract/orders/order-print.ts'
import type { BookingFileFormat, BookingParcel } from './booking-parcel.ts'
import type { OrderParcel } from './read-order-parcels.ts'
import { splitAddress } from './split-address.ts'

interface ParcelOptions extends Pick<BookingFileFormat, 'address' | 'isWholeRupees'> {
  readonly order: PrintedOrder
  readonly parcel: OrderParcel
}

/** What a courier needs to know about an order that can be booked, and what is left out for it. */
export function buildParcel({ order, parcel, address: room, isWholeRupees }: ParcelOptions): {
  parcel: BookingParcel
  notes: string[]
} {
  const { deliveryAddress: to, toCollect, adjustments = [] } = order
  const landmark = to.landmark ? `, ${toAddressLine(to.landmark)}` : ''
  const address = `${toAddressLine(to.address)}${landmark}`
  const { lines, rest } = splitAddress({ text: address, ...room })
  const collected = isWholeRupees ? Math.round(toCollect) : toCollect
  const sum = (amounts: readonly number[]) => Math.round(amounts.reduce((total, amount) => total + amount, 0) * 100) / 100
  return {
    parcel: {
      number: order.number,
      placedAt: new Date(order.createdAt),
      firstName: to.firstName,
      lastName: to.lastName,
      phone: to.phone.replace(/\D/g, '').slice(-10),
      email: to.email,
      addressLines: lines,
      address,
      city: to.city,
      state: to.state,
      pinCode: to.pinCode.replace(/\s/g, ''),
      toCollect: collected,
      total: order.isExchange ? toRupees(parcel.itemsPaise) : getToPay(order),
      discount: order.isExchange ? 0 : sum(adjustments.map(({ amount }) => Math.max(0, -amount))),
      fees: order.isExchange ? 0 : sum(adjustments.map(({ amount }) => Math.max(0, amount))),
      items: parcel.items,
      note: toAddressLine(order.note ?? ''),
      weightGrams: parcel.weightGrams,
      lengthCm: parcel.box[0],
      breadthCm: parcel.box[1],
      heightCm: parcel.box[2],
    },
    notes: [
      ...(rest === '' ? [] : [`The address is too long for this courier. Left out: ${rest}`]),
      ...(collected === toCollect
        ? []
        : [`${formatRupees(toCollect)} to collect is ${formatRupees(collected)}: this courier takes whole rupees.`]),
    ],
  }
}
