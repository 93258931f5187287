import { deleteDueAccounts } from '../accounts/privacy/delete-account.ts'
import { fillNameKeys } from '../accounts/users/repository.ts'
import type { Database } from '../database/schema.ts'
import { countChangedDays } from '../figures/count-days.ts'
import { countProfitDays } from '../figures/profit/count-profit.ts'
import { removeOldContacts } from '../payments/settlement/old-contacts.ts'
import { raiseBeat } from '../restores/keep-last-numbers.ts'
import { eraseDetails } from '../returns/payouts/erase-details.ts'
import { publishDueDrafts } from '../shop-settings/change-settings.ts'
import { everyMinute, type Job } from './job.ts'

/** Jobs of figures, settings and personal data: the sums of days, drafts that are due, what shoppers have asked to delete, and details that are not needed any more. */
export const createUpkeepJobs = ({ database }: { database: Database }): Job[] => [
  // The notification of the change makes each process load the published settings.
  { name: 'publish-settings', cron: everyMinute, changes: 'nothing', run: () => publishDueDrafts({ database }) },
  // Lets the next start see whether the database is older than the file in DATA_DIR.
  { name: 'raise-beat', cron: everyMinute, changes: 'nothing', run: () => raiseBeat({ database }) },
  {
    name: 'count-order-days',
    cron: everyMinute,
    changes: 'nothing',
    run: async ({ signal }) => (await countChangedDays({ database, signal })) + (await countProfitDays({ database, signal })),
  },
  // Accounts from before the check for look-alike names get the keys that the check compares.
  {
    name: 'fill-name-keys',
    cron: '10 4 * * *',
    runsAtStart: true,
    changes: 'nothing',
    run: ({ signal }) => fillNameKeys({ database, signal }),
  },
  { name: 'delete-accounts', cron: '20 4 * * *', changes: 'nothing', run: ({ signal }) => deleteDueAccounts({ database, signal }) },
  { name: 'erase-payout-details', cron: '25 4 * * *', changes: 'nothing', run: () => eraseDetails({ database }) },
  { name: 'remove-old-contacts', cron: '30 4 * * *', changes: 'nothing', run: () => removeOldContacts({ database }) },
]
