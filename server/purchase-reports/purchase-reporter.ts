/** An item of a purchase. */
interface PurchasedItem {
  /** as in the feeds of products */
  readonly id: string
  readonly quantity: number
  /** rupees of one */
  readonly price: number
}

/** A purchase, as an advertising company is told about it. */
export interface Purchase {
  /** the same in each attempt */
  readonly eventId: string
  readonly at: Date
  /** of the page where it was ordered */
  readonly url: string
  readonly email: string
  readonly phone: string
  readonly userAgent: string
  /** what the advertisement has added to its link; undefined when it is not known */
  readonly click: { readonly id: string; readonly at: Date } | undefined
  readonly orderNumber: string
  /** rupees */
  readonly value: number
  readonly items: readonly PurchasedItem[]
}

/**
 * Why a report has failed. `refused`: this purchase is never taken. `account`: nothing is taken until somebody changes the keys. `busy`: it was
 * not taken, and may be later. `unclear`: it may have been taken.
 */
export type ReportFailure = 'refused' | 'account' | 'busy' | 'unclear'

/** The message is a sentence. */
export class ReportError extends Error {
  readonly failure: ReportFailure

  constructor(message: string, { failure, cause }: { failure: ReportFailure; cause?: unknown }) {
    super(message, { cause })
    this.failure = failure
  }
}

export interface PurchaseReporter {
  /** @throws ReportError */
  report(purchase: Purchase): Promise<void>
  /** Sends an event that is no purchase. @throws ReportError */
  test(): Promise<void>
}
