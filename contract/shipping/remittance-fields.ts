// Apart from remittances.ts, because the screen needs no validator.

/** What a column of a courier's list can hold. */
export const remittanceFields = { trackingNumber: 'Tracking number', amount: 'Amount', reference: 'Reference', paidOn: 'Date' } as const
export type RemittanceField = keyof typeof remittanceFields
export const remittanceFieldNames = Object.keys(remittanceFields) as RemittanceField[]

/** In place of a courier: the payment is for parcels of several, as an aggregator pays it. */
export const severalCouriers = 'several'

export const remittanceLimits = {
  lines: 5_000,
  /** of one list */
  characters: 500_000,
  columns: 100,
  utrLength: 100,
} as const
