import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { ReturnPicture } from '#contract/returns/return-pictures.ts'
import type { ReturnableOrder } from '#contract/returns/returns.ts'
import { buildMultipartForm, createTestImage } from '#testing/pictures.ts'
import { createReturns } from '#testing/returns.ts'
import { createJobRunner } from '#testing/run-job.ts'
import { signInShopper } from '#testing/shoppers.ts'
import { startPayingShop } from '#testing/start-shop.ts'
import { createTestApp } from '#testing/test-app.ts'
import { deleteDueAccounts } from '../../accounts/privacy/delete-account.ts'

const shop = await startPayingShop()
const { provider, request, database, trackingKey, cookies } = shop
const returns = createReturns({ request, database, trackingKey, provider, cookies })
const { code } = returns

const photo = await createTestImage()
  .jpeg()
  .withExif({ IFD0: { Copyright: 'Asha at home' } })
  .toBuffer()
const fault = [{ line: 1, quantity: 1, reason: 'faulty' }]

interface Upload {
  readonly image?: Uint8Array | undefined
  readonly key?: string
}

async function send(
  path: string,
  { image = photo, key = randomUUID() }: Upload,
  options: { cookies?: Record<string, string>; headers?: object } = {},
) {
  const form = buildMultipartForm({ image })
  return request('POST', path, {
    ...(options.cookies && { cookies: options.cookies }),
    payload: form.payload,
    headers: { ...form.headers, 'idempotency-key': key, ...options.headers },
  })
}

/** A return of a faulty item by a shopper with an account. */
async function askCard(reason = 'faulty') {
  const order = await returns.deliverCard()
  const refund = reason === 'faulty' ? 799 : 699
  const id = (await order.ask([{ line: 1, quantity: 1, reason }], refund)).json().return._id as string
  const path = `/order/${order.id}/returns/${id}/pictures`
  return {
    order,
    id,
    path,
    add: (upload: Upload = {}, as = order.cookies) => send(path, upload, { cookies: as }),
    read: (pictureId: string, as = order.cookies) => request('GET', `${path}/${pictureId}`, { cookies: as }),
    remove: (pictureId: string) => request('DELETE', `${path}/${pictureId}`, { cookies: order.cookies }),
  }
}

/** The same by a guest. */
async function askGuest() {
  const order = await returns.deliverGuest()
  const id = (await order.ask(fault, 799)).json().return._id as string
  return {
    order,
    id,
    add: (upload: Upload = {}, token = order.token) =>
      send('/order/returns/pictures', upload, { headers: { 'tracking-token': token, 'return-id': id } }),
    read: (pictureId: string, token = order.token) =>
      request('POST', '/order/returns/pictures/find', { body: { token, returnId: id, pictureId } }),
    remove: (pictureId: string) =>
      request('POST', '/order/returns/pictures/delete', { body: { token: order.token, returnId: id, pictureId } }),
  }
}

const firstOf = (reply: Awaited<ReturnType<typeof send>>) => reply.json<{ pictures: ReturnPicture[] }>().pictures[0]?._id ?? ''

test('a photo is stored upright as WebP without metadata, and no cache stores it', async () => {
  const { add, read, order } = await askCard()
  const large = await createTestImage({ width: 3000, height: 2000 })
    .jpeg()
    .withExif({ IFD0: { Copyright: 'Asha at home' } })
    .toBuffer()
  const added = await add({ image: large })
  expect([added.statusCode, added.json()]).toMatchObject([201, { message: 'The photo is added.', pictures: [{ line: null }] }])
  const file = await read(firstOf(added))
  expect([file.statusCode, file.headers['content-type'], file.headers['cache-control']]).toEqual([200, 'image/webp', 'private, no-store'])
  const { width, height, exif, format } = await sharp(file.rawPayload).metadata()
  expect({ width, height, exif, format }).toEqual({ width: 1600, height: 1067, exif: undefined, format: 'webp' })
  const [shown] = (await order.read()).json<ReturnableOrder>().returns
  expect(shown).toMatchObject({ pictures: [{ _id: firstOf(added), line: null }], canAddPictures: true })
})

