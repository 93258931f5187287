import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { CallInput, CallReply } from '#contract/contract.ts'
import { orderDraftLimits } from '#contract/orders/order-drafts.ts'
import { address, createTestProduct } from '#testing/factories.ts'
import { createJobRunner } from '#testing/run-job.ts'
import { signInShopper } from '#testing/shoppers.ts'
import { startShop } from '#testing/start-shop.ts'

const shop = await startShop({ environment: { DEMO: 'off' } })
const {
  request,
  database,
  cookies,
  admin: { name },
} = shop
const tee = await createTestProduct({ database, price: 800, stock: 1 })

type Body = CallInput<'POST /order/drafts'>['body']

const contents = {
  products: [{ product: tee.id, size: 'M', quantity: 2 }],
  address: { ...address, phone: '+91 98765 43210', pinCode: '5600' },
  discount: { amount: 'ten', reason: '' },
  sale: { isTakenAway: false, payment: 'paid', method: 'upi', reference: 'UTR 1', paidDay: '', day: '' },
  buyer: {},
  note: { text: 'Call first', isGift: true },
}
const send = (body: Body) => request('POST', '/order/drafts', { cookies, body })
const save = async (body: Body = { contents }) => (await send(body)).json<CallReply<'POST /order/drafts'>>().draft
const read = (id: string) => request('GET', `/order/drafts/${id}`, { cookies })
const list = async () => (await request('GET', '/order/drafts?page=1', { cookies })).json<CallReply<'GET /order/drafts'>>()

test('a draft keeps what is typed, also what is wrong, and holds no stock', async () => {
  const draft = await save()
  expect(draft).toMatchObject({ name: 'Asha Rao', phone: '9876543210', items: 2, savedBy: name })
  expect((await read(draft._id)).json()).toMatchObject({ contents })
  const { stock } = await database.selectFrom('products').select('stock').where('id', '=', tee.id).executeTakeFirstOrThrow()
  expect([stock, (await list()).drafts[0]?._id]).toEqual([1, draft._id])
})

test('a draft is saved again in its place, unless somebody else has saved it since', async () => {
  const { _id, version } = await save()
  const replaces = { _id, version }
  const renamed = { ...contents, address: { ...contents.address, firstName: 'Meera' } }
  expect(await save({ contents: renamed, replaces })).toMatchObject({ _id, name: 'Meera Rao', version: version + 1 })
  const outdated = await send({ contents, replaces })
  expect([outdated.statusCode, outdated.json().code]).toEqual([409, 'order_draft_changed'])
  const { total } = await list()
  expect((await request('DELETE', `/order/drafts/${_id}`, { cookies })).statusCode).toBe(200)
  const gone = [
    await send({ contents, replaces }),
    await read(_id),
    await read('x'),
    await request('DELETE', `/order/drafts/${_id}`, { cookies }),
  ]
  expect(gone.map((reply) => [reply.statusCode, reply.json().code])).toEqual(Array(4).fill([404, 'order_draft_gone']))
  expect((await list()).total).toBe(total - 1)
})

test('the order of a draft is placed once, and a refused order keeps it', async () => {
  const { _id: draft } = await save()
  const place = (quantity: number) => {
    const body = { products: [{ product: tee.id, size: 'M', quantity }], totalPrice: 800 * quantity, payment: 'on delivery', draft }
    return request('POST', '/order/admin', {
      cookies,
      headers: { 'idempotency-key': randomUUID() },
      body: { ...body, deliveryAddress: address },
    })
  }
  expect([(await place(2)).json().code, (await read(draft)).statusCode]).toEqual(['not_enough_stock', 200])
  expect([(await place(1)).statusCode, (await read(draft)).statusCode]).toEqual([201, 404])
  expect((await place(1)).json().code).toBe('order_draft_gone')
})

test('a draft is deleted with the account, by an erasure, and thirty days after it was saved; it is in the export', async () => {
  const shopper = await signInShopper({ request })
  const mine = await save({ contents: { ...contents, account: shopper._id } })
  const mail = 'Erased@example.com'
  const guest = await save({ contents: { ...contents, address: { ...address, phone: '9123456789', email: mail } } })
  const old = await save({ contents: { ...contents, address: {} } })
  const exported = await request('POST', '/users/guest-data', { cookies, body: { email: mail.toLowerCase(), phone: '' } })
  expect(exported.json().data.orderDrafts).toMatchObject([{ email: 'erased@example.com' }])
  await database.deleteFrom('users').where('id', '=', shopper._id).execute()
  expect((await read(mine._id)).statusCode).toBe(404)
  const saved_at = new Date(Date.now() - 31 * 86_400_000)
  await database.updateTable('order_drafts').set({ saved_at }).where('id', '=', old._id).execute()
  await createJobRunner(shop)('purge-privacy-records')
  expect([(await read(old._id)).statusCode, (await read(guest._id)).statusCode]).toEqual([404, 200])
  const erasure = { kind: 'erasure', email: mail, phone: '', note: 'By letter' }
  expect((await request('POST', '/users/data-requests', { cookies, body: erasure })).statusCode).toBeLessThan(300)
  const { requests } = (await request('GET', '/users/data-requests?page=1', { cookies })).json()
  const [{ _id: id }] = requests
  expect((await request('POST', `/users/data-requests/${id}/close`, { cookies, body: { note: 'Done' } })).statusCode).toBe(200)
  expect((await read(guest._id)).statusCode).toBe(404)
})

test('a shop has a hundred drafts at most, and shoppers see none', async () => {
  const { total } = await list()
  const rows = Array.from({ length: orderDraftLimits.drafts - total }, () => ({
    name: '',
    phone: '',
    email: '',
    contents: JSON.stringify(contents),
  }))
  await database.insertInto('order_drafts').values(rows).execute()
  const full = await send({ contents })
  expect([full.statusCode, full.json().code]).toEqual([409, 'order_drafts_full'])
  const { cookies: ofShopper } = await signInShopper({ request })
  expect((await request('GET', '/order/drafts?page=1', { cookies: ofShopper })).statusCode).toBe(403)
  expect((await request('GET', '/order/drafts?page=1')).statusCode).toBe(401)
})
