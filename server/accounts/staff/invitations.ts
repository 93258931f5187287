import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { staffInvitationDays } from '#contract/kernel/limits/account-limits.ts'
import type { StaffSetKey } from '#contract/kernel/rights.ts'
import { isUuid } from '../../database/is-uuid.ts'
import type { Database, Transaction } from '../../database/schema.ts'
import { AppError } from '../../kernel/errors.ts'
import { queueAccountMail } from '../../mail/outbox.ts'
import type { AccountSecrets } from '../profile/account-secrets.ts'
import { createInvitationToken } from '../profile/invitation-token.ts'
import { hashToken } from '../sessions/tokens.ts'
import { findNameError } from '../users/new-names.ts'
import { isNameTaken, toNameColumns } from '../users/repository.ts'
import { checkSetGrant, readGrantor } from './check-grant.ts'

interface NewInvitation {
  readonly database: Database
  readonly secrets: AccountSecrets
  readonly set: StaffSetKey
  /** empty: the link is given by hand */
  readonly email: string
  /** the administrator's id */
  readonly createdBy: string
}

/**
 * Creates an invitation, queues its mail if there is an address, and returns its token.
 * @throws AppError 403 for a set with rights that the administrator does not have.
 */
export async function inviteStaff({ database, secrets, set, email, createdBy }: NewInvitation): Promise<string> {
  const id = randomUUID()
  const token = createInvitationToken({ secrets, id })
  await database.transaction().execute(async (trx) => {
    // Nobody changes a set meanwhile.
    await trx.selectFrom('staff_sets').select('key').orderBy('key').forShare().execute()
    await checkSetGrant({ trx, grantor: await readGrantor({ trx, id: createdBy }), set })
    await trx.deleteFrom('staff_invitations').where('expires_at', '<=', sql<Date>`now()`).execute()
    await trx
      .insertInto('staff_invitations')
      .values({
        id,
        token_hash: hashToken(token),
        staff_set: set,
        email: email || null,
        created_by: createdBy,
        expires_at: sql<Date>`now() + make_interval(days => ${staffInvitationDays})`,
      })
      .execute()
    if (email) await queueAccountMail({ database: trx, mail: { kind: 'staff invitation', to: email, invitationId: id } })
  })
  return token
}

/** Revokes an invitation. Throws `AppError` (404) for one that is gone. */
export async function revokeInvitation({ database, id }: { database: Database; id: string }): Promise<void> {
  if (!isUuid(id)) throw new AppError('staff_invitation_gone')
  const deleted = await database.deleteFrom('staff_invitations').where('id', '=', id).returning('id').executeTakeFirst()
  if (!deleted) throw new AppError('staff_invitation_gone')
}

/** The title of the set of an invitation that can be used. Throws `AppError` (410). */
export async function findInvitation({ database, token }: { database: Database; token: string }): Promise<{ title: string }> {
  const invitation = await database
    .selectFrom('staff_invitations')
    .innerJoin('staff_sets', 'staff_sets.key', 'staff_invitations.staff_set')
    .innerJoin('users', 'users.id', 'created_by')
    .select('title')
    .where('token_hash', '=', hashToken(token))
    .where('users.disabled_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirstOrThrow(() => new AppError('staff_link_invalid'))
  return invitation
}

/** Throws `AppError` (410) when the administrator who has invited somebody is disabled, or may not give the set any more. */
async function checkInviter({ trx, id, set }: { trx: Transaction; id: string; set: StaffSetKey }): Promise<void> {
  try {
    await checkSetGrant({ trx, grantor: await readGrantor({ trx, id }), set })
  } catch (error) {
    throw error instanceof AppError ? new AppError('staff_link_invalid') : error
  }
}

interface NewAdministrator {
  readonly database: Database
  readonly token: string
  readonly name: string
  readonly pinHash: string
}

/**
 * Uses an invitation up and creates the administrator.
 * @throws AppError 400 for a name that an account cannot have.
 * @throws AppError 409 for a name that is taken.
 * @throws AppError 410 for an invitation that does not work any more.
 */
export async function acceptInvitation({ database, token, name, pinHash }: NewAdministrator) {
  const nameError = findNameError(name)
  if (nameError !== undefined) throw new AppError('invalid_request', { fields: { name: nameError } })
  return database.transaction().execute(async (trx) => {
    await trx.selectFrom('staff_sets').select('key').orderBy('key').forShare().execute()
    const invitation = await trx
      .deleteFrom('staff_invitations')
      .where('token_hash', '=', hashToken(token))
      .where('expires_at', '>', sql<Date>`now()`)
      .returning(['staff_set', 'created_by'])
      .executeTakeFirst()
    if (!invitation?.created_by) throw new AppError('staff_link_invalid')
    await checkInviter({ trx, id: invitation.created_by, set: invitation.staff_set })
    if (await isNameTaken({ trx, name })) throw new AppError('name_taken', { field: 'name' })
    const account = await trx
      .insertInto('users')
      .values({ ...toNameColumns(name), pin_hash: pinHash, role: 'admin', staff_set: invitation.staff_set })
      .onConflict((conflict) => conflict.column('name_key').doNothing())
      .returning(['id', 'name', 'pin_hash'])
      .executeTakeFirstOrThrow(() => new AppError('name_taken', { field: 'name' }))
    return account
  })
}
