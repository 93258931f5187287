/** Up to these an order that is paid on delivery needs no confirmation. */
export const confirmationLimits = {
  maxRupees: 5_000,
  maxItems: 5,
  /** paid on delivery: of one phone and not delivered yet, or of one phone, mailbox or device and not confirmed yet */
  maxOpenOrders: 2,
} as const
