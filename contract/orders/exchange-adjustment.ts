/** The label of the discount that makes the items of an exchange free: they are paid for with what came back. Codes of offers have capitals. */
export const exchangeLabel = 'exchange'

/** The label of the fee of an exchange that is paid by a link. */
export const exchangeFeeLabel = 'Way back of the exchange'
