import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { address, createTestProduct } from '#testing/factories.ts'
import { hoursFromNow } from '#testing/hours-from-now.ts'
import { newName, readCookies, signInAdministrator, signInShopper } from '#testing/shoppers.ts'
import { createTestApp } from '#testing/test-app.ts'
import { deleteDueAccounts } from './delete-account.ts'
import { personalData } from './personal-data.ts'

const { request, database } = await createTestApp()

type Cookies = Record<string, string>
const login = async (name: string, pin = '4321') => {
  const reply = await request('POST', '/users/login', { body: { name, pin } })
  return { reply, cookies: readCookies(reply) }
}
const download = (cookies: Cookies, pin = '4321') => request('POST', '/users/account/data', { cookies, body: { currentPin: pin } })
const requestDeletion = (cookies: Cookies, pin = '4321') => request('POST', '/users/account/delete', { cookies, body: { currentPin: pin } })
const runJob = () => deleteDueAccounts({ database, signal: new AbortController().signal })
const setDue = (userId: string) =>
  database.updateTable('users').set({ deletion_due_at: sql<Date>`now() - interval '1 second'` }).where('id', '=', userId).execute()

/** A shopper with a row in every table of the account. */
async function createActiveShopper() {
  const shopper = await signInShopper({ request, name: newName() })
  const { cookies } = shopper
  const tee = await createTestProduct({ database })
  await request('POST', '/cart/add', { cookies, body: { product: tee.id, size: 'M', quantity: 1 } })
  const { order } = (await request('POST', '/cod/cashondelivery', { cookies, body: address })).json()
  await request('POST', '/cart/add', { cookies, body: { product: tee.id, size: 'L', quantity: 2 } })
  await request('POST', `/cart/saved/${tee.id}`, { cookies })
  await request('POST', '/cart/', { cookies, body: address })
  await request('POST', '/users/account/consents', { cookies, body: { purpose: 'marketing', given: true } })
  return { ...shopper, tee, order }
}

test('the list of personal data has every foreign key to users, and what it does when an account is deleted', async () => {
  const { rows } = await sql<{ column: string; atDeletion: string }>`
    select format('%s.%s', conrelid::regclass, attname) as column,
      case confdeltype when 'c' then 'deleted' when 'n' then 'detached' end as "atDeletion"
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and confrelid = 'users'::regclass
  `.execute(database)
  const listed = Object.entries(personalData).map(([column, { atDeletion }]) => ({ column, atDeletion }))
  const byColumn = (a: { column: string }, b: { column: string }) => a.column.localeCompare(b.column)
  expect(listed.toSorted(byColumn)).toEqual(rows.toSorted(byColumn))
})

describe('download of personal data', () => {
  test('has all data of the account and no secrets', async () => {
    const { cookies, _id, name, tee, order } = await createActiveShopper()
    await createActiveShopper()
    const message = { name: 'Asha', replyTo: 'asha@example.com', message: 'Where is my tee?' }
    const { ticket: number } = (await request('POST', '/contact', { body: message, cookies })).json()
    await request('POST', '/tickets/reply', { body: { number, text: 'It is red.' }, cookies })
    await request('POST', '/contact', { body: message })
    const reply = await download(cookies)
    expect(reply.statusCode).toBe(200)
    expect(reply.headers).toMatchObject({
      'cache-control': 'private, no-store',
      'content-disposition': expect.stringMatching(/^attachment; filename="my-data-\d{4}-\d\d-\d\d\.json"$/),
    })
    const { data } = reply.json()
    expect(data).toMatchObject({
      account: [{ name }],
      sessions: [{ userAgent: expect.any(String) }],
      devices: [{ wrongPins: 0 }],
      deliveryAddress: [{ address: { firstName: 'Asha', phone: address.phone } }],
      cart: [{ name: tee.name, size: 'L', quantity: 2 }],
      savedItems: [{ name: tee.name }],
      orders: [
        {
          number: order.number,
          total: 799,
          deliveryAddress: { firstName: 'Asha' },
          items: [{ name: tee.name, size: 'M', quantity: 1, price: 799 }],
          events: [{ event: 'Placed', by: 'shopper' }],
        },
      ],
      consents: [{ purpose: 'marketing', given: true }],
    })
    expect(data.tickets).toMatchObject([
      { number, message: message.message, replies: [{ by: 'shopper', text: 'It is red.' }] },
      { kind: 'data' },
    ])
    expect(reply.body).not.toMatch(/argon2|token|hash|secret/i)
    const recorded = await database.selectFrom('data_requests').selectAll().where('user_id', '=', _id).execute()
    expect(recorded).toMatchObject([{ kind: 'access', note: 'Downloaded on the account page.', closed_at: expect.any(Date) }])
  })

  test('needs the PIN, and an account', async () => {
    const { cookies } = await signInShopper({ request })
    const wrong = await download(cookies, '0000')
    expect([wrong.statusCode, wrong.json().fields]).toEqual([403, { currentPin: 'This is not your current PIN.' }])
    expect((await download(cookies, '')).statusCode).toBe(400)
    expect((await download({})).statusCode).toBe(401)
  })

  test('is limited to ten an hour', async () => {
    const { cookies, _id } = await signInShopper({ request })
    await database
      .insertInto('limits')
      .values({ key: `data-exports:${_id}`, points: 10, expire: Date.now() + 60_000 })
      .execute()
    expect((await download(cookies)).statusCode).toBe(429)
  })
})

