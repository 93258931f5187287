import { deleteDueAccounts } from '../accounts/privacy/delete-account.ts'
import type { Database } from '../database/schema.ts'
import { removeOldContacts } from '../payments/settlement/old-contacts.ts'
import { eraseDetails } from '../returns/payouts/erase-details.ts'
import type { Job } from './job.ts'

/** Jobs that delete what shoppers have asked to delete, and contact details that are not needed any more. */
export const createPrivacyJobs = ({ database }: { database: Database }): Job[] => [
  { name: 'delete-accounts', cron: '20 4 * * *', changes: 'nothing', run: ({ signal }) => deleteDueAccounts({ database, signal }) },
  { name: 'erase-payout-details', cron: '25 4 * * *', changes: 'nothing', run: () => eraseDetails({ database }) },
  { name: 'remove-old-contacts', cron: '30 4 * * *', changes: 'nothing', run: () => removeOldContacts({ database }) },
]
