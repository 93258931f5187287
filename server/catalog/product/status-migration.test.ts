import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestProduct } from '#testing/factories.ts'
import { createTestApp } from '#testing/test-app.ts'

const { database } = await createTestApp()

/** A product as a server of the previous version reads it. */
const readFormer = async (id: string) => {
  const former = sql<{ isDeleted: boolean; hiddenAs: string | null; status: string }>`
    select deleted_at is not null as "isDeleted", hidden_as as "hiddenAs", status from products where id = ${id}`
  return (await former.execute(database)).rows[0]
}

const former = [
  { status: 'draft', isDeleted: true, hiddenAs: 'draft' },
  { status: 'archived', isDeleted: true, hiddenAs: 'archived' },
  { status: 'on_sale', isDeleted: false, hiddenAs: null },
  { status: 'deleted', isDeleted: true, hiddenAs: null },
] as const

test('a server of the previous version sees the status that this one sets', async () => {
  const { id } = await createTestProduct({ database })
  for (const { status, ...columns } of former) {
    await database.updateTable('products').set({ status }).where('id', '=', id).execute()
    expect(await readFormer(id)).toEqual({ status, ...columns })
  }
  const [draft] = await database
    .insertInto('products')
    .values({ name: 'Draft', description: 'x', category: 'TEE', price_paise: sql`100`, stock: 1, image_key: 'x', status: 'draft' })
    .returning('id')
    .execute()
  expect(await readFormer(draft?.id ?? '')).toEqual(former[0])
})

test('this server sees the status that one of the previous version sets', async () => {
  const { id } = await createTestProduct({ database })
  for (const { status, isDeleted, hiddenAs } of former) {
    const deletedAt = isDeleted ? sql`coalesce(deleted_at, now())` : sql`null`
    await sql`update products set deleted_at = ${deletedAt}, hidden_as = ${hiddenAs}, publish_at = null where id = ${id}`.execute(database)
    expect(await readFormer(id)).toEqual({ status, isDeleted, hiddenAs })
  }
  const { rows } = await sql<{ id: string }>`
    insert into products (name, description, category, price_paise, stock, image_key, deleted_at, hidden_as)
    values ('Draft', 'x', 'TEE', 100, 1, 'x', now(), 'draft') returning id
  `.execute(database)
  expect(await readFormer(rows[0]?.id ?? '')).toEqual(former[0])
})
