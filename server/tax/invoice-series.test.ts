import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestProduct } from '#testing/factories.ts'
import { createTaxedOrders, taxedShop } from '#testing/tax.ts'
import { createTestApp } from '#testing/test-app.ts'

const shop = await createTestApp({ environment: taxedShop })
const { request, database } = shop
const { cookies, read, place } = await createTaxedOrders(shop)
// Orders of different products do not wait for each other.
const tees = await Promise.all(Array.from({ length: 10 }, () => createTestProduct({ database, price: 799, stock: 1_000 })))

// More than there are connections to the database.
const orderCount = 30
const failingCount = 10

/** Changes the status of all these orders at once, as the order desk does. */
async function transitionAll({ ids, to }: { ids: readonly string[]; to: string }): Promise<void> {
  const orders = await Promise.all(ids.map(async (_id) => ({ _id, version: (await read(_id)).version })))
  const reply = await request('POST', '/order/admin/moves', { cookies, body: { orders, to } })
  expect(reply.json().message).toBe(`${ids.length} of ${ids.length} orders moved`)
}

test('of 30 orders that are packed and invoiced at once, 10 of which fail, the others have the numbers 1 to 20', async () => {
  const ids = await Promise.all(Array.from({ length: orderCount }, (_, index) => place(tees.slice(index % tees.length).slice(0, 1))))
  await transitionAll({ ids, to: 'Confirmed' })
  await transitionAll({ ids, to: 'Packed' })
  const failing = ids.filter((_, index) => index % (orderCount / failingCount) === 0)
  await sql`create table failing_orders (id uuid primary key)`.execute(database)
  await sql`insert into failing_orders select unnest(${failing}::uuid[])`.execute(database)
  await sql`
    create function fail_of_order() returns trigger language plpgsql as $$
    begin
      if new.order_id in (select id from failing_orders) then
        raise exception 'This transaction fails' using errcode = 'data_exception';
      end if;
      return new;
    end $$;
    create trigger documents_fail after insert on documents for each row execute function fail_of_order();
  `.execute(database)
  const replies = await Promise.all(ids.map((id) => request('POST', `/order/admin/${id}/invoice`, { cookies })))
  const issued = orderCount - failingCount
  expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(issued)
  const documents = await database.selectFrom('documents').select(['number', 'order_id']).orderBy('number').execute()
  expect(documents.map(({ number }) => number)).toEqual(Array.from({ length: issued }, (_, index) => index + 1))
  expect(documents.filter(({ order_id }) => failing.includes(order_id))).toEqual([])
})
