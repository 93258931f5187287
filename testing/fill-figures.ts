import { sql } from 'kysely'
import { countChangedDays } from '#server/figures/count-days.ts'
import { countProfitDays } from '#server/figures/profit/count-profit.ts'
import type { TestApp } from './test-app.ts'

/** Fills the tables of figures and of assistants of a shop that has a product and two orders. */
export async function fillFigures({ database }: Pick<TestApp, 'database'>): Promise<void> {
  const orders = await database.selectFrom('orders').select('id').orderBy('placed_at').execute()
  const product = await database.selectFrom('products').select('id').where('stock', '>', 0).executeTakeFirstOrThrow()
  const [first, second] = orders
  const statements = [
    sql`insert into offers (title, kind, percent, code, scope) values ('Ten', 'percent', 10, 'TEN', '{"kind": "all"}')`,
    sql`insert into offer_uses (offer_id, order_id, person, amount_paise) select id, ${first?.id}, '\\x00', 0 from offers where code = 'TEN'`,
    sql`insert into order_referrals (order_id, source, medium, host) values (${first?.id}, 'instagram', 'story', 'instagram.com')`,
    sql`insert into purchase_reports (order_id, recipients, text_version, user_agent) values (${first?.id}, 'both', '1', 'Browser')`,
    sql`
      insert into ucp_sessions (kind, agent_profile, agent_name, content, expires_at)
      values ('cart', 'https://helper.example/profile', 'Helper', '{}', now() + interval '1 day')`,
    sql`
      insert into ucp_orders (order_id, session_id, agent_name, profile_url)
      values (${second?.id}, gen_random_uuid(), 'Helper 🤖', 'https://helper.example/profile')`,
    sql`insert into assistant_requests (day, agent, requests, last_at) values ('2026-01-02', 'helper.example', 5, now())`,
    sql`insert into daily_steps (day, step, visits) values ('2026-01-02', 'visit', 7)`,
    sql`insert into daily_product_views (day, product_id, views) values ('2026-01-02', ${product.id}, 9)`,
    sql`insert into expenses (day, kind, amount_paise, note) values ('2026-01-02', 'rent', 9950, 'Shop 🏬')`,
    sql`insert into profit_rates (freight_paise, return_freight_paise, fee_bp) values (7000, 9000, 236)`,
    sql`
      insert into settlement_rows (provider, settlement_id, entity_id, kind, amount_paise, fee_paise, tax_paise, debit_paise, credit_paise, settled_on)
      values ('razorpay', 'setl_1', 'pay_1', 'payment', 159850, 3196, 488, 0, 156654, '2026-01-02')`,
    sql`insert into order_events (order_id, event, actor) select ${first?.id}, event, 'admin' from unnest(array['Shipped', 'Delivered']) as event`,
    ...['Confirmed', 'Packed', 'Shipped', 'Delivered'].map((status) => sql`update orders set status = ${status} where id = ${first?.id}`),
  ]
  for (const statement of statements) await statement.execute(database)
  const { signal } = new AbortController()
  await countChangedDays({ database, signal })
  await countProfitDays({ database, signal })
  // What has changed since waits for the job.
  await sql`update orders set status = 'Confirmed' where id = ${second?.id}`.execute(database)
  await sql`insert into changed_profit_days (day) values ('2026-01-02')`.execute(database)
}
