import { queueCartReminders } from '../cart/remind-carts.ts'
import type { Database } from '../database/schema.ts'
import type { Settings } from '../kernel/settings.ts'
import { endUnreceived } from '../returns/end-unreceived.ts'
import { completeExchanges } from '../returns/exchanges/complete-exchanges.ts'
import { readShopSettings } from '../shop-settings/read-settings.ts'
import { issueDueInvoices } from '../tax/invoice-requests.ts'
import { completeSessions } from '../ucp/sessions/complete-sessions.ts'
import { everyMinute, type Job } from './job.ts'
import type { JobRequests } from './request-jobs.ts'

interface OrderDependencies {
  readonly database: Database
  readonly settings: Settings
  readonly requests: JobRequests
}

/** Jobs of carts, checkouts of assistants, invoices and returns. */
export const createOrderJobs = ({ database, settings, requests }: OrderDependencies): Job[] => [
  {
    // If the shop sends reminders of carts.
    name: 'remind-carts',
    cron: '*/15 * * * *',
    changes: 'nothing',
    async run() {
      const { mails } = await readShopSettings({ database, settings })
      if (mails.cartReminders === 'on' && (await queueCartReminders({ database })) > 0) requests.request('send-mails')
    },
  },
  {
    // Checkouts of assistants whose buyers have ordered.
    name: 'complete-assistant-sessions',
    cron: '*/5 * * * *',
    changes: 'nothing',
    run: () => completeSessions({ database }),
  },
  {
    // Invoices of packed orders whose packing can no longer be undone.
    name: 'issue-invoices',
    cron: everyMinute,
    changes: 'nothing',
    run: async ({ signal }) => issueDueInvoices({ database, settings: await readShopSettings({ database, settings }), signal }),
  },
  {
    // Accepted returns that have not reached the shop in time. What was held for an exchange is in stock again.
    name: 'end-unreceived-returns',
    cron: '20 6 * * *',
    changes: 'nothing',
    async run({ signal, publish }) {
      if (!(await endUnreceived({ database, signal }))) return
      publish()
      requests.request('send-mails')
    },
  },
  {
    // Exchanges whose items have arrived on both sides.
    name: 'settle-exchanges',
    cron: '*/5 * * * *',
    changes: 'nothing',
    async run({ signal }) {
      if (await completeExchanges({ database, signal })) requests.request('send-mails')
    },
  },
]
