/** The limits of returns. */
export const returnLimits = {
  /**
   * days after the delivery in which a faulty or wrong item can be returned: section 69 of the Consumer Protection Act 2019 gives two
   * years for a complaint
   */
  faultDays: 730,
  /** days in which an accepted return must reach the shop */
  receiptDays: 15,
  /** returns of one order, those that ended early too */
  perOrder: 10,
  noteLength: 1_000,
  declineReasonLength: 500,
  overruleReasonLength: 500,
  pickupReferenceLength: 60,
  /** in which a courier must book a pick-up */
  pickupBookingMs: 25_000,
  /** photos by the shopper of a return, and by the shop of each received item */
  maxPictures: 3,
  perPage: 20,
} as const
