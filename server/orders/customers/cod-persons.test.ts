import { randomInt, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { deliveryTexts } from '#contract/delivery/delivery-texts.ts'
import { codNotOffered } from '#contract/kernel/texts/screen-texts.ts'
import type { Order } from '#contract/orders/orders.ts'
import { address, buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { buildMultipartForm } from '#testing/pictures.ts'
import { signInShopper } from '#testing/shoppers.ts'
import { startShop } from '#testing/start-shop.ts'

const { request, database, cookies } = await startShop()

const createPhone = () => String(randomInt(6_000_000_000, 9_999_999_999))

async function placeAsGuest(phone: string) {
  const tee = await createTestProduct({ database })
  const body = { ...buildGuestOrder([{ ...tee, size: 'M' }]), deliveryAddress: { ...address, phone, email: `${randomUUID()}@example.com` } }
  return request('POST', '/guest/cashondelivery', { body })
}

async function placeAsShopper({ shopper, phone }: { shopper: { cookies: Record<string, string> }; phone: string }) {
  const tee = await createTestProduct({ database })
  await request('POST', '/cart/add', { cookies: shopper.cookies, body: { product: tee.id, size: 'M', quantity: 1 } })
  return request('POST', '/cod/cashondelivery', { cookies: shopper.cookies, body: { ...address, phone } })
}

const read = (reply: { json: () => { order: Order } }) => reply.json().order._id
const restrict = (id: string, body: object = { cod: 'no', advance: null, reason: 'Refused two parcels' }) =>
  request('PATCH', `/customers/${id}/cod`, { cookies, body })
const allow = (id: string) => request('DELETE', `/customers/${id}/cod`, { cookies })
const readCustomer = async (id: string) => (await request('GET', `/customers/${id}`, { cookies })).json()
const readOrder = async (id: string) => (await request('GET', `/order/admin/${id}`, { cookies })).json()

test('a guest without cash on delivery is shown in the drawer and the order, and refused until it is removed', async () => {
  const phone = createPhone()
  const id = read(await placeAsGuest(phone))
  expect([(await readCustomer(id)).cod, (await readOrder(id)).cod]).toEqual([null, null])
  expect((await restrict(id)).statusCode).toBe(200)
  const shown = {
    cod: 'no',
    advance: null,
    reason: 'Refused two parcels',
    setAt: expect.any(String),
    setBy: expect.any(String),
    version: expect.any(Number),
  }
  expect([(await readCustomer(id)).cod, (await readOrder(id)).cod]).toEqual([shown, shown])
  const refused = await placeAsGuest(phone)
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'cod_not_offered'])
  expect(refused.body).not.toContain('Refused two')
  expect((await allow(id)).statusCode).toBe(200)
  expect([(await placeAsGuest(phone)).statusCode, (await readCustomer(id)).cod]).toEqual([201, null])
  expect((await allow(id)).statusCode).toBe(404)
})

test('an account is limited with each phone that it has ordered with, and with a new one', async () => {
  const shopper = await signInShopper({ request })
  const [first, second, third] = [createPhone(), createPhone(), createPhone()]
  const id = read(await placeAsShopper({ shopper, phone: first }))
  await placeAsShopper({ shopper, phone: second })
  await restrict(id, { cod: 'advance', advance: 100, reason: 'First orders were refused' })
  expect((await readCustomer(id)).cod).toMatchObject({ cod: 'advance', advance: 100 })
  const statuses = [await placeAsShopper({ shopper, phone: third }), await placeAsGuest(first), await placeAsGuest(second)]
  expect(statuses.map((reply) => reply.json().code)).toEqual(Array(3).fill('cod_not_offered'))
  expect((await placeAsGuest(third)).statusCode).toBe(201)
  await allow(id)
  expect((await placeAsGuest(first)).statusCode).toBe(201)
})

test('a refusal has the advance with which cash is taken, the larger of two, and not where it comes from', async () => {
  const phone = createPhone()
  await restrict(read(await placeAsGuest(phone)), { cod: 'advance', advance: 150, reason: 'x' })
  const common = { error: codNotOffered, message: codNotOffered, code: 'cod_not_offered' }
  expect((await placeAsGuest(phone)).json()).toEqual({ ...common, advance: 150 })
  const rule = { prefix: '', deliver: true, cod: 'advance', advance: 200, from: null, to: null, reason: '' }
  const added = await request('POST', '/delivery-rules', { cookies, body: rule })
  expect(added.statusCode).toBe(201)
  expect([(await placeAsGuest(phone)).json(), (await placeAsGuest(createPhone())).json()]).toEqual(
    Array(2).fill({ ...common, advance: 200 }),
  )
  await database.deleteFrom('delivery_rules').execute()
})

