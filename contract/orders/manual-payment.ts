// Loaded by pages of orders: without zod.

/** How money is paid to the shop itself, without a provider of payments. */
export const manualPaymentMethods = ['cash', 'upi', 'card machine', 'bank transfer'] as const
export type ManualPaymentMethod = (typeof manualPaymentMethods)[number]

/** How an order is paid, as shoppers and administrators read it. */
export const manualPaymentTexts: Readonly<Record<ManualPaymentMethod, string>> = {
  cash: 'Paid in cash',
  upi: 'Paid by UPI',
  'card machine': 'Paid by card',
  'bank transfer': 'Paid by bank transfer',
}

/** characters of the reference of a payment */
export const paymentReferenceLength = 60

/** How many days ago an order that an administrator enters can have been placed and paid. */
export const maxDaysAgo = 30