describe('deletion of an account', () => {
  test('signs out everywhere and is cancelled by signing in', async () => {
    const { cookies, name, _id } = await signInShopper({ request, name: newName() })
    const other = await login(name)
    expect((await requestDeletion(cookies, '0000')).statusCode).toBe(403)
    const reply = await requestDeletion(cookies)
    const { message, deletionDueAt } = reply.json()
    expect([reply.statusCode, message]).toEqual([200, 'Your account will be deleted in 7 days. Sign in before then to keep it.'])
    expect(hoursFromNow(deletionDueAt)).toBe(7 * 24)
    for (const device of [cookies, other.cookies]) expect((await download(device)).statusCode).toBe(401)
    await runJob()

    expect((await login(name, '0000')).reply.statusCode).toBe(409)
    const back = await login(name)
    expect(back.reply.json()).toMatchObject({ created: false, deletionCancelled: true, message: 'Login successful' })
    expect((await login(name)).reply.json()).not.toHaveProperty('deletionCancelled')
    await runJob()
    expect((await request('GET', '/users/loggedinuser', { cookies: back.cookies })).statusCode).toBe(200)
    const requests = await database.selectFrom('data_requests').selectAll().where('user_id', '=', _id).execute()
    expect(requests).toMatchObject([{ kind: 'erasure', note: 'Cancelled: the shopper has signed in again.' }])
  })

  test('of two concurrent requests one is accepted, and signs the other out', async () => {
    const { cookies, _id } = await signInShopper({ request })
    const replies = await Promise.all([requestDeletion(cookies), requestDeletion(cookies)])
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 401])
    expect(await database.selectFrom('data_requests').select('id').where('user_id', '=', _id).execute()).toHaveLength(1)
  })

  test('empties everything but the orders, which stay without an account', async () => {
    const { cookies, name, _id, order } = await createActiveShopper()
    await requestDeletion(cookies)
    await setDue(_id)
    await runJob()
    for (const column of Object.keys(personalData)) {
      const [table, key] = column.split('.') as [never, never]
      const { rows } = await sql`select 1 from ${sql.table(table)} where ${sql.ref(key)} = ${_id}`.execute(database)
      expect(rows, column).toEqual([])
    }
    const kept = await database.selectFrom('orders').selectAll().where('id', '=', order._id).executeTakeFirstOrThrow()
    expect(kept).toMatchObject({ user_id: null, status: 'Placed', delivery_address: { firstName: 'Asha', email: address.email } })
    const tracked = await request('POST', '/order/track', { body: { number: order.number, phone: address.phone } })
    expect(tracked.statusCode).toBe(200)
    const consents = await database.selectFrom('consents').select(['purpose', 'given']).where('user_id', 'is', null).execute()
    expect(consents).toContainEqual({ purpose: 'marketing', given: true })
    const requests = await database.selectFrom('data_requests').selectAll().where('note', '=', 'The account was deleted.').execute()
    expect(requests).toMatchObject([{ kind: 'erasure', user_id: null }])

    const again = await login(name.toUpperCase())
    expect([again.reply.statusCode, again.reply.json().code]).toEqual([409, 'name_taken'])
    await database.updateTable('retired_names').set({ retired_at: sql<Date>`now() - interval '366 days'` }).execute()
    expect((await login(name)).reply.json()).toMatchObject({ created: true })
  })

  test('deletes what was imported by the verified email and the phones of the orders', async () => {
    const { cookies, _id } = await signInShopper({ request, name: newName() })
    const tee = await createTestProduct({ database })
    await request('POST', '/cart/add', { cookies, body: { product: tee.id, size: 'M', quantity: 1 } })
    await request('POST', '/cod/cashondelivery', { cookies, body: { ...address, phone: '9876512345' } })
    await database.updateTable('users').set({ verified_email: 'Imported@example.com' }).where('id', '=', _id).execute()
    const others = [{ name: 'Other', phone: '9876512346', email: 'other@example.com' }]
    const own = [
      { name: 'By phone', phone: '9876512345', email: null },
      { name: 'By email', phone: null, email: 'imported@example.com' },
    ]
    await database
      .insertInto('imported_customers')
      .values([...own, ...others])
      .execute()
    expect((await download(cookies)).json().data.importedDetails).toMatchObject([{ name: 'By email' }])
    await requestDeletion(cookies)
    await setDue(_id)
    await runJob()
    expect(await database.selectFrom('imported_customers').select(['name', 'phone', 'email']).execute()).toEqual(others)
  })

  test('deletes the settled messages, and the others stay until they are answered', async () => {
    const { cookies, _id } = await signInShopper({ request, name: newName() })
    const email = `${randomUUID()}@example.com`
    const write = async (body: object, from: Cookies = cookies) => {
      const reply = await request('POST', '/contact', { body: { name: 'Asha', replyTo: email, message: 'Hello', ...body }, cookies: from })
      return Number(reply.json().ticket.slice(2))
    }
    const [settled, open, asked, asGuest, foreign] = [
      await write({}),
      await write({}),
      await write({ kind: 'data', dataRequest: 'erasure' }),
      await write({ replyTo: email.toUpperCase() }, {}),
      await write({ replyTo: `other-${email}` }, {}),
    ]
    const settledRow = { state: 'settled', acknowledged_at: new Date(), settled_at: new Date() } as const
    await database.updateTable('tickets').set(settledRow).where('number', 'in', [settled, asGuest, foreign]).execute()
    await database.updateTable('users').set({ verified_email: email }).where('id', '=', _id).execute()
    await requestDeletion(cookies)
    await setDue(_id)
    await runJob()
    const rows = await database
      .selectFrom('tickets')
      .select(['number', 'state', 'user_id'])
      .where(sql`lower(email)`, 'like', `%${email}`)
      .orderBy('number')
      .execute()
    expect(rows).toEqual([
      { number: open, state: 'open', user_id: null },
      { number: asked, state: 'open', user_id: null },
      { number: foreign, state: 'settled', user_id: null },
    ])
  })

  test('waits for a card payment in progress', async () => {
    const { cookies, _id } = await signInShopper({ request })
    const { id } = await database
      .insertInto('payments')
      .values({
        user_id: _id,
        amount_paise: 79_900 as never,
        cart_snapshot: '[]',
        delivery_address: JSON.stringify(address),
        fingerprint: '',
        hold_ends_at: new Date(),
        hold_released_at: new Date(),
        next_check_at: new Date(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await requestDeletion(cookies)
    await setDue(_id)
    const exists = async () => (await database.selectFrom('users').select('id').where('id', '=', _id).execute()).length === 1
    await runJob()
    expect(await exists()).toBe(true)
    await database.updateTable('payments').set({ next_check_at: null }).where('id', '=', id).execute()
    await runJob()
    expect(await exists()).toBe(false)
  })

  test('that fails does not keep others from being deleted', async () => {
    const shoppers = [await signInShopper({ request }), await signInShopper({ request })]
    const ids = shoppers.map(({ _id }) => _id)
    for (const { cookies, _id } of shoppers) {
      await requestDeletion(cookies)
      await setDue(_id)
    }
    await sql`create table blockers (user_id uuid references users)`.execute(database)
    await sql`insert into blockers values (${ids[0]})`.execute(database)
    await expect(runJob()).rejects.toThrow('1 failed, the others are done')
    const readIds = async () => (await database.selectFrom('users').select('id').where('id', 'in', ids).execute()).map(({ id }) => id)
    expect(await readIds()).toEqual([ids[0]])
    await sql`drop table blockers`.execute(database)
    await runJob()
    expect(await readIds()).toEqual([])
  })

  test('is not for administrators', async () => {
    const { cookies, _id } = await signInShopper({ request })
    await requestDeletion(cookies)
    await setDue(_id)
    await database.updateTable('users').set({ role: 'admin' }).where('id', '=', _id).execute()
    await runJob()
    expect(await database.selectFrom('users').select('role').where('id', '=', _id).execute()).toEqual([{ role: 'admin' }])
    const administrator = await signInAdministrator({ request, database })
    expect((await requestDeletion(administrator.cookies)).statusCode).toBe(403)
    expect((await download(administrator.cookies)).statusCode).toBe(403)
  })
})
