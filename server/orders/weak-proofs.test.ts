import { randomUUID } from 'node:crypto'
import type { LightMyRequestResponse } from 'fastify'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { contract } from '#contract/contract.ts'
import { type Endpoint, resolveCall } from '#contract/kernel/endpoint.ts'
import { address, createTestProduct } from '#testing/factories.ts'
import { buildMultipartForm, createTestImage } from '#testing/pictures.ts'
import { collectMails, readTokens } from '#testing/send-mails.ts'
import { startPayingApp } from '#testing/start-shop.ts'
import { createTaxedOrders, taxedShop } from '#testing/tax.ts'
import { createTrackingLinks } from './order/tracking.ts'

const shop = await startPayingApp({ environment: { ...taxedShop, LIMITS_FACTOR: '1000' } })
const { request, database, trackingKey } = shop
const { place, placeInvoiced, transition, read, cookies } = await createTaxedOrders(shop)
const links = createTrackingLinks({ key: trackingKey })
const tee = await createTestProduct({ database, stock: 1_000 })
const photo = await createTestImage().jpeg().toBuffer()
const parcel = { number: '', phone: address.phone }

/** The calls of nobody in particular that take a token. */
const tokenCalls = Object.entries<Endpoint>(contract).filter(([, { who, body, query, headers }]) => {
  const fields = [body, query, headers].flatMap((schema) => Object.keys((schema as z.ZodObject | undefined)?.shape ?? {}))
  return who === 'anyone' && fields.some((field) => field.includes('token'))
})

interface Known {
  readonly returnId: string
  readonly pictureId: string
  readonly documentId: string
}

/** Sends a token with everything else that a call may ask for. */
async function send(endpoint: Endpoint, token: string, { returnId, pictureId, documentId }: Known): Promise<LightMyRequestResponse> {
  const form = buildMultipartForm({ image: photo })
  const path = `${resolveCall(endpoint).path.replace(':id', documentId)}${endpoint.query ? `?token=${encodeURIComponent(token)}` : ''}`
  if ((endpoint.headers as z.ZodObject | undefined)?.shape['tracking-token']) {
    const headers = { ...form.headers, 'tracking-token': token, 'return-id': returnId, 'idempotency-key': randomUUID() }
    return request('POST', path, { payload: form.payload, headers })
  }
  if (endpoint.route.startsWith('GET')) return request('GET', path)
  const lines = [{ line: 1, quantity: 1, reason: 'faulty' }]
  const entered = { isAccepted: true, pinCode: address.pinCode, phone: address.phone, newPin: '8642', text: 'Hello', refund: 799 }
  const details = { method: 'upi', upiId: 'asha@upi', name: 'Asha Rao' }
  const body = { token, returnId, pictureId, lines, kind: 'refund', note: '', toPay: 0, details, ...entered }
  return request('POST', path, { body, headers: { 'idempotency-key': randomUUID() } })
}

/** Every text of a reply, and the tokens of the links among them. */
function listTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value, ...[...value.matchAll(/^\/o\/(.+)/g)].map(([, token = '']) => token)]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listTexts) : []
}

const isJson = ({ headers }: LightMyRequestResponse) => String(headers['content-type']).includes('json')

/** Sends what the replies contain to every call with a token, and so on with their replies. Returns the calls that accepted something. */
async function walk(replies: readonly LightMyRequestResponse[], known: Known) {
  const [accepted, bodies, tried] = [new Set<string>(), replies.map(({ body }) => body), new Set<string>()]
  const waiting = replies.flatMap((reply) => listTexts(reply.json()))
  for (let text = waiting.shift(); text !== undefined; text = waiting.shift()) {
    if (tried.has(text) || text.length > 200 || !/^[\w.~-]+$/.test(text)) continue
    tried.add(text)
    for (const [name, endpoint] of tokenCalls) {
      const reply = await send(endpoint, text, known)
      if (reply.statusCode >= 300) continue
      accepted.add(name)
      bodies.push(reply.body)
      if (isJson(reply)) waiting.push(...listTexts(reply.json()))
    }
  }
  return { accepted: [...accepted].sort(), bodies }
}

