import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { ActivityEntry } from '#contract/activity/activity.ts'
import { draftSaved } from '#contract/activity/recorded-calls.ts'
import { paise } from '#contract/kernel/money.ts'
import { createTestProduct } from '#testing/factories.ts'
import { startShop } from '#testing/start-shop.ts'

const {
  request,
  database,
  cookies,
  admin: { _id: adminId, name: adminName, pin: adminPin },
} = await startShop()

interface Page {
  entries: ActivityEntry[]
  next: string | null
  administrators: { _id: string; name: string }[]
}

async function list(query: Record<string, string> = {}): Promise<Page> {
  const reply = await request('GET', `/activity?${new URLSearchParams(query)}`, { cookies })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json()
}

const send = async (method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) => {
  const reply = await request(method, path, { cookies, ...(body && { body }) })
  expect(reply.statusCode, reply.body).toBeLessThan(300)
  return reply.json()
}

describe('a change of a category', async () => {
  await send('POST', '/categories', { key: 'KURTA', name: 'Kurtas' })
  await send('PATCH', '/categories/KURTA', { version: 1, name: 'Long kurtas' })

  test('is listed with who has made it and its values before and after, newest first', async () => {
    const { entries } = await list({ kind: 'category', subject: 'KURTA' })
    expect(entries).toMatchObject([
      {
        text: 'Category changed',
        actor: { _id: adminId, name: adminName },
        subject: { _id: 'KURTA', name: 'Long kurtas' },
        changes: { name: { before: 'Kurtas', after: 'Long kurtas' } },
      },
      { text: 'Category added' },
    ])
    expect(Object.keys(entries[0]?.changes ?? {})).toEqual(['name'])
  })

  test('that is refused records nothing', async () => {
    const body = { version: 1, name: 'Short kurtas' }
    expect((await request('PATCH', '/categories/KURTA', { cookies, body })).statusCode).toBe(409)
    expect((await list({ kind: 'category', subject: 'KURTA' })).entries).toHaveLength(2)
  })

  test('stays readable after the category was deleted', async () => {
    await send('DELETE', '/categories/KURTA')
    const { entries } = await list({ kind: 'category', subject: 'KURTA' })
    expect(entries[0]).toMatchObject({ text: 'Category deleted', subject: { name: 'Long kurtas' } })
  })
})

test('stock that an administrator has changed is listed from the stock movements', async () => {
  const { id, name } = await createTestProduct({ database, name: 'Ajrakh Tee', stock: 3 })
  await send('POST', `/products/${id}/stock`, { change: 4, cause: 'correction', note: 'Counted' })
  const { entries } = await list({ kind: 'product', subject: id })
  expect(entries).toMatchObject([
    { text: 'Stock changed', subject: { name }, actor: { name: adminName }, changes: { stock: { before: 3, after: 7 } } },
  ])
  expect((await list({ q: 'ajrakh' })).entries).toHaveLength(1)
})

test('prices that a sale or an import sets are listed as changes of the shop, and those of administrators once', async () => {
  const { id, name } = await createTestProduct({ database, name: 'Bagh Kurta', price: 500 })
  const { version } = await database.selectFrom('products').select('version').where('id', '=', id).executeTakeFirstOrThrow()
  await send('POST', '/products/admin/changes', { changes: [{ id, version, price: '600' }] })
  // Later than what is recorded with the change of the administrator.
  await database
    .insertInto('price_changes')
    .values({ product_id: id, price_paise: paise(45_000), changed_at: new Date(Date.now() + 3_600_000) })
    .execute()
  const { entries } = await list({ kind: 'product', subject: id })
  expect(entries).toMatchObject([
    {
      text: 'Price changed by a sale or an import',
      actor: { _id: null, name: 'The shop' },
      subject: { name },
      changes: { price_paise: { before: 60_000, after: 45_000 } },
    },
    { text: 'Changed in bulk' },
  ])
  expect((await list({ kind: 'product', subject: id, actor: adminId })).entries).toHaveLength(1)
})

test('words of few and of many products find what was done with them', async () => {
  const made: string[] = []
  for (let count = 0; count < 201; count += 1) made.push((await createTestProduct({ database, name: `Mangalgiri ${count}`, stock: 1 })).id)
  await send('POST', `/products/${made[200]}/stock`, { change: 2, cause: 'correction', note: 'Counted' })
  for (const q of ['mangalgiri', 'Mangalgiri 200']) {
    const { entries } = await list({ q })
    expect(entries.map(({ text, subject }) => [text, subject.name])).toEqual([['Stock changed', 'Mangalgiri 200']])
  }
})

