import fc from 'fast-check'
import { type RawBuilder, sql } from 'kysely'
import { expect, test } from 'vitest'
import type { CallReply } from '#contract/contract.ts'
import { toIndianDay } from '#contract/kernel/indian-time.ts'
import { orderStatuses } from '#contract/orders/order-status.ts'
import { address, createTestProduct } from '#testing/factories.ts'
import { fuzzRuns } from '#testing/fuzz/fuzz-runs.ts'
import { startShop } from '#testing/start-shop.ts'
import { sumProfitLives } from '#testing/sum-profit-lives.ts'
import { countProfitDays } from './count-profit.ts'

const { request, database, cookies } = await startShop()
const { id: productId } = await createTestProduct({ database })
await sql`alter table orders disable trigger orders_check_transition; alter table documents disable trigger documents_append_only;
  alter table orders drop constraint orders_to_pay_check; alter table returns disable trigger returns_transition; alter table order_adjustments disable trigger order_adjustments_sum;
  insert into profit_rates (freight_paise, return_freight_paise, fee_bp) values (7000, 9000, 236)`.execute(database)

const countDays = () => countProfitDays({ database, signal: new AbortController().signal })
const month = toIndianDay().slice(0, 7)
const readMonths = async () => {
  const { months } = (await request('GET', `/figures/profit/months?month=${month}`, { cookies })).json<
    CallReply<'GET /figures/profit/months'>
  >()
  const { parcels, lines } = (await request('GET', `/figures/profit?month=${month}`, { cookies })).json<CallReply<'GET /figures/profit'>>()
  return { months, parcels, lines }
}

let numbers = 0
const nextNumber = () => {
  numbers += 1
  return numbers
}

const ids = ['00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000002', '00000000-0000-7000-8000-000000000003']
const aDay = fc.nat(50).map((days) => sql`now() - make_interval(days => ${days}::int)`)
const amount = fc.integer({ min: 1, max: 9_999 })
const event = fc.constantFrom('Shipped', 'Delivered', 'Refused', 'Undelivered', 'Parcel received')

/** What happens to an order, as the rows that profit and loss reads. */
const steps: Readonly<
  Record<string, (id: string, at: RawBuilder<unknown>, paise: number, name: string, chance: number) => RawBuilder<unknown>>
> = {
  event: (id, at, _paise, name, chance) =>
    sql`insert into order_events (order_id, event, actor, happened_at, internal) values (${id}, ${name}, 'admin', ${at}, ${chance === 0})`,
  'hidden event': (id, _at, _paise, name) =>
    sql`update order_events set internal = not internal where order_id = ${id} and event = ${name}`,
  'later event': (id, at, _paise, name) => sql`update order_events set happened_at = ${at} where order_id = ${id} and event = ${name}`,
  'removed event': (id, _at, _paise, name) => sql`delete from order_events where order_id = ${id} and event = ${name}`,
  status: (id, _at, paise) => sql`update orders set status = ${orderStatuses[paise % orderStatuses.length]} where id = ${id}`,
  total: (id, _at, paise) => sql`update orders set total_paise = ${paise} where id = ${id}`,
  parcel: (id, _at, _paise, _name, chance) =>
    sql`update orders set returned_parcel = ${chance === 0 ? 'damaged' : 'sellable'}, is_taken_away = ${chance === 1} where id = ${id}`,
  cost: (id, _at, paise, _name, chance) =>
    sql`update order_lines set cost_paise = ${chance === 0 ? null : paise}, quantity = ${1 + chance} where order_id = ${id}`,
  fee: (id, _at, paise) => sql`
    with fee as (insert into order_adjustments (order_id, kind, label_code, amount_paise, source) values (${id}, 'fee', 'shipping', ${paise}, 'shipping'))
    update orders set adjustment_paise = adjustment_paise + ${paise} where id = ${id}`,
  discount: (id, _at, paise, _name, chance) => sql`
    with discount as (
      insert into order_adjustments (order_id, line, kind, label_code, amount_paise, source) values (${id}, 1, 'discount', 'offer', ${-paise}, ${chance === 0 ? 'exchange' : 'offer'})
    )
    update orders set adjustment_paise = adjustment_paise - ${paise}::bigint where id = ${id}`,
  expense: (_id, at, paise) => sql`insert into expenses (day, kind, amount_paise, note) values (${at}, 'rent', ${paise}, '')`,
  'no fee': (id) =>
    sql`with removed as (delete from order_adjustments where order_id = ${id}) update orders set adjustment_paise = 0 where id = ${id}`,
  document: (id, at, paise, _name, chance) => sql`
    insert into documents (id, kind, series, year, number, written, order_id, refers_to, reason, issued_at, supplier, buyer, place_of_supply, lines, taxable_paise, cgst_paise, sgst_paise, igst_paise, total_paise)
    select id, ${chance === 0 ? 'credit note' : 'invoice'}, 'L', '25-26', ${numbers}::int, ${`L${nextNumber()}`}, ${id}, case when ${chance === 0} then id end,
      case when ${chance === 0} then 'test' end, ${at}, '{}', '{}', '29', '[]', 0, 0, 0, ${paise}, ${paise} from gen_random_uuid() as id`,
  return: (id, at, paise, _name, chance) => sql`
    with asked as (
      insert into returns (number, order_id, kind, is_fault, fee_paise, refund_paise, state, handover, accepted_at, settled_at)
      values (${`LIFE-R${nextNumber()}`}, ${id}, ${chance === 2 ? 'exchange' : 'refund'}, false, 0, 0, 'settled', ${chance === 0 ? 'pickup' : 'send'}, ${at}, ${at}) returning id
    )
    insert into return_lines (return_id, order_id, line, quantity, reason, seen, restocked, refunded, refund_paise) select id, ${id}, 1, 1, 'late', '{}', 1, 1, ${paise} from asked`,
  'changed return': (id, at, paise, _name, chance) => sql`
    update returns set settled_at = ${at}, pickup_booked_at = ${at}, pickup_courier = 'dtdc', pickup_reference = 'P1', handover = 'pickup', state = ${chance === 0 ? 'received' : 'settled'}, refund_paise = ${paise} where order_id = ${id}`,
  'changed line of a return': (id, _at, paise, _name, chance) =>
    sql`update return_lines set refund_paise = ${paise}, credit_paise = ${chance === 0 ? paise + 1 : null} where order_id = ${id}`,
  'removed return': (id) => sql`delete from returns where order_id = ${id}`,
  reduction: (id, at, paise) =>
    sql`insert into price_reductions (order_id, amount_paise, reason, reduced_at) values (${id}, ${paise}, 'test', ${at})`,
  'removed reduction': (id) => sql`delete from price_reductions where order_id = ${id}`,
  payment: (id, at, paise) => sql`
    insert into captured_payments (provider_payment_id, payment_id, amount_paise, captured_at, method)
    select ${`pay_${id}_${nextNumber()}`}, id, ${paise}, ${at}, 'upi' from payments`,
  settlement: (id, _at, paise) => sql`
    insert into settlement_rows (provider, settlement_id, entity_id, kind, amount_paise, fee_paise, tax_paise, debit_paise, credit_paise, settled_on)
    select 'razorpay', 'setl', provider_payment_id, 'payment', 0, ${paise}, 0, 0, 0, now() from captured_payments where provider_payment_id like ${`pay_${id}%`}
    on conflict (provider, entity_id, kind) do update set fee_paise = excluded.fee_paise`,
  'deleted order': (id) => sql`delete from orders where id = ${id} and not exists (select from documents where order_id = orders.id)`,
}

