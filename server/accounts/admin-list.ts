import { sql } from 'kysely'
import { normalizeName } from '#contract/accounts/names.ts'
import { paging } from '#contract/kernel/business.ts'
import { countRows } from '../database/count-rows.ts'
import { type ListQuery, limitToPage, presentPage } from '../database/pages.ts'
import { escapePattern } from '../database/text-pattern.ts'
import { attemptLimits } from './users/login-throttle.ts'

interface UserQuery extends ListQuery {
  readonly q: string
  readonly locked: boolean
}

/** One page of the users whose name contains `q`, newest first. */
export async function listUserPage({ database, page, limit: perPage = paging.adminUsersPerPage, q, locked }: UserQuery) {
  const name = normalizeName(q)
  const matching = database
    .selectFrom('users')
    .$if(name !== '', (users) => users.where('name_key', 'like', `%${escapePattern(name)}%`))
    // A literal, because the partial index of locked accounts does not match a parameter.
    .$if(locked, (users) => users.where('failed_attempts', '>=', sql.lit<number>(attemptLimits.lockout)))
  const [rows, total] = await Promise.all([
    matching
      .select(['id', 'name', 'role', 'created_at', sql<boolean>`failed_attempts >= ${attemptLimits.lockout}`.as('locked')])
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .$call(limitToPage({ page, perPage }))
      .execute(),
    countRows(matching),
  ])
  return { rows, ...presentPage({ page, perPage, total }) }
}
