import type { Database } from '../database/schema.ts'
import type { Settings } from '../kernel/settings.ts'
import { paymentsPort as payments } from '../payments/payments-port.ts'
import type { Courier } from '../shipping/courier/courier.ts'
import { endOutdatedBookings } from '../shipping/courier/end-outdated-bookings.ts'
import { processBookings } from '../shipping/courier/process-bookings.ts'
import { readShopSettings } from '../shop-settings/read-settings.ts'
import { everyMinute, type Job } from './job.ts'

interface BookingDependencies {
  readonly database: Database
  readonly settings: Settings
  /** follows the account that is entered */
  readonly courier: { readonly current: Courier | undefined }
}

/** Books parcels at the courier, and cancels bookings that no longer fit their orders. Without an account both wait. */
export const createBookParcelsJob = ({ database, settings, courier }: BookingDependencies): Job => ({
  name: 'book-parcels',
  cron: everyMinute,
  changes: 'nothing',
  async run({ signal }) {
    await endOutdatedBookings({ database, payments, signal })
    if (!courier.current) return
    await processBookings({
      database,
      payments,
      courier: courier.current,
      settings: await readShopSettings({ database, settings }),
      signal,
    })
  },
})
