import { sql } from 'kysely'
import { paging } from '#contract/business.ts'
import type { Database } from '../database/schema.ts'
import { pinTries } from './login-throttle.ts'
import { foldName } from './names.ts'

/** One page of the accounts, newest first, whose name holds these letters. */
export async function listUserPage({ database, page, q, locked }: { database: Database; page: number; q: string; locked: boolean }) {
  const perPage = paging.adminUsersPerPage
  const part = foldName(q).replace(/[\\%_]/g, '\\$&')
  const chosen = database
    .selectFrom('users')
    .$if(part !== '', (users) => users.where('name_key', 'like', `%${part}%`))
    // The number itself, not a parameter, so that the database sees that its index of locked accounts serves.
    .$if(locked, (users) => users.where('failures', '>=', sql.lit<number>(pinTries.locking)))
  const [rows, { total }] = await Promise.all([
    chosen
      .select(['id', 'name', 'role', 'created_at', sql<boolean>`failures >= ${pinTries.locking}`.as('locked')])
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(perPage)
      .offset((page - 1) * perPage)
      .execute(),
    chosen.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { rows, total: Number(total), page, totalPages: Math.ceil(Number(total) / perPage) }
}
