import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { collectMails, readTokens, verifyEmail } from '#testing/send-mails.ts'
import { signInShopper } from '#testing/shoppers.ts'
import { startShop } from '#testing/start-shop.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createPurgeJobs } from '../../jobs/purge-jobs.ts'
import { queueRestockMails } from './restock-mails.ts'

const shop = await startShop({ environment: { PUBLIC_URL: 'https://shop.example', DEMO: 'off', ADMIN_SECOND_FACTOR: 'optional' } })
const { request, database, admin } = shop

beforeEach(async () => {
  await database.deleteFrom('restock_requests').execute()
  await database.deleteFrom('outbox_mails').execute()
})

const newEmail = () => `${randomUUID()}@example.com`
const createKurta = (sizes: Record<string, number> = { M: 0, L: 3 }) => createTestProduct({ database, name: 'Indigo kurta', sizes })
const ask = (id: string, body: object, cookies?: Record<string, string>) =>
  request('POST', `/products/${id}/restock`, { body, ...(cookies && { cookies }) })
const confirm = (token: string | undefined) => request('POST', '/products/restock', { body: { token } })
const stop = (token: string | undefined) => request('POST', '/products/restock/stop', { body: { token } })
const find = (token: string | undefined) => request('POST', '/products/restock/find', { body: { token } })
const addStock = (id: string, change: number, size?: string) =>
  request('POST', `/products/${id}/stock`, { cookies: admin.cookies, body: { change, size, cause: 'correction', note: 'Delivery' } })
const readRows = () => database.selectFrom('restock_requests').selectAll().orderBy('requested_at').execute()

/** Waits for a size with a confirmed address; returns the address. */
async function waitFor(id: string, size?: string): Promise<string> {
  const email = newEmail()
  expect((await ask(id, { email, size })).statusCode).toBe(200)
  const mail = (await collectMails(shop)).find(({ to }) => to.address === email)
  expect((await confirm(readTokens(mail)[0])).statusCode).toBe(200)
  return email
}

/** Runs both jobs and returns who was notified. */
async function notify(): Promise<string[]> {
  await queueRestockMails({ database })
  const mails = (await collectMails(shop)).filter(({ subject }) => subject.startsWith('In stock again'))
  return mails.map(({ to }) => to.address)
}

