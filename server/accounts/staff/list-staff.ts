import { sql } from 'kysely'
import type { Administrator, StaffInvitation, StaffSet } from '#contract/accounts/staff.ts'
import type { Database } from '../../database/schema.ts'

interface Staff {
  readonly administrators: Administrator[]
  readonly sets: StaffSet[]
  readonly invitations: StaffInvitation[]
}

/** All administrators by name, the sets, and the invitations that can be used. */
export async function listStaff({ database }: { database: Database }): Promise<Staff> {
  const { rows: administrators } = await sql<Administrator & { lastSeenAt: Date | string | null }>`
    select users.id as _id, users.name, users.staff_set as set, users.disabled_at is not null as "isDisabled",
      (select max(last_seen_at) from sessions where sessions.user_id = users.id) as "lastSeenAt",
      exists (select from second_factors where second_factors.user_id = users.id and confirmed_at is not null) as "hasSecondFactor"
    from users where role = 'admin' order by users.disabled_at is not null, lower(users.name), users.id
  `.execute(database)
  const sets = await database
    .selectFrom('staff_sets')
    .select(['key', 'title', 'rights', 'needs_second_factor as needsSecondFactor', 'masks_phones as masksPhones', 'version'])
    .orderBy(sql`array_position(array['owner', 'packer', 'support', 'accountant', 'merchandiser'], key)`)
    .execute()
  const invitations = await database
    .selectFrom('staff_invitations')
    .select(['id as _id', 'staff_set as set', 'email', 'expires_at'])
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('expires_at')
    .execute()
  return {
    administrators: administrators.map(({ lastSeenAt, ...row }) => ({
      ...row,
      lastSeenAt: lastSeenAt === null ? null : new Date(lastSeenAt).toISOString(),
    })),
    sets,
    invitations: invitations.map(({ expires_at, ...row }) => ({ ...row, expiresAt: expires_at.toISOString() })),
  }
}
