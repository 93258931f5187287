import { setTimeout } from 'node:timers/promises'
import type { Database } from '../database/schema.ts'
import { throwTogether } from '../kernel/for-each-settled.ts'
import { paymentsPort as payments } from '../payments/payments-port.ts'
import type { Courier } from '../shipping/courier/courier.ts'
import { claimParcel, lookAtParcel } from '../shipping/courier/look-at-parcel.ts'
import { everyMinute, type Job } from './job.ts'

/** At most four looks a second. */
const minLookMs = 250

interface TrackingDependencies {
  readonly database: Database
  /** follows the account that is entered */
  readonly courier: { readonly current: Courier | undefined }
}

/** Asks the courier about booked parcels that are due, one after another. A look that fails is repeated later, and delays no other. */
export const createTrackParcelsJob = ({ database, courier }: TrackingDependencies): Job => ({
  name: 'track-parcels',
  cron: everyMinute,
  changes: 'nothing',
  async run({ signal }) {
    const errors: unknown[] = []
    while (!signal.aborted && courier.current) {
      const claim = await claimParcel({ database })
      if (!claim) break
      const look = lookAtParcel({ database, payments, courier: courier.current, claim }).catch((error: unknown) => {
        errors.push(error)
        return true
      })
      const [takesMore] = await Promise.all([look, setTimeout(minLookMs)])
      // The next run asks again.
      if (!takesMore) break
    }
    throwTogether(errors)
  },
})
