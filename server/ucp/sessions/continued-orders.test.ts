import { randomInt, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { buildVariantId } from '#contract/catalog/variants.ts'
import { address, buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { createJobRunner } from '#testing/run-job.ts'
import { signInShopper } from '#testing/shoppers.ts'
import { createTestApp } from '#testing/test-app.ts'
import { expectValid } from '#testing/ucp/expect-valid.ts'
import { agentProfile, createUcpClient, ucpEnvironment } from '#testing/ucp/ucp-client.ts'
import { deleteShopperNotes } from '../../accounts/privacy/shopper-notes.ts'

const shop = await createTestApp({ environment: ucpEnvironment })
const { app, database, request } = shop
const run = createJobRunner(shop)
const send = createUcpClient({ app })
const tee = await createTestProduct({ database, name: 'Tee', price: 500, stock: 1_000 })
const other = await createTestProduct({ database, name: 'Other', price: 500, stock: 1_000 })

const lines = [{ item: { id: buildVariantId({ productId: tee.id, size: 'M' }) }, quantity: 2 }]
const buyer = { first_name: 'Asha', email: 'asha@example.com', phone_number: '9876543210' }

async function startCheckout() {
  const json = (await send('POST', '/checkout-sessions', { body: { line_items: lines, buyer } })).json()
  return { id: json.id as string, token: new URL(json.continue_url).searchParams.get('session') ?? '' }
}

const read = async (id: string) => {
  const json = (await send('GET', `/checkout-sessions/${id}`)).json()
  expectValid('schemas/shopping/checkout.json', json)
  return json
}

/** A browser without an account. */
function createBrowser() {
  let cookies: Record<string, string> = {}
  const call = async (path: string, body: object) => {
    const reply = await request('POST', path, { cookies, body })
    cookies = { ...cookies, ...Object.fromEntries(reply.cookies.map(({ name, value }) => [name, value])) }
    return reply
  }
  const order = (product: typeof tee) => {
    const phone = String(randomInt(6_000_000_000, 9_999_999_999))
    const deliveryAddress = { ...address, phone, email: `${phone}@example.com` }
    return call('/guest/cashondelivery', { ...buildGuestOrder([{ ...product, size: 'M' }]), deliveryAddress })
  }
  return { open: (token: string) => call('/cart/session/open', { token }), order }
}

test('the holder of the link reads what the assistant has begun', async () => {
  const { token } = await startCheckout()
  const reply = await request('POST', '/cart/session', { body: { token } })
  expect([reply.statusCode, reply.json()]).toEqual([
    200,
    {
      kind: 'checkout',
      agent: 'agent.example',
      items: [{ product: tee.id, size: 'M', quantity: 2, price: 500 }],
      code: null,
      address: {
        firstName: 'Asha',
        lastName: '',
        address: '',
        city: '',
        state: '',
        pinCode: '',
        phone: '9876543210',
        email: 'asha@example.com',
      },
    },
  ])
})

test.each(['', 'x', `${randomUUID()}.${'A'.repeat(43)}`, '\uD83D'.repeat(9)])(
  'a token that the shop has not signed opens nothing: %j',
  async (token) => {
    const codes = []
    for (const path of ['/cart/session', '/cart/session/open']) {
      const reply = await request('POST', path, { body: { token } })
      codes.push([reply.statusCode, reply.json().code])
    }
    expect(codes).toEqual(Array(2).fill([404, 'continue_link_invalid']))
  },
)

test('the signature of another checkout opens nothing', async () => {
  const [{ id }, { token }] = [await startCheckout(), await startCheckout()]
  const reply = await request('POST', '/cart/session', { body: { token: `${id}.${token.split('.')[1]}` } })
  expect([reply.statusCode, reply.json().code]).toEqual([404, 'continue_link_invalid'])
})

test('the order of a guest who follows the link completes the checkout, and its link ends', async () => {
  const { id, token } = await startCheckout()
  const browser = createBrowser()
  await browser.open(token)
  expect((await read(id)).status).toBe('requires_escalation')
  // An order of something else does not count.
  await browser.order(other)
  expect((await read(id)).status).toBe('requires_escalation')
  const { order } = (await browser.order(tee)).json()
  const json = await read(id)
  expect([json.status, json.order, json.continue_url]).toEqual([
    'completed',
    { id: order._id, label: order.number, permalink_url: `https://shop.example/order-tracking?number=${order.number}` },
    undefined,
  ])
  const rows = await database
    .selectFrom('ucp_orders')
    .select(['order_id', 'agent_name', 'profile_url'])
    .where('session_id', '=', id)
    .execute()
  expect(rows).toEqual([{ order_id: order._id, agent_name: 'agent.example', profile_url: agentProfile }])
  expect((await request('POST', '/cart/session', { body: { token } })).json().code).toBe('continue_link_ordered')
  // The next order is one of its own.
  await browser.order(tee)
  await run('complete-assistant-sessions')
  expect(await database.selectFrom('ucp_orders').selectAll().where('session_id', '=', id).execute()).toHaveLength(1)
})

test('an order of another browser, or one before the link was followed, does not count', async () => {
  const { id, token } = await startCheckout()
  const [browser, stranger] = [createBrowser(), createBrowser()]
  // The browser is known from now on.
  await browser.order(other)
  await browser.order(tee)
  await browser.open(token)
  await stranger.order(tee)
  expect((await read(id)).status).toBe('requires_escalation')
})

test('the order of a signed-in shopper completes the checkout', async () => {
  const { id, token } = await startCheckout()
  const { cookies } = await signInShopper({ request })
  await request('POST', '/cart/session/open', { cookies, body: { token } })
  await request('POST', '/cart/add', { cookies, body: { product: tee.id, size: 'M' } })
  const reply = await request('POST', '/cod/cashondelivery', { cookies, body: address })
  expect(reply.statusCode).toBe(201)
  expect(await read(id)).toMatchObject({ status: 'completed', order: { id: reply.json().order._id } })
})

test('the link of a canceled or expired checkout has ended', async () => {
  const { id, token } = await startCheckout()
  await send('POST', `/checkout-sessions/${id}/cancel`)
  const { id: second, token: secondToken } = await startCheckout()
  await database
    .updateTable('ucp_sessions')
    .set({ expires_at: new Date(0) })
    .where('id', '=', second)
    .execute()
  for (const each of [token, secondToken])
    expect((await request('POST', '/cart/session', { body: { token: each } })).json().code).toBe('continue_link_over')
})

test('a checkout is deleted a day after its end', async () => {
  const [ended, canceled, open] = [await startCheckout(), await startCheckout(), await startCheckout()]
  const before = new Date(Date.now() - 25 * 3_600_000)
  await database.updateTable('ucp_sessions').set({ expires_at: before }).where('id', '=', ended.id).execute()
  await database.updateTable('ucp_sessions').set({ canceled_at: before }).where('id', '=', canceled.id).execute()
  await run('purge-assistant-sessions')
  const rows = await database.selectFrom('ucp_sessions').select('id').where('id', 'in', [ended.id, canceled.id, open.id]).execute()
  expect(rows).toEqual([{ id: open.id }])
})

test('the job finds the order of a checkout that no assistant reads again', async () => {
  const { id, token } = await startCheckout()
  const browser = createBrowser()
  await browser.open(token)
  const { order } = (await browser.order(tee)).json()
  await run('complete-assistant-sessions')
  const rows = await database.selectFrom('ucp_orders').select('order_id').where('session_id', '=', id).execute()
  expect(rows).toEqual([{ order_id: order._id }])
})

test('the link has ended with the order, also before the assistant or the job has looked', async () => {
  const { id, token } = await startCheckout()
  const browser = createBrowser()
  await browser.open(token)
  await browser.order(tee)
  expect((await request('POST', '/cart/session', { body: { token } })).json().code).toBe('continue_link_ordered')
  expect((await browser.open(token)).json().code).toBe('continue_link_ordered')
  const canceled = (await send('POST', `/checkout-sessions/${id}/cancel`)).json()
  expect(canceled.messages).toMatchObject([{ code: 'checkout_completed' }])
  expect((await read(id)).status).toBe('completed')
})

test.each([
  { phones: ['9876543210'], emails: [] },
  { phones: [], emails: ['ASHA@example.com'] },
])('the erasure of %j deletes the checkouts with this buyer only', async (person) => {
  const { id } = await startCheckout()
  const others = (await send('POST', '/checkout-sessions', { body: { line_items: lines, buyer: { email: 'ravi@example.com' } } })).json()
  await deleteShopperNotes({ database, userId: null, ...person })
  const left = await database.selectFrom('ucp_sessions').select('id').where('id', 'in', [id, others.id]).execute()
  expect(left).toEqual([{ id: others.id }])
})