/** A delivered order with an invoice and a return with a photo. */
async function deliver() {
  const id = await placeInvoiced([{ ...tee, quantity: 2 }])
  for (const to of ['Shipped', 'Delivered']) await transition(id, to)
  const { number, documents = [] } = await read(id)
  const token = links.create({ orderId: id, purpose: 'return', revision: 0 })
  const body = { token, lines: [{ line: 1, quantity: 1, reason: 'faulty' }], refund: 799 }
  const asked = await request('POST', '/order/returns', { body, headers: { 'idempotency-key': randomUUID() } })
  const returnId = asked.json().return._id as string
  const form = buildMultipartForm({ image: photo })
  const headers = { ...form.headers, 'tracking-token': token, 'return-id': returnId, 'idempotency-key': randomUUID() }
  const added = await request('POST', '/order/returns/pictures', { payload: form.payload, headers })
  return { id, number, token, known: { returnId, pictureId: added.json().pictures[0]._id, documentId: documents[0]?._id ?? '' } }
}

const track = (body: object) => request('POST', '/order/track', { body })
const mailLink = (number: string) => request('POST', '/order/track/link', { body: { ...parcel, number } })

test('number and phone of a delivered order lead to no document, return or photo', async () => {
  const { number, known } = await deliver()
  const replies = [await track({ ...parcel, number }), await mailLink(number)]
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  const { accepted, bodies } = await walk(replies, known)
  expect(accepted).toEqual([])
  expect(bodies.join()).not.toMatch(/Asha|Lake Road|asha@/)
  // The same walk with the link of the mail opens them.
  const [tracking = ''] = readTokens((await collectMails(shop)).findLast(({ subject }) => subject === `The link to your order ${number}`))
  const opened = await walk([await track({ token: decodeURIComponent(tracking) })], known)
  expect(opened.accepted).toEqual(expect.arrayContaining(['findReturnableByLink', 'findReturnPictureByLink', 'askReturnByLink']))
})

test('number and phone of an order on delivery lead to its payment only', async () => {
  const { number } = await read(await place([tee]))
  const known = { returnId: randomUUID(), pictureId: randomUUID(), documentId: randomUUID() }
  const { accepted, bodies } = await walk([await track({ ...parcel, number }), await mailLink(number)], known)
  expect(accepted).toEqual(['checkOrderPayment', 'findOrderToPay', 'openOrderPayment', 'readOrderPage'])
  expect(bodies.join()).not.toMatch(/Asha|Lake Road|asha@/)
})

test('a link works for its purpose, until its end, and until the links of its order are revoked', async () => {
  const { id, number, token, known } = await deliver()
  const canTrack = async (each: string) => (await track({ token: each })).statusCode
  const canReturn = async (each: string) => (await request('POST', '/order/returns/find', { body: { token: each } })).statusCode
  const canRead = async (each: string) => (await request('GET', `/track/documents/${known.documentId}.pdf?token=${each}`)).statusCode
  const tracking = links.create({ orderId: id, purpose: 'track', revision: 0 })
  const old = links.createOld(id)
  expect([await canTrack(tracking), await canRead(tracking), await canReturn(tracking)]).toEqual([200, 200, 404])
  expect([await canTrack(token), await canRead(token), await canReturn(token)]).toEqual([404, 404, 200])
  expect([await canTrack(old), await canRead(old), await canReturn(old)]).toEqual([200, 200, 200])
  const ended = links.create({ orderId: id, purpose: 'track', revision: 0 }, Date.now() - 802 * 86_400_000)
  expect(await canTrack(ended)).toBe(404)
  await database.updateTable('orders').set({ link_revision: 1 }).where('id', '=', id).execute()
  expect([await canTrack(tracking), await canRead(tracking), await canReturn(token), await canTrack(old)]).toEqual([404, 404, 404, 404])
  expect(await canTrack(links.create({ orderId: id, purpose: 'track', revision: 1 }))).toBe(200)
  expect((await track({ ...parcel, number })).statusCode).toBe(200)
})

test('another email address of an order revokes the links in the mails to the former one', async () => {
  const id = await place([tee])
  const token = links.create({ orderId: id, purpose: 'track', revision: 0 })
  expect((await track({ token })).statusCode).toBe(200)
  const { version, deliveryAddress } = await read(id)
  const body = { version, address: { ...deliveryAddress, email: 'new@example.com' } }
  const saved = await request('POST', `/order/admin/${id}/address`, { cookies, body })
  expect([saved.statusCode, (await track({ token })).statusCode]).toEqual([200, 404])
})

test('the link of an order is mailed three times a day', async () => {
  const email = 'links@example.com'
  const { number } = await read(await place([tee], { email }))
  await collectMails(shop)
  for (let count = 0; count < 5; count += 1) expect((await mailLink(number)).statusCode).toBe(200)
  expect((await collectMails(shop)).map(({ to, subject }) => [to.address, subject])).toEqual(
    Array(3).fill([email, `The link to your order ${number}`]),
  )
  expect((await mailLink('7K3M-9QXT')).statusCode).toBe(404)
})