test('a fourth photo is refused, and a repeated request adds one', async () => {
  for (const { add } of [await askCard(), await askGuest()]) {
    const key = randomUUID()
    for (const each of [key, key, randomUUID(), randomUUID()]) expect((await add({ key: each })).statusCode).toBe(201)
    const fourth = await add()
    expect([fourth.statusCode, fourth.json()]).toMatchObject([
      409,
      { code: 'return_pictures_full', message: 'A return has at most 3 photos.' },
    ])
    // The reply to the third may have been lost.
    expect((await add({ key })).json().pictures).toHaveLength(3)
  }
})

test('of five photos at once three are added', async () => {
  const { add } = await askCard()
  const replies = await Promise.all([1, 2, 3, 4, 5].map(() => add()))
  expect(replies.map((reply) => reply.statusCode).sort()).toEqual([201, 201, 201, 409, 409])
})

test('only pictures are added', async () => {
  const { add } = await askCard()
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  expect(code(await add({ image: svg }))).toBe('image_type')
  expect(code(await add({ image: photo.subarray(0, 300) }))).toBe('image_damaged')
  expect(code(await add({ image: Buffer.concat([photo.subarray(0, 3), Buffer.alloc(26 * 1024 * 1024)]) }))).toBe('image_too_large')
  expect((await add({ image: Buffer.alloc(0) })).statusCode).toBe(400)
  const { payload, headers } = buildMultipartForm({ image: photo, other: photo })
  const { path, order } = await askCard()
  expect((await request('POST', path, { cookies: order.cookies, payload, headers })).statusCode).toBe(413)
})

test('photos are for faulty and wrong items, until the items are received', async () => {
  const small = await askCard('too small')
  expect(code(await small.add())).toBe('return_pictures_of_faults')
  const { id, add, remove, order } = await askCard()
  const first = firstOf(await add())
  await returns.admin(id, 'accept', { handover: 'send' })
  expect((await add()).statusCode).toBe(201)
  await returns.sendReceipt(id, 1)
  expect(code(await add())).toBe('return_pictures_closed')
  expect(code(await remove(first))).toBe('return_pictures_closed')
  expect((await order.read()).json<ReturnableOrder>().returns[0]).toMatchObject({ canAddPictures: false, pictures: [{}, {}] })
})

test('photos are seen by their shopper and administrators only', async () => {
  const [own, other, guest, otherGuest] = [await askCard(), await askCard(), await askGuest(), await askGuest()]
  const [picture, ofGuest] = [firstOf(await own.add()), firstOf(await guest.add())]
  expect((await own.read(picture)).statusCode).toBe(200)
  expect((await guest.read(ofGuest)).statusCode).toBe(200)
  expect((await request('GET', `/returns/${own.id}/pictures/${picture}`, { cookies })).statusCode).toBe(200)
  const statuses = await Promise.all([
    own.read(picture, other.order.cookies),
    other.read(picture),
    request('GET', `${own.path}/${picture}`),
    own.read(picture, cookies),
    request('GET', `/returns/${own.id}/pictures/${picture}`, { cookies: own.order.cookies }),
    request('GET', `/returns/${other.id}/pictures/${picture}`, { cookies }),
    own.read(randomUUID()),
    own.read('x'),
    guest.read(ofGuest, otherGuest.order.token),
    guest.read(ofGuest, 'x'),
    guest.read(picture),
    own.add({}, other.order.cookies),
    guest.add({}, otherGuest.order.token),
    send('/order/returns/pictures', {}, { headers: { 'tracking-token': 'x', 'return-id': guest.id } }),
    own.remove(ofGuest),
  ])
  expect(statuses.map((reply) => reply.statusCode)).toEqual([404, 404, 401, 403, 403, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404])
})

