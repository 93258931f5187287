import type { SavedAddress } from '#contract/address.ts'
import type { CourierKey } from '#contract/shipping/couriers.ts'

/** A pick-up to book. */
export interface PickupRequest {
  /** the number of the return: a repeated request must not book twice */
  readonly number: string
  readonly from: SavedAddress
  readonly pieces: number
}

/** Books pick-ups of returns with a courier. An adapter implements it; without one, an administrator enters what was booked elsewhere. */
export interface PickupService {
  book(pickup: PickupRequest): Promise<{ courier: CourierKey; reference: string }>
}
