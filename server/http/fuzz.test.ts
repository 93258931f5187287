import fc from 'fast-check'
import type { LightMyRequestResponse } from 'fastify'
import { beforeEach, expect, test } from 'vitest'
import type { z } from 'zod'
import { apiBase } from '#contract/api.ts'
import type { CallName } from '#contract/contract.ts'
import { contract } from '#contract/contract.ts'
import { type Endpoint, resolveCall, type Who } from '#contract/kernel/endpoint.ts'
import { startProvider } from '#testing/card-checkout.ts'
import { address, buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { fromSchema, stringsFromSchema } from '#testing/fuzz/from-schema.ts'
import { fuzzRuns } from '#testing/fuzz/fuzz-runs.ts'
import { hostileBody, hostileHeaders, hostileText } from '#testing/fuzz/hostile.ts'
import { buildMultipartForm, createTestImage } from '#testing/pictures.ts'
import { collectMails, readTokens } from '#testing/send-mails.ts'
import { signInAdministrator, signInShopper } from '#testing/shoppers.ts'
import { createTestApp } from '#testing/test-app.ts'

const provider = await startProvider()
const errorLog: string[] = []
const shop = await createTestApp({
  gateways: provider.gateways,
  environment: { TRUST_PROXY: 'on', LOG_LEVEL: 'error' },
  logTo: { write: (line) => void errorLog.push(line) },
})

const { app, request, database } = shop
const shopper = await signInShopper({ request })
const administrator = await signInAdministrator({ request, database })
const tee = await createTestProduct({ database, stock: 100_000 })
const guestOrder = (await request('POST', '/guest/cashondelivery', { body: buildGuestOrder([tee]) })).json().order
const contactMessage = { name: 'Asha', replyTo: address.email, message: 'Hello' }
const { ticket } = (await request('POST', '/contact', { body: contactMessage })).json()
const ticketToken = readTokens((await collectMails(shop)).find(({ subject }) => subject.includes(ticket)))[0]
const bystander = await signInShopper({ request })
const picture = await createTestImage({ width: 40, height: 50 }).png().toBuffer()

const cookiesOf: Record<Who, Record<string, string>> = { anyone: {}, user: shopper.cookies, admin: administrator.cookies }
const ids = [tee.id, guestOrder._id, guestOrder.number, bystander._id, administrator._id]

let isChanged = true

// Restores a product on sale with one stock, a cart and an address when the call before may have changed them.
beforeEach(async () => {
  if (!isChanged) return
  isChanged = false
  await database.transaction().execute(async (trx) => {
    await trx.deleteFrom('product_sizes').where('product_id', '=', tee.id).execute()
    await trx
      .updateTable('products')
      .set({ status: 'on_sale', publish_at: null, has_sizes: false, stock: 100_000 })
      .where('id', '=', tee.id)
      .execute()
  })
  await request('POST', '/cart/add', { cookies: shopper.cookies, body: { product: tee.id, size: 'M' } })
  await request('POST', '/cart/', { cookies: shopper.cookies, body: address })
})

/** Valid bodies of calls that need a correct total; fuzzing then changes parts of them. */
const validBodies: Partial<Record<CallName, unknown>> = {
  addToCart: { product: tee.id, size: 'L', quantity: 1 },
  placeGuestOrder: buildGuestOrder([tee]),
  createPaymentOrder: { amount: tee.price },
  trackOrder: { number: guestOrder.number, phone: address.phone },
  findTicket: { number: ticket, email: address.email },
  replyToTicket: { token: ticketToken, text: 'Hello' },
}

/** Signing in and out ends the session of the request, which the other calls need. */
const toCookies = ({ name, role }: { name: CallName; role: Who }) => (/^log(in|out)/.test(name) ? {} : cookiesOf[role])

const calls: Readonly<Record<CallName, Endpoint>> = contract

function buildPath(path: string, params: Record<string, string>): string {
  return path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent((params[key] ?? tee.id).toWellFormed()) || '%20')
}