describe('a request', () => {
  test('is confirmed by the link in a mail before the address is notified, once', async () => {
    const { id } = await createKurta()
    const email = newEmail()
    const reply = await ask(id, { email, size: 'M' })
    expect(reply.json()).toEqual({
      message: `We have sent a link to ${email}. Open it to confirm your address; then we’ll email you.`,
    })
    const [mail, ...others] = await collectMails(shop)
    expect([mail?.to.address, mail?.subject, others]).toEqual([email, 'Confirm that we may email you', []])
    expect(mail?.text).toContain('Indigo kurta in M')
    const [token] = readTokens(mail)
    expect(mail?.text).toContain(`https://shop.example/back-in-stock?token=${token}`)
    expect((await find(token)).json()).toEqual({ product: { _id: id, name: 'Indigo kurta' }, size: 'M', email, state: 'unconfirmed' })
    await addStock(id, 2, 'M')
    expect(await notify()).toEqual([])
    // A second click, or a second tab.
    expect((await confirm(`${token}.x`)).statusCode).toBe(410)
    for (const _ of [1, 2]) expect((await confirm(token)).statusCode).toBe(200)
    expect((await find(token)).json()).toMatchObject({ state: 'waiting' })
    await queueRestockMails({ database })
    const [notified] = await collectMails(shop)
    expect([notified?.to.address, notified?.subject]).toEqual([email, 'In stock again: Indigo kurta in M'])
    expect(notified?.text).toContain(`https://shop.example/product/${id}/indigo-kurta?size=M`)
    expect(notified?.unsubscribeUrl).toBe(`https://shop.example/back-in-stock?token=${token}`)
    expect((await find(token)).json()).toMatchObject({ state: 'notified' })
    expect(await notify()).toEqual([])
  })

  test('of a verified address of the signed-in shopper needs no confirmation', async () => {
    const { id } = await createTestProduct({ database, stock: 0 })
    const shopper = await signInShopper({ request })
    const email = newEmail()
    await verifyEmail({ shop, shopper, email })
    const reply = await ask(id, { email: email.toUpperCase() }, shopper.cookies)
    expect(reply.json().message).toBe(`We’ll email ${email.toUpperCase()} when it is in stock again.`)
    // The address of somebody else does.
    await ask(id, { email: newEmail() }, shopper.cookies)
    expect(await readRows()).toMatchObject([
      { size: '', user_id: shopper._id, confirmed_at: expect.any(Date) },
      { user_id: null, confirmed_at: null },
    ])
    expect((await collectMails(shop)).map(({ subject }) => subject)).toEqual(['Confirm that we may email you'])
    const own = await request('POST', '/users/account/data', { cookies: shopper.cookies, body: { currentPin: shopper.pin } })
    expect(own.json().data.restockRequests).toMatchObject([{ email: email.toUpperCase(), confirmedAt: expect.any(String) }])
  })

  test('is stored once for each mailbox and size, and the replies do not reveal it', async () => {
    const { id } = await createKurta({ M: 0, L: 0 })
    const email = await waitFor(id, 'M')
    const waits = await ask(id, { email, size: 'M' })
    const again = await ask(id, { email: newEmail(), size: 'M' })
    expect(waits.json().message.replace(email, '')).toBe(again.json().message.replace(/to \S+\./, 'to .'))
    await ask(id, { email: email.toUpperCase(), size: 'M' })
    await ask(id, { email, size: 'L' })
    expect(await readRows()).toHaveLength(3)
    // The confirmed request gets no mail, and stays confirmed.
    expect(await collectMails(shop)).toHaveLength(2)
    expect((await readRows())[0]).toMatchObject({ email, confirmed_at: expect.any(Date) })
  })

  test.each([
    [{ email: 'nobody', size: 'M' }, 400, { email: 'Email must look like name@example.com.' }],
    [{ email: ' ', size: 'M' }, 400, { email: 'Email is required.' }],
    [{ email: 'a@example.com\nBcc: b@example.com', size: 'M' }, 400, { email: 'Email must look like name@example.com.' }],
    [{ size: 'M' }, 400, { email: 'Email is required.' }],
    [{ email: 'a@example.com' }, 400, undefined],
    [{ email: 'a@example.com', size: 'XXS' }, 400, undefined],
    [{ email: 'a@example.com', size: 'L' }, 409, undefined],
  ])('%j is rejected with %i', async (body, status, fields) => {
    const { id } = await createKurta()
    const reply = await ask(id, body)
    expect([reply.statusCode, reply.json().fields]).toEqual([status, fields])
    expect(await readRows()).toEqual([])
  })

  test('needs a product on sale', async () => {
    const { id } = await createKurta()
    await database.updateTable('products').set({ status: 'deleted' }).where('id', '=', id).execute()
    for (const gone of [id, randomUUID(), 'x']) expect((await ask(gone, { email: newEmail(), size: 'M' })).statusCode).toBe(404)
  })

  test('sends a mailbox five links a day, whoever asks', async () => {
    const email = newEmail()
    for (let count = 0; count < 7; count += 1) {
      const { id } = await createTestProduct({ database, stock: 0 })
      expect((await ask(id, { email })).statusCode).toBe(200)
    }
    expect(await collectMails(shop)).toHaveLength(5)
  })

  test('is limited for each person, and ten times as much for an IPv4 address', async () => {
    const limited = await createTestApp({ environment: { LIMITS_FACTOR: '0.1' } })
    const { id } = await createTestProduct({ database: limited.database, stock: 0 })
    const post = async (email = newEmail()) => (await limited.request('POST', `/products/${id}/restock`, { body: { email } })).statusCode
    const email = newEmail()
    expect([await post(email), await post(email), await post(email)]).toEqual([200, 200, 429])
    const statuses: number[] = []
    for (let person = 0; person < 19; person += 1) statuses.push(await post())
    expect(statuses).toEqual([...Array(18).fill(200), 429])
  })
})

describe('when stock comes back', () => {
  test('as many are notified as there are items, the oldest first, and the next ones a day later', async () => {
    const { id } = await createKurta()
    const [first, second, third] = [await waitFor(id, 'M'), await waitFor(id, 'M'), await waitFor(id, 'M')]
    await addStock(id, 2, 'M')
    expect((await notify()).toSorted()).toEqual([first, second].toSorted())
    expect(await notify()).toEqual([])
    await database.updateTable('restock_requests').set({ notified_at: sql<Date>`notified_at - interval '25 hours'` }).execute()
    expect(await notify()).toEqual([third])
  })

  test('two servers send one mail for each request', async () => {
    const { id } = await createTestProduct({ database, stock: 0 })
    for (const _ of [1, 2, 3]) await waitFor(id)
    await addStock(id, 5)
    const counts = await Promise.all([1, 2, 3].map(() => queueRestockMails({ database })))
    expect(counts.toSorted()).toEqual([0, 0, 3])
    expect(new Set((await collectMails(shop)).map(({ to }) => to.address)).size).toBe(3)
  })

  test('a cancelled order notifies those who wait', async () => {
    const kurta = await createKurta({ M: 1 })
    const { order } = (await request('POST', '/guest/cashondelivery', { body: buildGuestOrder([{ ...kurta, size: 'M' }]) })).json()
    const email = await waitFor(kurta.id, 'M')
    await request('POST', `/order/admin/${order._id}/move`, { cookies: admin.cookies, body: { to: 'Cancelled' } })
    expect(await notify()).toEqual([email])
  })

  test('another size, a deleted product or one that is sold out again causes no mail', async () => {
    const kurta = await createKurta()
    const email = await waitFor(kurta.id, 'M')
    await addStock(kurta.id, 5, 'L')
    expect(await notify()).toEqual([])
    await addStock(kurta.id, 1, 'M')
    await queueRestockMails({ database })
    await addStock(kurta.id, -1, 'M')
    expect(await collectMails(shop)).toEqual([])
    // The request waits in its place.
    await addStock(kurta.id, 1, 'M')
    await queueRestockMails({ database })
    await request('DELETE', `/products/${kurta.id}`, { cookies: admin.cookies })
    expect(await notify()).toEqual([])
    expect(await readRows()).toMatchObject([{ email }])
  })

  test('a product whose stock is not by size any more notifies all who wait for it', async () => {
    const { id } = await createKurta({ M: 0 })
    const email = await waitFor(id, 'M')
    const { version } = (await request('GET', `/products/${id}/stock`, { cookies: admin.cookies })).json().product
    await request('POST', `/products/${id}/sizes`, { cookies: admin.cookies, body: { version, seenStock: 0, sizes: [], note: '' } })
    await addStock(id, 4)
    expect(await notify()).toEqual([email])
  })
})

