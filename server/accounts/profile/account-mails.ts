import { sql } from 'kysely'
import { accountMails } from '#contract/kernel/limits/account-limits.ts'
import { createRateLimit } from '../../database/rate-limit.ts'
import type { Database, OutboxAccountMail, Transaction } from '../../database/schema.ts'
import { AppError } from '../../kernel/errors.ts'
import type { AccountMailContent } from '../../mail/account-mail.ts'
import type { OutboxMail } from '../../mail/outbox.ts'
import { hashToken } from '../sessions/tokens.ts'
import { findAccountLink } from './account-links.ts'
import type { AccountSecrets } from './account-secrets.ts'
import { addResetLinks } from './forgotten-pin.ts'
import { createInvitationToken } from './invitation-token.ts'
import { createLinkLimit, type LinkLimit } from './link-limit.ts'

interface QueuedMail {
  readonly trx: Transaction
  readonly mail: Pick<OutboxMail, 'id' | 'attempts'>
  readonly accountMail: OutboxAccountMail
}

/** False for a link whose mail waited too long, or that another one has replaced. */
const isUsable = ({ trx, ...link }: { trx: Transaction; token: string; purpose: 'verify email' | 'reset pin' }): Promise<boolean> =>
  findAccountLink({ database: trx, ...link }).then(
    ({ isUsed }) => !isUsed,
    () => false,
  )

/** Finds what a queued mail of an account says, when it is sent. */
export function createAccountMails({ database, secrets, baseUrl }: { database: Database; secrets: AccountSecrets; baseUrl: string }) {
  // Apart, so that accounts of strangers who claim an address do not use up its links for a new PIN.
  const verifications = createRateLimit({ name: 'account-mails', points: accountMails.linksPerDay, seconds: 86_400, database, factor: 1 })
  const resets = createLinkLimit({ database, name: 'reset-mails' })
  const buildUrl = (path: string, token: string) => `${baseUrl}${path}?token=${token}`

  /** Whether the address may get one more link. Attempts to send the same mail again do not count. */
  async function mayReceive({ to, attempts, limit }: { to: string; attempts: number; limit: LinkLimit }): Promise<boolean> {
    if (attempts > 0) return true
    try {
      await limit.consume(hashToken(to.toLowerCase()).toString('hex'))
      return true
    } catch (error) {
      if (error instanceof AppError) return false
      throw error
    }
  }

  async function buildVerification({ trx, mail: { id, attempts }, to, userId }: QueuedMail & { to: string; userId: string }) {
    const token = secrets.createLinkToken({ mailId: id, userId })
    if (!(await isUsable({ trx, token, purpose: 'verify email' })) || !(await mayReceive({ to, attempts, limit: verifications })))
      return undefined
    return { kind: 'verify email', to, url: buildUrl('/verify-email', token) } as const
  }

  async function buildReset({ trx, mail: { id: mailId, attempts }, nameOrEmail }: QueuedMail & { nameOrEmail: string }) {
    const found = await addResetLinks({ trx, mailId, nameOrEmail, secrets })
    const isLate = !found || !(await isUsable({ trx, token: found.links[0]?.token ?? '', purpose: 'reset pin' }))
    if (isLate || !(await mayReceive({ to: found.to, attempts, limit: resets }))) return undefined
    const accounts = found.links.map(({ name, token }) => ({ name, url: buildUrl('/reset-pin', token) }))
    return { kind: 'forgotten pin', to: found.to, accounts } as const
  }

  async function buildCode({ trx, to, codeId }: QueuedMail & { to: string; codeId: string }) {
    const isWaiting = sql<boolean>`created_at > clock_timestamp() - make_interval(mins => ${accountMails.codeMinutes})`
    const row = await trx.selectFrom('login_codes').select('id').where('id', '=', codeId).where(isWaiting).executeTakeFirst()
    return row && ({ kind: 'login code', to, code: secrets.createCode(codeId) } as const)
  }

  async function buildInvitation({ trx, to, invitationId: id }: QueuedMail & { to: string; invitationId: string }) {
    const invitation = await trx
      .selectFrom('staff_invitations')
      .innerJoin('staff_sets', 'staff_sets.key', 'staff_set')
      .select('title')
      .where('id', '=', id)
      .where('expires_at', '>', sql<Date>`now()`)
      .executeTakeFirst()
    const token = createInvitationToken({ secrets, id })
    return invitation && ({ kind: 'staff invitation', to, set: invitation.title, url: buildUrl('/join-staff', token) } as const)
  }

  /** The content of a queued mail; undefined when it is not wanted any more or not allowed. */
  return async function buildContent(queued: QueuedMail): Promise<AccountMailContent | undefined> {
    const { accountMail } = queued
    switch (accountMail.kind) {
      case 'verify email':
        return buildVerification({ ...queued, ...accountMail })
      case 'forgotten pin':
        return buildReset({ ...queued, ...accountMail })
      case 'login code':
        return buildCode({ ...queued, ...accountMail })
      case 'staff invitation':
        return buildInvitation({ ...queued, ...accountMail })
      default:
        return { ...accountMail, resetUrl: `${baseUrl}/forgot-pin` }
    }
  }
}

export type BuildAccountMail = ReturnType<typeof createAccountMails>
