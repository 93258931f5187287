import { sql } from 'kysely'
import { cartReminders } from '#contract/kernel/limits/account-limits.ts'
import { consentTextVersion } from '#contract/kernel/limits/retention.ts'
import type { Database, OutboxCartReminder, Transaction } from '../database/schema.ts'
import type { AccountMailContent } from '../mail/account-mail.ts'
import { readCart } from './repository.ts'

/** Mails of one run, so that mails of orders do not wait for them. */
const maxMailsPerRun = 100

/** The shopper has agreed to marketing emails, in the words that name this mail, has not withdrawn it, and can receive it. */
const mayReceive = sql<boolean>`verified_email is not null and deletion_due_at is null and coalesce((
  select given and text_version >= ${consentTextVersion} from consents
  where user_id = users.id and purpose = 'marketing' order by id desc limit 1
), false)`

/** No order since the cart was filled. */
const hasOpenCart = sql<boolean>`exists (
  select from cart_lines where cart_lines.user_id = users.id
  having max(added_at) < clock_timestamp() - make_interval(hours => ${cartReminders.afterHours})
    and max(added_at) > clock_timestamp() - make_interval(hours => ${cartReminders.untilHours})
    and not exists (select from orders where orders.user_id = users.id and placed_at > max(added_at))
)`

/** Queues one mail to each shopper who may be reminded of a cart, at most one in a week. Returns how many. */
export async function queueCartReminders({ database }: { database: Database }): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with due as (
      select id from users
      where id in (
          select user_id from cart_lines where added_at > clock_timestamp() - make_interval(hours => ${cartReminders.untilHours})
            and added_at < clock_timestamp() - make_interval(hours => ${cartReminders.afterHours})
        )
        and (cart_reminded_at is null or cart_reminded_at < clock_timestamp() - make_interval(days => ${cartReminders.everyDays}))
        and ${mayReceive} and ${hasOpenCart}
      order by id limit ${maxMailsPerRun} for no key update skip locked
    ), reminded as (
      update users set cart_reminded_at = clock_timestamp() from due where users.id = due.id returning users.id
    )
    insert into outbox_mails (account_mail) select jsonb_build_object('kind', 'cart reminder', 'userId', id) from reminded
  `.execute(database)
  return Number(numAffectedRows)
}

/**
 * What a queued reminder says when it is sent; undefined when the consent was withdrawn meanwhile, or nothing in the cart can be ordered.
 */
export async function buildCartReminder({
  trx,
  userId,
  baseUrl,
}: Pick<OutboxCartReminder, 'userId'> & { trx: Transaction; baseUrl: string }): Promise<AccountMailContent | undefined> {
  const user = await trx.selectFrom('users').select('verified_email').where('id', '=', userId).where(mayReceive).executeTakeFirst()
  if (!user?.verified_email) return undefined
  const lines = (await readCart({ database: trx, userId })).filter(({ problem }) => !problem)
  if (lines.length === 0) return undefined
  return {
    kind: 'cart reminder',
    to: user.verified_email,
    items: lines.map(({ product: { name }, size, quantity }) => ({ name, size, quantity })),
    url: `${baseUrl}/UserDashboard/cart`,
    accountUrl: `${baseUrl}/UserDashboard/account`,
  }
}