test('the link in every mail ends all requests of the mailbox', async () => {
  const { id } = await createKurta({ M: 0, L: 0 })
  const email = newEmail()
  await ask(id, { email, size: 'M' })
  await ask(id, { email, size: 'L' })
  const [token, other] = (await collectMails(shop)).flatMap(readTokens)
  await waitFor(id, 'M')
  for (const _ of [1, 2]) expect((await stop(token)).json()).toEqual({ message: 'We won’t email you about stock any more.' })
  expect(await readRows()).toHaveLength(1)
  for (const reply of [await confirm(token), await find(other), await confirm(other)]) {
    expect([reply.statusCode, reply.json().code]).toEqual([410, 'restock_link_invalid'])
  }
})

test.each(['', 'x', `${randomUUID()}.x`, 'constructor', '.'])('the token %j is not from the shop', async (token) => {
  for (const reply of [await find(token), await confirm(token), await stop(token)]) expect(reply.statusCode).toBe(410)
})

test('a person who was notified can ask and confirm again', async () => {
  const { id } = await createKurta()
  const email = await waitFor(id, 'M')
  await addStock(id, 1, 'M')
  expect(await notify()).toEqual([email])
  await addStock(id, -1, 'M')
  await ask(id, { email, size: 'M' })
  expect(await readRows()).toMatchObject([{ confirmed_at: null, notified_at: null }])
})

test('the data of a guest has what the address waits for', async () => {
  const { id } = await createKurta()
  const email = await waitFor(id, 'M')
  const read = async (body: object) =>
    (await request('POST', '/users/guest-data', { cookies: admin.cookies, body })).json().data.restockRequests
  expect(await read({ email: email.toUpperCase() })).toMatchObject([{ product: 'Indigo kurta', size: 'M', email, notifiedAt: null }])
  expect(await read({ phone: '9876543210' })).toEqual([])
})

test('administrators see how many wait for each size', async () => {
  const { id } = await createKurta({ M: 0, L: 0 })
  await waitFor(id, 'L')
  await waitFor(id, 'M')
  await waitFor(id, 'M')
  await ask(id, { email: newEmail(), size: 'M' })
  const reply = await request('GET', `/products/${id}/stock`, { cookies: admin.cookies })
  expect(reply.json().waiting).toEqual([
    { size: 'L', count: 1 },
    { size: 'M', count: 2 },
  ])
})

test('requests for stock notifications are deleted when they were not confirmed, after their mail, and after a year', async () => {
  const { id } = await createTestProduct({ database, stock: 0 })
  const ago = (days: number) => sql<Date>`now() - make_interval(days => ${days})`
  const build = (email: string, days: number, confirmed: number | null, notified: number | null) => ({
    product_id: id,
    size: '',
    email,
    recipient: email,
    requested_at: ago(days),
    confirmed_at: confirmed === null ? null : ago(confirmed),
    notified_at: notified === null ? null : ago(notified),
  })
  await database
    .insertInto('restock_requests')
    .values([
      build('unconfirmed', 8, null, null),
      build('new', 6, null, null),
      build('notified', 40, 40, 31),
      build('just notified', 40, 40, 29),
      build('waiting', 364, 364, null),
      build('forgotten', 366, 366, null),
    ])
    .execute()
  const job = createPurgeJobs({ database }).find(({ name }) => name === 'purge-restock-requests')
  await job?.run({ publish: () => {}, log: console, signal: new AbortController().signal })
  const rows = await database.selectFrom('restock_requests').select('email').orderBy('email').execute()
  expect(rows.map(({ email }) => email)).toEqual(['just notified', 'new', 'waiting'])
})
