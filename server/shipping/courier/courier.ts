import type { CourierKey } from '#contract/shipping/couriers.ts'
import type { ParcelState } from '#contract/shipping/parcel-states.ts'
import type { BookingParcel } from '../booking/booking-parcel.ts'

/** A parcel to book. */
export interface CourierParcel {
  /** a repeated request with this reference must not book twice */
  readonly reference: string
  /** the name of the place where the courier collects parcels, as the courier knows it */
  readonly pickupName: string
  readonly parcel: BookingParcel
}

/** What the courier has under a reference. */
export interface FoundParcel {
  readonly orderId: string
  readonly shipmentId: string
  readonly isCancelled: boolean
  /** undefined until a company carries the parcel */
  readonly assigned: AssignedParcel | undefined
}

export interface AssignedParcel {
  readonly courier: CourierKey
  /** the service as the courier names it */
  readonly courierName: string
  readonly trackingNumber: string
}

export type BookedParcel = AssignedParcel & Pick<FoundParcel, 'orderId' | 'shipmentId'>

/** Something that happened to a parcel. */
export interface TrackedScan {
  readonly happenedAt: Date
  readonly text: string
  readonly place: string
  readonly code: string | null
  /** null: the shop does not know the code */
  readonly state: ParcelState | null
}

/** What the courier says about a parcel now. */
export interface TrackedParcel {
  /** its current number, which may have been replaced; undefined without one */
  readonly assigned: AssignedParcel | undefined
  /** the courier's order is cancelled */
  readonly isCancelled: boolean
  /** the courier's own code of the state; null: nothing has happened yet */
  readonly code: string | null
  /** null: the shop does not know the code */
  readonly state: ParcelState | null
  /** newest first */
  readonly scans: readonly TrackedScan[]
  readonly expectedAt: Date | null
  /** as it came, without personal data */
  readonly answer: object
}

/** An answer to a failed delivery. */
export interface FailedAnswer {
  readonly trackingNumber: string
  readonly action: 'deliver again' | 'bring back'
  /** an Indian day; null: at the next attempt */
  readonly deliverOn: string | null
  /** beside the address of the parcel; may be empty */
  readonly addressLine: string
  /** may be empty */
  readonly phone: string
  /** an earlier request has had an unknown outcome */
  readonly isRepeated: boolean
}

export type PrintedParcel = Pick<FoundParcel, 'orderId' | 'shipmentId'>

/** A PDF with the parcels in the order of the request, undefined when none is in it, and the shipment ids of those that are not. */
export interface CourierFile {
  readonly pdf: Buffer | undefined
  readonly missing: readonly string[]
}

/** What is printed for booked parcels, and their collection. The functions throw `CourierError`. */
export interface CourierFiles {
  readLabels(parcels: readonly PrintedParcel[]): Promise<CourierFile>
  /** The list of parcels that the courier signs when it collects them. Their pick-up must have been requested. */
  readManifest(parcels: readonly PrintedParcel[]): Promise<CourierFile>
  /** Has a parcel collected. Does nothing when that was requested before. */
  requestPickup(shipmentId: string): Promise<void>
}

/** Books parcels. An adapter implements it; without one, parcels are booked by hand. */
export interface Courier extends CourierFiles {
  /** shown to administrators */
  readonly name: string
  /**
   * Books a parcel, unless an earlier request has booked it: it is looked for first.
   * @throws CourierError when it is not booked, or not known to be
   */
  book(request: CourierParcel): Promise<BookedParcel>
  /** What has this reference; undefined when nothing has. Throws `CourierError`. */
  find(reference: string): Promise<FoundParcel | undefined>
  /**
   * Cancels what has this reference. Does nothing when nothing has, or when it is cancelled already.
   * @throws CourierError when it is not known to be cancelled
   */
  cancel(booking: { readonly reference: string; readonly orderId: string | null }): Promise<void>
  /** What happened to a booked parcel. Throws `CourierError`. */
  track(booking: { readonly reference: string; readonly orderId: string }): Promise<TrackedParcel>
  /**
   * Says what is to be done with a parcel that could not be delivered. A repeated answer looks first whether it was taken.
   * @throws CourierError when it is not taken, or not known to be
   */
  answerFailed(answer: FailedAnswer): Promise<void>
}

/** Why a courier has not done what it was asked. The message is a sentence for the administrator. */
export class CourierError extends Error {
  /** the courier has refused; false: its answer is not known, and the request is repeated */
  readonly isRefused: boolean
  /** the courier takes no more requests at the moment */
  readonly isBusy: boolean

  constructor(
    message: string,
    { isRefused = false, isBusy = false, cause }: { isRefused?: boolean; isBusy?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause })
    this.isRefused = isRefused
    this.isBusy = isBusy
  }
}
