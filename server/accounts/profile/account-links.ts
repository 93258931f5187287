import { sql } from 'kysely'
import { accountMails } from '#contract/kernel/limits/account-limits.ts'
import type { Database, Tables, Transaction } from '../../database/schema.ts'
import { AppError } from '../../kernel/errors.ts'
import { hashToken } from '../sessions/tokens.ts'

type Purpose = Tables['account_links']['purpose']

interface NewLink {
  readonly database: Database
  readonly token: string
  readonly userId: string
  readonly purpose: Purpose
  readonly email: string
}

/** Stores a link by the hash of its token. A link that exists stays as it is. */
export async function addAccountLink({ database, token, userId, purpose, email }: NewLink): Promise<void> {
  const expires_at = sql<Date>`now() + make_interval(mins => ${accountMails.linkMinutes})`
  await database
    .insertInto('account_links')
    .values({ token_hash: hashToken(token), user_id: userId, purpose, email, expires_at })
    .onConflict((conflict) => conflict.column('token_hash').doNothing())
    .execute()
}

interface LinkToken {
  readonly database: Database
  readonly token: string
  readonly purpose: Purpose
}

/** A link of a shopper that can be used. Throws `AppError` (410). */
export async function findAccountLink({ database, token, purpose }: LinkToken) {
  const link = await database
    .selectFrom('account_links')
    .innerJoin('users', 'users.id', 'account_links.user_id')
    .select(['user_id', 'email', 'users.name', 'verified_email', 'used_at'])
    .where('token_hash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', sql<Date>`now()`)
    .where('role', '=', 'user')
    .executeTakeFirst()
  // A repeated confirmation, after a lost reply or from a second tab, has done what it should.
  const isDone = purpose === 'verify email' && link?.verified_email === link?.email
  if (!link || (link.used_at && !isDone)) throw new AppError('account_link_invalid')
  return { userId: link.user_id, name: link.name, email: link.email, verifiedEmail: link.verified_email, isUsed: link.used_at !== null }
}

/** Locks the account of a link and uses the link up. Throws `AppError` (410). */
export async function claimAccountLink({ trx, token, purpose }: { trx: Transaction } & Omit<LinkToken, 'database'>) {
  const { userId } = await findAccountLink({ database: trx, token, purpose })
  // Before the link, in the order in which a change of the PIN locks them.
  await trx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().executeTakeFirst()
  const link = await findAccountLink({ database: trx, token, purpose })
  if (link.isUsed) return link
  await trx.updateTable('account_links').set({ used_at: sql<Date>`now()` }).where('token_hash', '=', hashToken(token)).execute()
  return link
}