test('a change that is based on an older one is refused, and each change is recorded', async () => {
  const id = read(await placeAsGuest(createPhone()))
  const set = { cod: 'no', advance: null, reason: 'a' }
  const change = async (body: object) => (await restrict(id, body)).statusCode
  const end = async (version: number) => (await request('DELETE', `/customers/${id}/cod?version=${version}`, { cookies })).statusCode
  expect([await change({ ...set, version: 1 }), await change({ ...set, version: null })]).toEqual([409, 200])
  const { version } = (await readCustomer(id)).cod
  const replies = [
    await change({ ...set, version: null }),
    await change({ ...set, reason: 'b', version }),
    await change({ ...set, version }),
  ]
  expect([...replies, await end(version)]).toEqual([409, 200, 409, 409])
  expect(await end((await readCustomer(id)).cod.version)).toBe(200)
  // Set again, it has another version than before.
  await restrict(id, set)
  expect(await end(version)).toBe(409)
  const { codEvents } = await readCustomer(id)
  expect(codEvents).toMatchObject([
    { event: 'limited', before: null, after: set },
    { event: 'allowed', before: { ...set, reason: 'b' }, after: null },
    { event: 'changed', before: set, after: { ...set, reason: 'b' }, by: expect.any(String) },
    { event: 'limited', before: null, after: set },
  ])
})

test('two administrators who change a person at the same moment do not overwrite each other', async () => {
  const id = read(await placeAsGuest(createPhone()))
  const body = { cod: 'no', advance: null, reason: 'a', version: null }
  const replies = await Promise.all([restrict(id, body), restrict(id, { ...body, reason: 'b' })])
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
})

test('the downloads of an account and of a guest have it without the reason', async () => {
  const shopper = await signInShopper({ request })
  const download = () => request('POST', '/users/account/data', { cookies: shopper.cookies, body: { currentPin: shopper.pin } })
  const [phone, other] = [createPhone(), createPhone()]
  const id = read(await placeAsShopper({ shopper, phone }))
  await placeAsShopper({ shopper, phone: other })
  await restrict(read(await placeAsGuest(other)))
  // Anybody can type the phone of another person.
  expect((await download()).json().data.cashOnDelivery).toEqual([])
  await restrict(id, { cod: 'advance', advance: 150, reason: 'Refused twice' })
  const own = await download()
  const ofGuest = await request('POST', '/users/guest-data', { cookies, body: { phone } })
  const shown = [{ cod: 'advance', advance: 150, setAt: expect.any(String) }]
  expect([own.json().data.cashOnDelivery, ofGuest.json().data.cashOnDelivery]).toEqual([shown, shown])
  expect(own.body + ofGuest.body).not.toContain('Refused twice')
})

test('what is set is replaced as a whole', async () => {
  const id = read(await placeAsGuest(createPhone()))
  await restrict(id, { cod: 'advance', advance: 250.5, reason: 'a' })
  await restrict(id, { cod: 'no', advance: null, reason: 'b' })
  expect((await readCustomer(id)).cod).toMatchObject({ cod: 'no', advance: null, reason: 'b' })
})

test('an imported customer without orders is limited by phone', async () => {
  const phone = createPhone()
  const file = buildMultipartForm({ file: Buffer.from(`Name,Phone\nImported,${phone}`) })
  await request('POST', '/customers/import', { cookies, ...file })
  const { customers } = (await request('GET', `/customers?q=${phone}`, { cookies })).json()
  await restrict(customers[0]._id)
  expect((await placeAsGuest(phone)).statusCode).toBe(409)
})

test.each([
  [{ cod: 'no', advance: 100, reason: 'x' }, 'advance', deliveryTexts.advanceUnused],
  [{ cod: 'advance', advance: null, reason: 'x' }, 'advance', deliveryTexts.advanceMissing],
  [{ cod: 'advance', advance: -1, reason: 'x' }, 'advance', deliveryTexts.advance],
  [{ cod: 'no', advance: null, reason: ' ' }, 'reason', 'Reason is required.'],
  [{ cod: 'no', advance: null, reason: 'x'.repeat(201) }, 'reason', 'Reason is too long.'],
])('%j is refused', async (body, field, text) => {
  const id = read(await placeAsGuest(createPhone()))
  const reply = await restrict(id, body)
  expect([reply.statusCode, reply.json().fields]).toEqual([400, { [field]: text }])
})

test('an unknown customer is not found, and only administrators limit', async () => {
  expect([(await restrict(randomUUID())).statusCode, (await restrict('x')).statusCode, (await allow('x')).statusCode]).toEqual([
    404, 404, 404,
  ])
  const shopper = await signInShopper({ request })
  const body = { cod: 'no', advance: null, reason: 'x' }
  const ask = (method: 'PATCH' | 'DELETE', who: object) => request(method, `/customers/${randomUUID()}/cod`, { body, ...who })
  const replies = [await ask('PATCH', {}), await ask('PATCH', shopper), await ask('DELETE', {}), await ask('DELETE', shopper)]
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([401, 403, 401, 403])
})
