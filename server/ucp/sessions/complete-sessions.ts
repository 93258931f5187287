import { sql } from 'kysely'
import type { Database, Transaction } from '../../database/schema.ts'

/** After the end of a session a payment that began before may still become an order. */
const graceHours = 1

/**
 * Finds the order that a person has placed from each checkout they have taken over: the first one of the same browser or account afterwards, with
 * one of its items. `id`: of one session; all by default. A session has one order, and an order one session.
 */
export async function completeSessions({ database, id }: { database: Database | Transaction; id?: string }): Promise<void> {
  await sql`
    insert into ucp_orders (order_id, session_id, agent_name, profile_url)
    select distinct on (found.order_id) found.order_id, session.id, session.agent_name, session.agent_profile
    from ucp_sessions as session
    cross join lateral (
      select orders.id as order_id from orders
      where orders.placed_at >= session.opened_at and orders.placed_at < session.expires_at + make_interval(hours => ${graceHours})
        and not exists (select from ucp_orders where ucp_orders.order_id = orders.id)
        and (
          orders.user_id = session.opened_user
          or exists (select from order_sources where order_sources.order_id = orders.id and keys @> array[session.opened_device])
          or exists (
            select from payments join hold_sources on payment_id = payments.id
            where payments.order_id = orders.id and device_hash = session.opened_device
          )
        )
        and exists (
          select from order_lines, jsonb_array_elements(session.content -> 'lines') as wanted (entry)
          where order_lines.order_id = orders.id and order_lines.product_id::text = lower(left(entry ->> 'item', 36))
        )
      order by orders.placed_at, orders.id limit 1
    ) as found
    where session.opened_at is not null and session.canceled_at is null and (session.opened_device is not null or session.opened_user is not null)
      and session.expires_at > now() - make_interval(hours => ${graceHours})
      and not exists (select from ucp_orders where ucp_orders.session_id = session.id)
      and (${id ?? null}::uuid is null or session.id = ${id ?? null}::uuid)
    order by found.order_id, session.opened_at desc
    on conflict do nothing
  `.execute(database)
}