function check({ reply, what }: { reply: LightMyRequestResponse; what: string }): void {
  const lastError = errorLog.splice(0).at(-1)
  expect(reply.statusCode, `${what} → ${reply.body.slice(0, 300)} ${lastError ?? ''}`).toBeLessThan(500)
  // No detail of the code or the database is exposed.
  expect(reply.body).not.toMatch(/node_modules|\.ts:\d+|\bat \w+ \(|syntax error at|kysely|pg_catalog/i)
  if (reply.statusCode >= 400) expect(reply.json(), what).toMatchObject({ error: expect.any(String), code: expect.any(String) })
}

async function send(given: { method: 'GET'; url: string; payload?: string | Buffer; headers: Record<string, string>; cookies: object }) {
  const reply = await app.inject({ ...given, cookies: { ...given.cookies } })
  check({ reply, what: `${given.method} ${given.url} ${String(given.payload).slice(0, 300)}` })
}

const noFields = fc.constant({} as Record<string, string>)

/** Random input of a call. */
function createInput(name: CallName) {
  const { params, query, headers, body, form } = calls[name]
  const texts = (schema: z.ZodObject | undefined) => (schema ? stringsFromSchema({ schema, ids }) : noFields)
  const extra = fc.oneof(
    { weight: 6, arbitrary: noFields },
    { weight: 1, arbitrary: fc.dictionary(hostileText, hostileText, { maxKeys: 2 }) },
  )
  return fc.record({
    params: texts(params),
    query: texts(query),
    extra,
    headers: texts(headers),
    hostile: fc.oneof({ weight: 3, arbitrary: noFields }, { weight: 1, arbitrary: hostileHeaders }),
    body: body && !form ? fromSchema({ schema: body, ids, valid: validBodies[name] }) : fc.constant(undefined),
    form: form ? stringsFromSchema({ schema: body as z.ZodObject, ids }) : noFields,
  })
}

type Input = ReturnType<typeof createInput> extends fc.Arbitrary<infer Value> ? Value : never

async function sendInput({ name, role, given }: { name: CallName; role: Who; given: Input }): Promise<void> {
  const { method, path } = resolveCall(calls[name])
  isChanged ||= method !== 'GET'
  const search = new URLSearchParams({ ...given.query, ...given.extra }).toString()
  const image = given.form.image !== 'null' && { image: picture }
  const sent = calls[name].form ? buildMultipartForm({ ...given.form, ...image }) : undefined
  const json = given.body === undefined ? undefined : JSON.stringify(given.body)
  await send({
    method: method as 'GET',
    url: apiBase + buildPath(path, given.params) + (search && `?${search}`),
    ...(sent ? { payload: sent.payload } : json !== undefined && { payload: json }),
    headers: {
      ...(json !== undefined && { 'content-type': 'application/json' }),
      ...sent?.headers,
      ...given.headers,
      ...given.hostile,
    },
    cookies: toCookies({ name, role }),
  })
}

/** Calls that compute a hash or an image each time, or write in batches. */
const costly = new Set<CallName>(['login', 'resetUserPin', 'createProduct', 'editProduct', 'addProductPicture', 'logVisit', 'countStep'])

const names = Object.keys(calls) as CallName[]
const roles = ['anyone', 'user', 'admin'] as const
const whoOf = (name: CallName) => resolveCall(calls[name]).who

test.each(names)('%s answers no 5xx, for any input of those who may call it', async (name) => {
  const input = createInput(name)
  const fuzz = (role: Who, runs: number) =>
    fc.assert(
      fc.asyncProperty(input, (given) => sendInput({ name, role, given })),
      fuzzRuns({ runs }),
    )
  await fuzz(whoOf(name), costly.has(name) ? 4 : 8)
  if (whoOf(name) === 'anyone') for (const role of ['user', 'admin'] as const) await fuzz(role, 2)
})

test('calls of another role answer no 5xx, for any input', async () => {
  const others = names.flatMap((name) => roles.filter((role) => ![role, 'anyone'].includes(whoOf(name))).map((role) => ({ name, role })))
  const request = fc.constantFrom(...others).chain((other) => createInput(other.name).map((given) => ({ ...other, given })))
  await fc.assert(fc.asyncProperty(request, sendInput), fuzzRuns({ runs: 80 }))
})

test('malformed bodies are rejected by every call that takes one', async () => {
  const withBody = names.filter((name) => resolveCall(calls[name]).method !== 'GET')
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...withBody), hostileBody, hostileHeaders, async (name, { payload, type }, hostile) => {
      const { method, path, who } = resolveCall(calls[name])
      await send({
        method: method as 'GET',
        url: apiBase + buildPath(path, {}),
        payload,
        headers: { ...hostile, ...(type !== undefined && { 'content-type': type }) },
        cookies: toCookies({ name, role: who }),
      })
    }),
    fuzzRuns({ runs: 80 }),
  )
})

const rawPaths = [
  '/%',
  '/%ff',
  '/%00',
  '/../..',
  '/%2e%2e/%2e%2e/etc/passwd',
  '//evil.example',
  '/products/%2e%2e',
  '/products/a%2fb',
  `/${'x'.repeat(4_000)}`,
]

test.each(rawPaths)('the URL %s is not found', async (path) => {
  for (const base of [apiBase, '', '/images', '/assets']) {
    const reply = await app.inject({ url: base + path })
    expect([400, 404, 414]).toContain(reply.statusCode)
    expect(reply.body).not.toMatch(/root:|node_modules/)
  }
})

test.each(['page=1&page=2', 'page[]=1', 'page[a]=1', 'q=%', 'q=%ff%fe', '__proto__=1', '&&&=&', 'page=1;drop', `q=${'%20'.repeat(3_000)}`])(
  'the query %s is answered or rejected',
  async (query) => {
    for (const path of ['/products/getAll', '/users/getUsers', '/cod/adminOrder', '/products/admin'])
      check({
        reply: await request('GET', `${path}?${query}`, { cookies: administrator.cookies }),
        what: `${path}?${query}`,
      })
  },
)
