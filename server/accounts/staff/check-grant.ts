import type { Right, StaffSetKey } from '#contract/kernel/rights.ts'
import type { Transaction } from '../../database/schema.ts'
import { AppError } from '../../kernel/errors.ts'

export interface Grantor {
  readonly isOwner: boolean
  readonly rights: readonly Right[]
  readonly masksPhones: boolean
}

/** What an administrator has, read in the transaction that grants something: it may have been taken since the request began. */
export async function readGrantor({ trx, id }: { trx: Transaction; id: string }): Promise<Grantor> {
  const grantor = await trx
    .selectFrom('users')
    .innerJoin('staff_sets', 'staff_sets.key', 'users.staff_set')
    .select(['key', 'rights', 'masks_phones'])
    .where('users.id', '=', id)
    .where('users.disabled_at', 'is', null)
    .forUpdate('users')
    .executeTakeFirstOrThrow(() => new AppError('not_signed_in'))
  return { isOwner: grantor.key === 'owner', rights: grantor.rights, masksPhones: grantor.masks_phones }
}

/** Throws `AppError` (403) for rights, or whole phone numbers, that the grantor does not have. */
export function checkGrant({ grantor, rights, masksPhones }: { grantor: Grantor; rights: readonly Right[]; masksPhones: boolean }): void {
  const isMore = rights.some((right) => !grantor.rights.includes(right)) || (grantor.masksPhones && !masksPhones)
  if (isMore) throw new AppError('staff_rights_beyond_own')
}

/**
 * Checks that an administrator may grant a set to somebody.
 * @throws AppError 403 for the set of owners, unless an owner grants it.
 * @throws AppError 403 for a set with rights that the grantor does not have.
 */
export async function checkSetGrant({ trx, grantor, set }: { trx: Transaction; grantor: Grantor; set: StaffSetKey }): Promise<void> {
  if (set === 'owner' && !grantor.isOwner) throw new AppError('owners_only')
  const { rights, masks_phones: masksPhones } = await trx
    .selectFrom('staff_sets')
    .select(['rights', 'masks_phones'])
    .where('key', '=', set)
    .executeTakeFirstOrThrow()
  checkGrant({ grantor, rights, masksPhones })
}