test('a draft of an order is listed with who has saved it, and without the customer', async () => {
  const contents = { address: { firstName: 'Meenakshi' }, buyer: {}, sale: {}, products: [] }
  await database
    .insertInto('order_drafts')
    .values({ name: 'Meenakshi', phone: '', email: '', contents: JSON.stringify(contents), saved_by: adminId })
    .execute()
  const { entries } = await list({ kind: 'order' })
  expect(entries[0]).toMatchObject({ text: draftSaved, actor: { _id: adminId, name: adminName }, changes: {} })
  expect(JSON.stringify(entries)).not.toContain('Meenakshi')
})

test('personal data of tickets is recorded as names of fields', async () => {
  const ticket = await database
    .insertInto('tickets')
    .values({ kind: 'question', name: 'Asha', email: 'asha@example.com', message: 'Hello', acknowledge_by: new Date(), due_at: new Date() })
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow()
  await send('POST', `/tickets/${ticket.id}/acknowledge`, { version: ticket.version })
  const { rows } = await sql<{ text: string }>`select activity::text as text from activity where subject_id = ${ticket.id}`.execute(
    database,
  )
  expect(rows).toHaveLength(1)
  expect(rows[0]?.text).not.toMatch(/asha/i)
  expect((await list({ kind: 'ticket', subject: ticket.id })).entries[0]?.changes).toHaveProperty('state', {})
})

test('sign-ins of an administrator are listed with the failed attempts before, and no PIN', async () => {
  const signIn = (pin: string) => request('POST', '/users/login', { body: { name: adminName, pin } })
  expect((await signIn('9182')).statusCode).toBe(409)
  expect((await signIn(adminPin)).statusCode).toBe(200)
  const { entries } = await list({ kind: 'user', actor: adminId })
  expect(entries).toMatchObject([{ text: 'Signed in', changes: { failedAttempts: { before: 1, after: 0 } } }])
  expect(JSON.stringify(entries)).not.toContain(adminPin)
})

describe('the list', () => {
  test('has pages that do not overlap, also of entries of the same time', async () => {
    const at = new Date('2026-01-05T12:00:00Z')
    const row = { happened_at: at, actor_id: adminId, actor_name: adminName, action: 'orderPages', subject_kind: 'page' } as const
    const rows = Array.from({ length: 120 }, () => ({ ...row, changes: '{}' }))
    await database.insertInto('activity').values(rows).execute()
    const ids: string[] = []
    for (let after: string | null = ''; after !== null; ) {
      const page: Page = await list({ from: '2026-01-05', to: '2026-01-05', ...(after && { after }) })
      ids.push(...page.entries.map(({ _id }) => _id))
      after = page.next
    }
    expect([ids.length, new Set(ids).size]).toEqual([120, 120])
    expect((await list({ from: '2026-01-06', to: '2026-01-06' })).entries).toEqual([])
  })

  test('can be limited to an administrator', async () => {
    expect((await list({ actor: adminId })).entries.length).toBeGreaterThan(0)
    expect((await list({ actor: '00000000-0000-7000-8000-000000000000' })).entries).toEqual([])
    expect((await list({ actor: 'nobody' })).entries).toEqual([])
  })

  test('answers a position that it has not given with a sentence', async () => {
    const reply = await request('GET', '/activity?after=x', { cookies })
    expect([reply.statusCode, reply.json().fields]).toEqual([400, { after: 'This page does not exist.' }])
  })

  test('is exported without formulas, and the export is recorded', async () => {
    const { id } = await createTestProduct({ database })
    await send('POST', '/collections', { title: '=1+1', slug: 'sum', productIds: [id] })
    const file = (await request('GET', '/activity/export?kind=collection', { cookies })).body
    expect(file).toContain("Collection added,'=1+1")
    expect((await list({ kind: 'export' })).entries[0]).toMatchObject({ text: 'Exported the activity' })
  })
})

test('the database keeps rows of the last three years as they are', async () => {
  await expect(sql`update activity set actor_name = 'x'`.execute(database)).rejects.toThrow('are not changed')
  await expect(sql`delete from activity`.execute(database)).rejects.toThrow('after three years')
})
