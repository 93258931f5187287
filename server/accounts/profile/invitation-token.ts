import type { AccountSecrets } from './account-secrets.ts'

/** The token of the invitation of an administrator, which is stored as a hash and made again for its mail. */
export const createInvitationToken = ({ secrets, id }: { secrets: AccountSecrets; id: string }): string =>
  secrets.createLinkToken({ mailId: 'staff', userId: id })
