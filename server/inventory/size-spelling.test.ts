import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { letterSizes, spellSize } from '#contract/catalog/size-names.ts'
import { createTestProduct } from '#testing/factories.ts'
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
