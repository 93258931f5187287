import type { DataRequestKind } from '#contract/accounts/privacy.ts'

/** The names of the kinds of requests. */
export const requestKinds: Readonly<Record<DataRequestKind, string>> = {
  access: 'Copy of the data',
  correction: 'Correction',
  erasure: 'Erasure',
  grievance: 'Grievance',
}
