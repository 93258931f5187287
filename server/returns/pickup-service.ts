import type { Paise } from '#contract/kernel/money.ts'
import type { CourierKey } from '#contract/shipping/couriers.ts'

/** Where a courier goes. */
export interface PickupAddress {
  readonly name: string
  readonly lastName: string
  readonly address: string
  /** may be empty */
  readonly landmark: string
  readonly city: string
  readonly state: string
  /** six digits */
  readonly pinCode: string
  /** ten digits */
  readonly phone: string
  readonly email: string
}

/** A pick-up to book. */
export interface PickupRequest {
  /** a repeated request with this reference must not book twice */
  readonly reference: string
  /** when the reference was first used */
  readonly createdAt: Date
  /** an earlier request with this reference may have booked it: look for it first */
  readonly isRepeated: boolean
  readonly from: PickupAddress
  /** the shop */
  readonly to: PickupAddress
  /** `price` is what was paid for one piece */
  readonly items: readonly { readonly name: string; readonly sku: string; readonly quantity: number; readonly price: Paise }[]
  readonly weightGrams: number
}

export interface BookedPickup {
  readonly courier: CourierKey
  readonly reference: string
}

/** Books pick-ups of returns with a courier. An adapter implements it; without one, an administrator enters what was booked elsewhere. */
export interface PickupService {
  /** @throws PickupError when it is not booked, or not known to be */
  book(pickup: PickupRequest): Promise<BookedPickup>
}

/** Why a pick-up is not booked. The message is a sentence for the administrator. */
export class PickupError extends Error {
  /** the courier does not take the reference again */
  readonly endsReference: boolean

  constructor(message: string, { endsReference = false, cause }: { endsReference?: boolean; cause?: unknown } = {}) {
    super(message, { cause })
    this.endsReference = endsReference
  }
}
