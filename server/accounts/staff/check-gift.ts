import type { Right, StaffSetKey } from '#contract/kernel/rights.ts'
import type { Transaction } from '../../database/schema.ts'
import { AppError } from '../../kernel/errors.ts'

export interface Giver {
  readonly isOwner: boolean
  readonly rights: readonly Right[]
  readonly masksPhones: boolean
}

/** What an administrator has, read in the transaction that gives something: it may have been taken since the request began. */
export async function readGiver({ trx, id }: { trx: Transaction; id: string }): Promise<Giver> {
  const giver = await trx
    .selectFrom('users')
    .innerJoin('staff_sets', 'staff_sets.key', 'users.staff_set')
    .select(['key', 'rights', 'masks_phones'])
    .where('users.id', '=', id)
    .where('users.disabled_at', 'is', null)
    .forUpdate('users')
    .executeTakeFirst()
  if (!giver) throw new AppError('not_signed_in')
  return { isOwner: giver.key === 'owner', rights: giver.rights, masksPhones: giver.masks_phones }
}

interface Gift {
  readonly giver: Giver
  readonly rights: readonly Right[]
  readonly masksPhones: boolean
}

/** Throws `AppError` (403) for rights, or whole phone numbers, that the giver does not have. */
export function checkGift({ giver, rights, masksPhones }: Gift): void {
  const isMore = rights.some((right) => !giver.rights.includes(right)) || (giver.masksPhones && !masksPhones)
  if (isMore) throw new AppError('staff_rights_beyond_own')
}

/**
 * Checks that an administrator may give a set to somebody.
 * @throws AppError 403 for the set of owners, unless an owner gives it.
 * @throws AppError 403 for a set with rights that the giver does not have.
 */
export async function checkSetGift({ trx, giver, set }: { trx: Transaction; giver: Giver; set: StaffSetKey }): Promise<void> {
  if (set === 'owner' && !giver.isOwner) throw new AppError('owners_only')
  const { rights, masks_phones: masksPhones } = await trx
    .selectFrom('staff_sets')
    .select(['rights', 'masks_phones'])
    .where('key', '=', set)
    .executeTakeFirstOrThrow()
  checkGift({ giver, rights, masksPhones })
}
