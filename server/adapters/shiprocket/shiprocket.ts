import { returnLimits } from '#contract/kernel/limits/return-limits.ts'
import { PickupError, type PickupService } from '../../returns/pickup-service.ts'
import type { Courier } from '../../shipping/courier/courier.ts'
import { createCalls, type ShiprocketAccount, ShiprocketError } from './account.ts'
import { createCourier } from './courier.ts'
import { createPdfDownload } from './download-pdf.ts'
import { createPickupService } from './pickups.ts'

export interface Shiprocket extends PickupService {
  /** books parcels to shoppers */
  readonly courier: Courier
  /** @throws PickupError when the account cannot be used */
  signIn(): Promise<void>
}

/** An account at Shiprocket: pick-ups of returns and parcels to shoppers. */
export function createShiprocket({ timeoutMs = returnLimits.pickupBookingMs, ...account }: ShiprocketAccount): Shiprocket {
  const calls = createCalls(account)
  return {
    ...createPickupService({ calls, timeoutMs }),
    courier: createCourier({ calls, downloadPdf: createPdfDownload({ apiUrl: account.apiUrl }), timeoutMs }),
    signIn: () =>
      calls.signIn(AbortSignal.timeout(timeoutMs)).catch((error: unknown) => {
        throw error instanceof ShiprocketError ? new PickupError(error.message, { cause: error }) : error
      }),
  }
}