test('a photo has no public address', async () => {
  const { add } = await askCard()
  const picture = firstOf(await add())
  for (const path of [`/images/${picture}/800.webp`, `/images/${picture}/whole.webp`]) {
    expect((await shop.app.inject({ method: 'GET', url: path })).statusCode).toBe(404)
  }
})

test('a shopper and a guest delete a photo that they have added', async () => {
  for (const { add, read, remove } of [await askCard(), await askGuest()]) {
    const picture = firstOf(await add())
    expect((await remove(picture)).json()).toEqual({ message: 'The photo is deleted.', pictures: [] })
    expect((await read(picture)).statusCode).toBe(404)
    expect(code(await remove(picture))).toBe('return_picture_not_found')
  }
})

test('the shop photographs received items until the return is settled, and the shopper sees it', async () => {
  const { id, order, read, remove } = await askCard()
  const add = (line = 1) => send(`/returns/${id}/lines/${line}/pictures`, {}, { cookies })
  expect(code(await add())).toBe('return_step_not_possible')
  await returns.admin(id, 'accept', { handover: 'send' })
  const pictures = [firstOf(await add()), await add(), await add()]
  expect(code(await add())).toBe('return_item_pictures_full')
  expect(code(await add(2))).toBe('return_not_found')
  await returns.sendReceipt(id, 1)
  const picture = String(pictures[0])
  expect((await order.read()).json<ReturnableOrder>().returns[0]?.pictures).toMatchObject([{ _id: picture, line: 1 }, {}, {}])
  expect((await read(picture)).statusCode).toBe(200)
  expect(code(await remove(picture))).toBe('return_picture_not_found')
  expect((await request('DELETE', `/returns/${id}/pictures/${picture}`, { cookies })).json().pictures).toHaveLength(2)
  expect((await add()).statusCode).toBe(201)
  expect((await returns.admin(id, 'settle', { refund: 699 })).statusCode).toBe(200)
  await request('DELETE', `/returns/${id}/pictures/${picture}`, { cookies })
  expect(code(await add())).toBe('return_step_not_possible')
})

test('photos are deleted a year later', async () => {
  const { id, add } = await askCard()
  for (const each of [1, 2]) expect((await add()).statusCode, String(each)).toBe(201)
  const [first] = await database.selectFrom('return_pictures').select('id').where('return_id', '=', id).orderBy('id').execute()
  await sql`update return_pictures set created_at = now() - interval '366 days' where id = ${first?.id}`.execute(database)
  await createJobRunner(shop)('purge-privacy-records')
  const left = await database.selectFrom('return_pictures').select('id').where('return_id', '=', id).execute()
  expect(left).toHaveLength(1)
})

test('photos are deleted with the account, except those of open returns', async () => {
  const [open, settled] = [await askCard(), await askCard()]
  for (const { add } of [open, settled]) expect((await add()).statusCode).toBe(201)
  await returns.receive(settled.id, 1)
  await returns.admin(settled.id, 'settle', { refund: 699 })
  for (const { order } of [open, settled]) {
    await sql`update users set deletion_due_at = now() where id = (select user_id from orders where id = ${order.id})`.execute(database)
  }
  await deleteDueAccounts({ database, signal: new AbortController().signal })
  const left = await database.selectFrom('return_pictures').select('return_id').where('return_id', 'in', [open.id, settled.id]).execute()
  expect(left).toEqual([{ return_id: open.id }])
})

test('uploads of one IP address are limited', async () => {
  const limited = await createTestApp({ gateways: provider.gateways, environment: { LIMITS_FACTOR: '1' } })
  const { cookies: shopper } = await signInShopper({ request: limited.request })
  const { payload, headers } = buildMultipartForm({ image: photo })
  const path = `/order/${randomUUID()}/returns/${randomUUID()}/pictures`
  const replies = []
  for (let count = 0; count < 31; count += 1) replies.push(await limited.request('POST', path, { cookies: shopper, payload, headers }))
  expect(replies.map((reply) => reply.statusCode)).toEqual([...new Array(30).fill(404), 429])
})
