import type { Database } from '../database/schema.ts'
import { processPaymentEvents } from './events.ts'
import { forEachSettled } from './for-each-settled.ts'
import type { Gateway } from './gateway.ts'
import { processDuePayments } from './reconcile.ts'
import { processDueRefunds } from './refunds.ts'

/**
 * Everything about payments that the provider is asked about and nobody waits for: kept messages, payments whose browser
 * never came back, refunds. The tables are the queue, so it may be run by anybody, at any time, and twice at once. What
 * fails holds up nothing else; it is thrown at the end.
 */
export async function runPaymentMaintenance({ database, gateway }: { database: Database; gateway: Gateway }): Promise<void> {
  await forEachSettled([processPaymentEvents, processDuePayments, processDueRefunds], (work) => work({ database, gateway }))
}

/** Runs the work soon, one run after another; a wish during a run is one more run. `settled` waits for all of it. */
export function createPaymentWorker({
  database,
  gateway,
  onFault,
}: {
  database: Database
  gateway: Gateway
  onFault: (fault: unknown) => void
}) {
  let running: Promise<void> | undefined
  let again = false

  async function run(): Promise<void> {
    do {
      again = false
      await runPaymentMaintenance({ database, gateway }).catch(onFault)
    } while (again)
    running = undefined
  }

  return {
    start(): void {
      again = true
      running ??= run()
    },
    settled: () => running ?? Promise.resolve(),
  }
}

export type PaymentWorker = ReturnType<typeof createPaymentWorker>
