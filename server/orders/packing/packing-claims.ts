import { sql } from 'kysely'
import type { CallReply } from '#contract/contract.ts'
import { isUuid } from '../../database/is-uuid.ts'
import type { Database } from '../../database/schema.ts'

/** Whether a row of `packing_claims`, named `claim`, still holds its order. */
export const isCurrentClaim = sql<boolean>`claim.opened_at > clock_timestamp() - interval '10 minutes'`

interface OpenedOrder {
  readonly database: Database
  readonly id: string
  /** the browser tab */
  readonly packer: string
  /** the administrator's id */
  readonly actorId: string
}

/**
 * Claims an order for a packing table, unless another one has it open. The earlier claim of the table ends. A claim only changes the order of
 * the queue: the first table that sends the new status packs the order.
 */
export async function openOrder({ database, id, packer, actorId }: OpenedOrder): Promise<CallReply<'POST /order/admin/pack/open'>> {
  if (!isUuid(id)) return { orderStatus: null }
  await sql`
    delete from packing_claims where packer = ${packer}::text and order_id <> ${id}::uuid
  `.execute(database)
  await sql`
    insert into packing_claims as claim (order_id, packer, opened_by)
    select id, ${packer}::text, ${actorId}::uuid from orders where id = ${id}::uuid
    on conflict (order_id) do update set packer = excluded.packer, opened_by = excluded.opened_by, opened_at = excluded.opened_at
      where claim.packer = excluded.packer or not (${isCurrentClaim})
  `.execute(database)
  const order = await database
    .selectFrom('orders')
    .leftJoin('packing_claims as claim', 'claim.order_id', 'orders.id')
    .leftJoin('users', 'users.id', 'claim.opened_by')
    .select(['orders.status', 'claim.packer', 'users.name as by'])
    .select(sql<number>`coalesce(floor(extract(epoch from clock_timestamp() - claim.opened_at) / 60)::int, 0)`.as('minutes'))
    .where('orders.id', '=', id)
    .executeTakeFirst()
  if (!order) return { orderStatus: null }
  const { status, by, minutes } = order
  const isElsewhere = order.packer !== null && order.packer !== packer
  return { orderStatus: status, ...(isElsewhere && { opened: { by, minutes } }) }
}
