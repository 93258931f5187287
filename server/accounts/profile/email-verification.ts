import { sql } from 'kysely'
import type { Database } from '../../database/schema.ts'
import { AppError } from '../../kernel/errors.ts'
import { queueAccountMail } from '../../mail/outbox.ts'
import { addAccountLink, claimAccountLink } from './account-links.ts'
import type { AccountSecrets } from './account-secrets.ts'

interface ShopperRequest {
  readonly database: Database
  readonly userId: string
}

/** The verified address, the one that waits for its link, and whether new devices need a code. */
export async function readEmail({ database, userId }: ShopperRequest) {
  const { verified_email, asks_email_code } = await database
    .selectFrom('users')
    .select(['verified_email', 'asks_email_code'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const waiting = await database
    .selectFrom('account_links')
    .select('email')
    .where('user_id', '=', userId)
    .where('purpose', '=', 'verify email')
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return { email: verified_email, unverifiedEmail: waiting?.email ?? null, asksEmailCode: asks_email_code }
}

/** Throws `AppError` (400) for the address that is verified already. */
export async function checkNewEmail({ database, userId, email }: ShopperRequest & { email: string }): Promise<void> {
  const { email: verified } = await readEmail({ database, userId })
  if (verified?.toLowerCase() === email.toLowerCase()) {
    throw new AppError('email_unchanged', { field: 'email' })
  }
}

/** Queues a mail with a link that verifies the address, in place of an earlier link. */
export async function requestEmail({
  database,
  userId,
  email,
  secrets,
}: ShopperRequest & { email: string; secrets: AccountSecrets }): Promise<void> {
  await database.transaction().execute(async (trx) => {
    // Concurrent requests leave one link.
    await trx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().executeTakeFirst()
    await trx.deleteFrom('account_links').where('user_id', '=', userId).where('purpose', '=', 'verify email').execute()
    const mailId = await queueAccountMail({ database: trx, mail: { kind: 'verify email', to: email, userId } })
    const token = secrets.createLinkToken({ mailId, userId })
    await addAccountLink({ database: trx, token, userId, purpose: 'verify email', email })
  })
}

/** Verifies the address of a link, and tells the former address. Throws `AppError` (410). */
export async function confirmEmail({ database, token }: { database: Database; token: string }) {
  return database.transaction().execute(async (trx) => {
    const link = await claimAccountLink({ trx, token, purpose: 'verify email' })
    const { userId, email, name, verifiedEmail: former } = link
    if (link.isUsed) return link
    await trx.updateTable('users').set({ verified_email: email }).where('id', '=', userId).execute()
    // Links to the former address.
    await trx.deleteFrom('account_links').where('user_id', '=', userId).where('used_at', 'is', null).execute()
    if (former) await queueAccountMail({ database: trx, mail: { kind: 'email changed', to: former, name } })
    return link
  })
}

/** Removes the address and tells it, forgets unused links, and switches codes by email off. */
export async function removeEmail({ database, userId }: ShopperRequest): Promise<void> {
  await database.transaction().execute(async (trx) => {
    const { name, verified_email: former } = await trx
      .selectFrom('users')
      .select(['name', 'verified_email'])
      .where('id', '=', userId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    await trx.updateTable('users').set({ verified_email: null, asks_email_code: false }).where('id', '=', userId).execute()
    await trx.deleteFrom('account_links').where('user_id', '=', userId).execute()
    if (former) await queueAccountMail({ database: trx, mail: { kind: 'email changed', to: former, name } })
  })
}
