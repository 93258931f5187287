import { expect, test } from 'vitest'
import type { CallReply } from '#contract/contract.ts'
import { packingWarningTexts } from '#contract/tax/invoice-problems.ts'
import { createTestProduct } from '#testing/factories.ts'
import { createTaxedOrders, taxedShop } from '#testing/tax.ts'
import { createTestApp } from '#testing/test-app.ts'

const shop = await createTestApp({ environment: taxedShop })
const { request, database } = shop
const { cookies, read, transition, place, issue } = await createTaxedOrders(shop)
const tee = { ...(await createTestProduct({ database, price: 799, stock: 1_000 })), size: 'M' }

async function setRegistration(registration: 'regular' | 'composition'): Promise<void> {
  const { value, version } = (await request('GET', '/settings', { cookies })).json().groups.tax
  const saved = await request('PATCH', '/settings/tax', { cookies, body: { version, value: { ...value, registration } } })
  const published = await request('POST', '/settings/tax/publish', { cookies, body: { version: saved.json().state.version } })
  expect(published.statusCode).toBe(200)
}

const readProblems = async () => {
  const { orders, counts } = (await request('GET', '/order/admin/desk?view=problems', { cookies })).json<
    CallReply<'GET /order/admin/desk'>
  >()
  return { listed: orders.map(({ _id, problems }) => [_id, problems]), count: counts.problems }
}

const packTogether = async (id: string) => {
  const { version } = await read(id)
  const reply = await request('POST', '/order/admin/moves', { cookies, body: { to: 'Packed', orders: [{ _id: id, version }] } })
  return reply.json().answers[0]
}

test('an order of a composition shop to another state is marked until it is shipped, and packed alone', async () => {
  const mumbai = { state: 'Maharashtra', pinCode: '400001' }
  const outside = await place([tee], mumbai)
  const within = await place([tee])
  expect((await read(outside)).packingWarnings).toBeUndefined()
  expect(await readProblems()).toEqual({ listed: [], count: 0 })

  await setRegistration('composition')
  expect((await read(outside)).packingWarnings).toEqual(['other state'])
  expect((await read(within)).packingWarnings).toBeUndefined()
  expect(await readProblems()).toEqual({ listed: [[outside, ['other state']]], count: 1 })
  const file = (await request('GET', '/order/admin/export?view=problems', { cookies })).body
  expect(file).toContain((await read(outside)).number)
  expect(file).not.toContain((await read(within)).number)

  for (const id of [outside, within]) await transition(id, 'Confirmed')
  const refused = { result: 'refused', message: expect.stringContaining(packingWarningTexts['other state']) }
  expect(await packTogether(outside)).toMatchObject(refused)
  expect(await packTogether(within)).toMatchObject({ result: 'moved' })
  expect((await transition(outside, 'Packed')).statusCode).toBe(200)
  await issue()
  expect((await read(outside)).documents).toMatchObject([{ kind: 'bill of supply' }])
  await transition(outside, 'Shipped')
  expect((await read(outside)).packingWarnings).toBeUndefined()
  expect(await readProblems()).toEqual({ listed: [], count: 0 })
})
