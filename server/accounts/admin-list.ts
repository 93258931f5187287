import { sql } from 'kysely'
import { normalizeName } from '#contract/accounts/names.ts'
import { paging } from '#contract/kernel/business.ts'
import { limitToPage, presentPage } from '../database/pages.ts'
import type { Database } from '../database/schema.ts'
import { attemptLimits } from './users/login-throttle.ts'

interface UserQuery {
  readonly database: Database
  readonly page: number
  readonly limit?: number | undefined
  readonly q: string
  readonly locked: boolean
}

/** One page of the users whose name contains `q`, newest first. */
export async function listUserPage({ database, page, limit: perPage = paging.adminUsersPerPage, q, locked }: UserQuery) {
  const pattern = normalizeName(q).replace(/[\\%_]/g, '\\$&')
  const matching = database
    .selectFrom('users')
    .$if(pattern !== '', (users) => users.where('name_key', 'like', `%${pattern}%`))
    // A literal, because the partial index of locked accounts does not match a parameter.
    .$if(locked, (users) => users.where('failed_attempts', '>=', sql.lit<number>(attemptLimits.lockout)))
  const [rows, { total }] = await Promise.all([
    matching
      .select(['id', 'name', 'role', 'created_at', sql<boolean>`failed_attempts >= ${attemptLimits.lockout}`.as('locked')])
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .$call(limitToPage({ page, perPage }))
      .execute(),
    matching.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { rows, ...presentPage({ page, perPage, total }) }
}
