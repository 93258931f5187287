import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { letterSizes, spellSize } from '#contract/inventory/size-names.ts'
import { createTestProduct } from '#testing/factories.ts'
import { createOldDatabase } from '#testing/old-database.ts'
import { signInAdministrator } from '#testing/shoppers.ts'
import { createTestApp } from '#testing/test-app.ts'

const { request, database } = await createTestApp()

test('the database spells sizes as the contract does', async () => {
  const sizes = [...letterSizes, ...letterSizes.map((size) => ` ${size.toLowerCase()}`), 'free SIZE', '32', 'uk 8', 'Mm', '5 m', 'Small']
  const { rows } = await sql<{ spelled: string }>`
    select spell_size(size) as spelled from unnest(${sizes}::text[]) with ordinality as each (size, place) order by place
  `.execute(database)
  expect(rows.map(({ spelled }) => spelled)).toEqual(sizes.map(spellSize))
})

test('the upgrade merges sizes of two spellings and keeps the stock, carts, orders and requests', async () => {
  const { database: old, upgrade } = await createOldDatabase({ before: '0190_size_spelling.sql' })
  const { id } = await createTestProduct({ database: old, name: 'Spelled', sizes: { m: 3, M: 5, xl: 2 } })
  await createTestProduct({ database: old, name: 'Other', sizes: { s: 4 } })
  await old.updateTable('product_sizes').set({ sku: 'LOWER' }).where('size', '=', 'm').execute()
  await sql`
    with users as (insert into users (name, name_key, pin_hash, role) values ('size test', 'size test', 'x', 'user') returning id)
    insert into cart_lines (user_id, product_id, size, quantity, displayed_price_paise)
    select id, ${id}, size, quantity, 100 from users, (values ('m', 1), ('M', 2), ('xl', 1)) as lines (size, quantity)
  `.execute(old)
  await sql`insert into restock_requests (product_id, size, email, recipient) values (${id}, 'm', 'a@b.in', 'a'), (${id}, 'M', 'a@b.in', 'a')`.execute(
    old,
  )
  await sql`
    with placed as (
      insert into orders (number, kind, total_paise, delivery_address) values ('SIZE-1', 'guest', 200, '{}') returning id
    )
    insert into order_lines (order_id, line, product_id, name, image_key, price_paise, quantity, size)
    select id, line, ${id}, 'Spelled', 'x', 100, 1, size from placed, (values (1, 'm'), (2, 'XL'), (3, null)) as lines (line, size)
  `.execute(old)
  const snapshot = [
    { productId: id, size: 'xl', quantity: 1 },
    { productId: id, quantity: 2 },
  ]
  await sql`
    insert into payments (amount_paise, cart_snapshot, delivery_address, fingerprint, hold_ends_at, user_id)
    select 100, ${JSON.stringify(snapshot)}::jsonb, '{}', 'x', now(), id from users
  `.execute(old)
  await upgrade()
  const read = async <Row>(query: string) => (await sql.raw<Row>(query).execute(old)).rows
  expect(
    await read(`select name, size, product_sizes.stock, sku from product_sizes join products on id = product_id order by 1, 2`),
  ).toEqual([
    { name: 'Other', size: 'S', stock: 4, sku: null },
    { name: 'Spelled', size: 'M', stock: 8, sku: 'LOWER' },
    { name: 'Spelled', size: 'XL', stock: 2, sku: null },
  ])
  expect(await read(`select name, stock from products where has_sizes order by 1`)).toEqual([
    { name: 'Other', stock: 4 },
    { name: 'Spelled', stock: 10 },
  ])
  expect(await read(`select size, quantity from cart_lines order by 1`)).toEqual([
    { size: 'M', quantity: 3 },
    { size: 'XL', quantity: 1 },
  ])
  expect(await read(`select line, size, quantity from order_lines order by line`)).toEqual([
    { line: 1, size: 'M', quantity: 1 },
    { line: 2, size: 'XL', quantity: 1 },
    { line: 3, size: null, quantity: 1 },
  ])
  expect(await read(`select cart_snapshot from payments`)).toEqual([{ cart_snapshot: [{ ...snapshot[0], size: 'XL' }, snapshot[1]] }])
  expect(await read(`select size from restock_requests`)).toEqual([{ size: 'M' }])
  // The ledger still adds up to the stock.
  expect(
    await read(
      `select size, sum(change)::int as sum from stock_movements where size is not null group by 1 having sum(change) <> 0 order by 1`,
    ),
  ).toEqual([
    { size: 'M', sum: 8 },
    { size: 'S', sum: 4 },
    { size: 'XL', sum: 2 },
  ])
})

test('sizes are stored in one spelling, and found in any', async () => {
  const { cookies } = await signInAdministrator({ request, database })
  const { id } = await createTestProduct({ database, stock: 0 })
  const sizes = [
    { size: 'xl', stock: 2 },
    { size: 'Uk 8', stock: 1 },
  ]
  const reply = await request('POST', `/products/${id}/sizes`, {
    cookies,
    body: { version: 1, seenStock: 0, sizes, note: 'Counted' },
  })
  expect(reply.statusCode, reply.body).toBe(200)
  expect((await request('GET', `/products/${id}`)).json().sizes).toEqual(['XL', 'Uk 8'])
  const { products } = (await request('GET', '/products/getAll?page=1&size=xl')).json()
  expect(products.map(({ _id }: { _id: string }) => _id)).toContain(id)
  // As a server of the previous version writes it.
  await database.insertInto('product_sizes').values({ product_id: id, size: 's', position: 3, stock: 1 }).execute()
  expect((await request('GET', `/products/${id}`)).json().sizes).toEqual(['XL', 'Uk 8', 'S'])
})
