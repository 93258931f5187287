/** Where the money of orders is. Every rupee of an order is in exactly one place. */
interface MoneyPlace {
  readonly name: string
  readonly text: string
}

/** The places, from what the shop has to what it will not get. */
export const moneyPlaces = {
  paidOnline: { name: 'Paid online', text: 'Received by the payment provider, without what goes back.' },
  paidToShop: { name: 'Paid to the shop', text: 'Cash, UPI or transfer that an administrator has entered, without what goes back.' },
  paidByCouriers: { name: 'Paid by couriers', text: 'Collected on delivery and in a list of a courier, without what goes back.' },
  owed: { name: 'Owed by couriers', text: 'Collected on delivery and in no list of a courier yet.' },
  onTheWay: { name: 'On the way', text: 'The courier collects it from parcels that are sent.' },
  toSend: { name: 'To be sent', text: 'The courier will collect it. The parcels are not sent.' },
  toPay: { name: 'To be paid', text: 'The shopper pays it before the order is sent.' },
  refundsDue: {
    name: 'Refunds due',
    text: 'Paid, and requested to go back: refunds that the provider has not confirmed, and refunds to pay by hand.',
  },
  refunded: { name: 'Refunded', text: 'Paid, and gone back.' },
  kept: { name: 'Kept of ended orders', text: 'Paid for orders that are cancelled, refused or undelivered, and neither refunded nor due.' },
  lost: {
    name: 'Not paid by couriers',
    text: 'What couriers have paid less than they had to, and what somebody has taken off the list of expected payments.',
  },
  unpaid: { name: 'Sent and not paid', text: 'Orders that were sent or delivered, and that nobody collects anything for.' },
  notTaken: { name: 'Refused or undelivered', text: 'Nothing was collected.' },
  cancelled: { name: 'Cancelled', text: 'Nothing was paid.' },
} as const satisfies Readonly<Record<string, MoneyPlace>>

export type MoneyPlaceKey = keyof typeof moneyPlaces
export const moneyPlaceKeys = Object.keys(moneyPlaces) as [MoneyPlaceKey, ...MoneyPlaceKey[]]
