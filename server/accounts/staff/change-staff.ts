import { sql } from 'kysely'
import type { Right, StaffSetKey } from '#contract/kernel/rights.ts'
import { isUuid } from '../../database/is-uuid.ts'
import type { Database, Transaction } from '../../database/schema.ts'
import { AppError } from '../../kernel/errors.ts'
import { checkGrant, checkSetGrant, type Grantor, readGrantor } from './check-grant.ts'

/** Makes one change of administrators and sets at a time, so that two of them cannot remove the last administrators with the right. */
async function changeAlone<Result>(
  { database, actorId }: { database: Database; actorId: string },
  change: (context: { trx: Transaction; grantor: Grantor }) => Promise<Result>,
): Promise<Result> {
  return database.transaction().execute(async (trx) => {
    await trx.selectFrom('staff_sets').select('key').orderBy('key').forUpdate().execute()
    const result = await change({ trx, grantor: await readGrantor({ trx, id: actorId }) })
    await trx
      .selectFrom('users')
      .innerJoin('staff_sets', 'staff_sets.key', 'users.staff_set')
      .select('users.id')
      .where('users.disabled_at', 'is', null)
      .where(sql<boolean>`'staff' = any (staff_sets.rights)`)
      .limit(1)
      .executeTakeFirstOrThrow(() => new AppError('last_staff'))
    return result
  })
}

interface AdministratorChange {
  readonly database: Database
  readonly id: string
  /** the administrator who changes it */
  readonly actorId: string
  readonly set?: StaffSetKey | undefined
  readonly isDisabled?: boolean | undefined
}

/**
 * Gives an administrator another set, or disables or enables the account; a disabled one has no sessions and no push devices.
 * Returns its name.
 * @throws AppError 403 when an owner is changed by somebody else, or the account gets rights that the actor does not have.
 * @throws AppError 404 for an unknown administrator.
 * @throws AppError 409 when nobody would be left who may change administrators.
 */
export async function changeAdministrator({ database, id, actorId, set, isDisabled }: AdministratorChange): Promise<string> {
  if (!isUuid(id)) throw new AppError('user_not_found')
  return changeAlone({ database, actorId }, async ({ trx, grantor }) => {
    const account = await trx
      .selectFrom('users')
      .select(['name', 'disabled_at', 'staff_set'])
      .where('id', '=', id)
      .where('role', '=', 'admin')
      .forUpdate()
      .executeTakeFirstOrThrow(() => new AppError('user_not_found'))
    if (account.staff_set === 'owner' && !grantor.isOwner) throw new AppError('owners_only')
    const isEnabling = account.disabled_at !== null && isDisabled === false
    const isGiven = isEnabling || (set !== undefined && set !== account.staff_set)
    const given = set ?? account.staff_set
    if (isGiven && given) await checkSetGrant({ trx, grantor, set: given })
    const disabled_at = isDisabled === undefined ? account.disabled_at : isDisabled ? (account.disabled_at ?? new Date()) : null
    await trx
      .updateTable('users')
      .set({ disabled_at, ...(set && { staff_set: set }) })
      .where('id', '=', id)
      .execute()
    if (disabled_at !== null) {
      await trx.deleteFrom('sessions').where('user_id', '=', id).execute()
      await trx.deleteFrom('push_devices').where('user_id', '=', id).execute()
    }
    return account.name
  })
}

interface SetChange {
  readonly database: Database
  readonly key: StaffSetKey
  /** the administrator who changes it */
  readonly actorId: string
  readonly rights: readonly Right[]
  readonly needsSecondFactor: boolean
  /** undefined: as it is */
  readonly masksPhones: boolean | undefined
  /** as the editor saw it */
  readonly version: number
}

/**
 * Changes what a set allows. Returns its title.
 * @throws AppError 403 for a right that the set has not had and the actor does not have.
 * @throws AppError 409 for the set of owners, when it has changed, and when nobody would be left who may change administrators.
 */
export async function changeStaffSet({
  database,
  key,
  actorId,
  rights,
  needsSecondFactor,
  masksPhones,
  version,
}: SetChange): Promise<string> {
  if (key === 'owner') throw new AppError('owner_set_fixed')
  return changeAlone({ database, actorId }, async ({ trx, grantor }) => {
    const before = await trx.selectFrom('staff_sets').select(['rights', 'masks_phones']).where('key', '=', key).executeTakeFirstOrThrow()
    const added = rights.filter((right) => !before.rights.includes(right))
    checkGrant({ grantor, rights: added, masksPhones: !before.masks_phones || masksPhones !== false })
    const changed = await trx
      .updateTable('staff_sets')
      .set({
        rights: [...new Set(rights)],
        needs_second_factor: needsSecondFactor,
        ...(masksPhones !== undefined && { masks_phones: masksPhones }),
        version: version + 1,
      })
      .where('key', '=', key)
      .where('version', '=', version)
      .returning('title')
      .executeTakeFirstOrThrow(() => new AppError('staff_set_changed'))
    return changed.title
  })
}
