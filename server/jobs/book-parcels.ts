import type { Database } from '../database/schema.ts'
import type { Settings } from '../kernel/settings.ts'
import { paymentsPort as payments } from '../payments/payments-port.ts'
import type { Courier } from '../shipping/courier/courier.ts'
import { endOutdatedBookings } from '../shipping/courier/end-outdated-bookings.ts'
import { processBookings } from '../shipping/courier/process-bookings.ts'
import { requestPickups } from '../shipping/courier/request-pickups.ts'
import { readShopSettings } from '../shop-settings/read-settings.ts'
import { everyMinute, type Job } from './job.ts'

interface BookingDependencies {
  readonly database: Database
  readonly settings: Settings
  /** follows the account that is entered */
  readonly courier: { readonly current: Courier | undefined }
}

/** Books parcels at the courier, cancels bookings that no longer fit their orders, and has parcels collected. Without an account all wait. */
export const createBookParcelsJob = ({ database, settings, courier }: BookingDependencies): Job => ({
  name: 'book-parcels',
  cron: everyMinute,
  changes: 'nothing',
  async run({ signal }) {
    await endOutdatedBookings({ database, payments, signal })
    if (!courier.current) return
    const shopSettings = await readShopSettings({ database, settings })
    await processBookings({ database, payments, courier: courier.current, settings: shopSettings, signal })
    await requestPickups({ database, courier: courier.current, hour: shopSettings.parcels.pickupHour, signal })
  },
})