const step = fc.record({
  name: fc.constantFrom(...Object.keys(steps)),
  id: fc.constantFrom(...ids),
  at: aDay,
  paise: amount,
  event,
  chance: fc.nat(2),
  isCounted: fc.nat(2).map((n) => n === 0),
})

async function startOver(): Promise<void> {
  for (const table of ['expenses', 'settlement_rows', 'captured_payments', 'payments', 'documents', 'orders'])
    await sql`delete from ${sql.table(table)}`.execute(database)
  await sql`
    with placed as (
      insert into orders (id, number, kind, total_paise, delivery_address, status)
      select id, 'LIFE' || id, 'guest', 1000, ${JSON.stringify(address)}::jsonb, 'Delivered' from unnest(${ids}::uuid[]) as ids (id) returning id
    ), lines as (
      insert into order_lines (order_id, line, product_id, name, image_key, price_paise, quantity, cost_paise)
      select id, 1, ${productId}, 'Item', 'image', 1000, 1, 400 from placed
    )
    insert into order_events (order_id, event, actor, happened_at) select id, event, 'admin', now() - interval '9 days' from placed, unnest(array['Shipped', 'Delivered', 'Parcel received']) as event
  `.execute(database)
  await sql`
    insert into payments (amount_paise, status, cart_snapshot, delivery_address, fingerprint, hold_ends_at) values (1000, 'paid', '[]', '{}', 'life', now())
  `.execute(database)
}

test('after anything that happens to orders the stored sums of days are those of a new count and of the rows', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (life) => {
      await startOver()
      for (const { name, id, at, paise, event: kind, chance, isCounted } of life) {
        if (isCounted) await countDays()
        if (!(await database.selectFrom('orders').select('id').where('id', '=', id).executeTakeFirst())) continue
        await steps[name]?.(id, at, paise, kind, chance).execute(database)
      }
      const stored = await readMonths()
      await sql`insert into changed_profit_days (day, transaction_id)
        select current_date - days, '0' from generate_series(-2, 60) as days on conflict do nothing`.execute(database)
      expect(stored).toEqual(await readMonths())
      await countDays()
      expect(stored).toEqual(await readMonths())
      const sumOf = await sumProfitLives({ database })
      expect(stored.months).toEqual(
        stored.months.map((each) => ({ month: each.month, sales: sumOf(each.month).netSales, profit: sumOf(each.month).profit })),
      )
      expect(Object.fromEntries(stored.lines.map(({ key, amount }) => [key, amount]))).toEqual(sumOf(month))
    }),
    fuzzRuns({ runs: 50 }),
  )
})
