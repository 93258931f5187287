import type { CallReply } from '#contract/contract.ts'
import { hiddenProducts } from '#contract/products.ts'

const labels = { draft: 'Drafts', archived: 'Archived' } as const

/** The choices of the status filter: `Drafts (3)`. */
export const buildStatusChoices = (counts: CallReply<'getAdminProducts'>['counts'] | undefined) =>
  hiddenProducts.map((status) => [status, counts ? `${labels[status]} (${counts[status]})` : labels[status]] as const)
