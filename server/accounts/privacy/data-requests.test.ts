import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { CallReply } from '#contract/contract.ts'
import { address, buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { signInShopper } from '#testing/shoppers.ts'
import { startShop } from '#testing/start-shop.ts'

const {
  request,
  database,
  cookies,
  admin: { name: administratorName },
} = await startShop()

const list = async (query = '') =>
  (await request('GET', `/users/data-requests${query}`, { cookies })).json<CallReply<'GET /users/data-requests'>>()
const add = (body: object) => request('POST', '/users/data-requests', { cookies, body })
const close = (id: string, note = 'Sent by email.') => request('POST', `/users/data-requests/${id}/close`, { cookies, body: { note } })
const days = ({ requestedAt, dueAt }: { requestedAt: string; dueAt: string }) =>
  Math.round((Date.parse(dueAt) - Date.parse(requestedAt)) / 86_400_000)

test('a request by hand is listed with its due date until it is done', async () => {
  const email = `${randomUUID()}@example.com`
  expect((await add({ kind: 'correction', name: 'Ravi', email, orderNumber: 'AAAA-BBBB', details: 'New phone' })).statusCode).toBe(201)
  expect((await add({ kind: 'grievance', phone: '9876543210', details: email })).statusCode).toBe(201)
  const { requests } = await list()
  expect(requests.map(({ kind }) => kind)).toEqual(['grievance', 'correction'])
  expect(requests.map(days)).toEqual([30, 90])
  const [found] = (await list(`?q=${email}&state=open`)).requests
  expect(found).toMatchObject({ name: 'Ravi', email, orderNumber: 'AAAA-BBBB', details: 'New phone', isByHand: true, closedAt: null })
  const id = found?._id ?? ''
  expect((await close(id, ' ')).json().fields).toEqual({ note: 'Note is required.' })
  const replies = await Promise.all([close(id), close(id)])
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  expect((await list('?state=open')).requests.map(({ kind }) => kind)).toEqual(['grievance'])
  expect((await list('?state=done')).requests).toMatchObject([{ _id: id, note: 'Sent by email.', closedBy: administratorName }])
})

test.each([
  [{ kind: 'access' }, { email: 'Enter an email or a phone number.' }],
  [{ kind: 'access', email: 'nobody' }, { email: 'Email must look like name@example.com.' }],
  [{ kind: 'access', phone: '12' }, { phone: 'Phone must have 10 digits.' }],
  [{ kind: 'resale', phone: '9876543210' }, { kind: 'Choose what is asked for.' }],
])('the request %o is rejected', async (body, fields) => {
  const reply = await add(body)
  expect([reply.statusCode, reply.json().fields]).toEqual([400, fields])
})

test('requests of the account page have the name of the account', async () => {
  const shopper = await signInShopper({ request })
  await request('POST', '/users/account/delete', { cookies: shopper.cookies, body: { currentPin: shopper.pin } })
  const { requests } = await list(`?q=${shopper.name}`)
  expect(requests).toMatchObject([{ kind: 'erasure', name: shopper.name, isByHand: false, closedAt: null }])
  expect(requests.map(days)).toEqual([90])
})

test('a request of the contact form is closed here, and an erasure deletes the settled messages of its address', async () => {
  const email = `${randomUUID()}@example.com`
  const write = async (body: object) =>
    (await request('POST', '/contact', { body: { name: 'Ravi', replyTo: email, message: 'Hello', ...body } })).json().ticket
  const [settled, open, asked] = [await write({}), await write({}), await write({ kind: 'data', dataRequest: 'erasure' })]
  await database
    .updateTable('tickets')
    .set({ state: 'settled', acknowledged_at: new Date(), settled_at: new Date() })
    .where('number', '=', Number(settled.slice(2)))
    .execute()
  const guestData = (await request('POST', '/users/guest-data', { cookies, body: { email: email.toUpperCase() } })).json().data
  expect(guestData.tickets.map(({ number }: { number: string }) => number)).toEqual([settled, open, asked])
  const [found] = (await list(`?q=${asked}`)).requests
  expect(found).toMatchObject({ kind: 'erasure', ticket: asked, isByHand: true, details: 'Hello' })
  expect((await close(found?._id ?? '')).statusCode).toBe(200)
  const rows = await database.selectFrom('tickets').select(['number', 'state']).where('email', '=', email).orderBy('number').execute()
  expect(rows).toEqual([
    { number: Number(open.slice(2)), state: 'open' },
    { number: Number(asked.slice(2)), state: 'settled' },
  ])
})

test('a request of the contact form stays open when its writer signs in again during a deletion', async () => {
  const shopper = await signInShopper({ request })
  const body = { name: 'Ravi', replyTo: `${randomUUID()}@example.com`, message: 'Hello', kind: 'data', dataRequest: 'erasure' }
  const { ticket } = (await request('POST', '/contact', { body, cookies: shopper.cookies })).json()
  await request('POST', '/users/account/delete', { cookies: shopper.cookies, body: { currentPin: shopper.pin } })
  await request('POST', '/users/login', { body: { name: shopper.name, pin: shopper.pin } })
  const open = (await list(`?q=${shopper.name}&state=open`)).requests
  expect(open.map((found) => found.ticket)).toEqual([ticket])
})

test('the data of a guest are the orders without an account with that email or phone', async () => {
  const tee = await createTestProduct({ database, stock: 10 })
  const place = async (change: object) => {
    const order = buildGuestOrder([tee])
    const body = { ...order, deliveryAddress: { ...address, ...change } }
    return (await request('POST', '/guest/cashondelivery', { body })).json().order.number as string
  }
  const email = `${randomUUID()}@example.com`
  const byEmail = await place({ email, phone: '9000000001' })
  const byPhone = await place({ phone: '9000000002' })
  await place({ phone: '9000000003' })
  const read = async (body: object) => {
    const reply = await request('POST', '/users/guest-data', { cookies, body })
    return { reply, numbers: reply.json().data?.orders.map(({ number }: { number: string }) => number) }
  }
  const { reply, numbers } = await read({ email: email.toUpperCase(), phone: '9000000002' })
  expect(numbers.toSorted()).toEqual([byEmail, byPhone].toSorted())
  expect(reply.headers['content-disposition']).toMatch(/^attachment; filename="guest-data-/)
  expect(reply.json().data.orders[0]).toMatchObject({ deliveryAddress: { firstName: 'Asha' }, items: [{ name: tee.name }] })
  expect((await read({ email: 'nobody@example.com' })).numbers).toEqual([])
  expect((await read({})).reply.statusCode).toBe(400)
  await sql`update sessions set proven_at = now() - interval '16 minutes'`.execute(database)
  expect((await read({ phone: '9000000002' })).reply.json().code).toBe('reauthentication_required')
})
