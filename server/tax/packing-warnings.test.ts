import { expect, test } from 'vitest'
import type { CallReply } from '#contract/contract.ts'
import { packingWarningTexts } from '#contract/tax/invoice-problems.ts'
import { createTestProduct } from '#testing/factories.ts'
import { createJobRunner } from '#testing/run-job.ts'
import { createTaxedOrders, taxedShop } from '#testing/tax.ts'
import { createTestApp } from '#testing/test-app.ts'

const shop = await createTestApp({ environment: taxedShop })
const { request, database } = shop
const runJob = createJobRunner(shop)
const { cookies, read, transition, place, issue, readStored } = await createTaxedOrders(shop)
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

const setName = async (id: string, name: string, change: object = {}) => {
  const { version } = await read(id)
  return request('POST', `/order/admin/${id}/document-name`, { cookies, body: { name, version, ...change } })
}

const packTogether = async (id: string) => {
  const { version } = await read(id)
  const reply = await request('POST', '/order/admin/moves', { cookies, body: { to: 'Packed', orders: [{ _id: id, version }] } })
  return reply.json().answers[0]
}

test('a name that documents cannot print is asked for before packing, and the invoice has the one that is entered', async () => {
  const id = await place([tee], { firstName: 'ꯃꯅꯤ', lastName: 'Devi' })
  const hindi = await place([tee], { firstName: 'आशा', lastName: 'राव' })
  expect((await read(id)).packingWarnings).toEqual(['letters'])
  expect((await read(hindi)).packingWarnings).toBeUndefined()
  expect(await readProblems()).toEqual({ listed: [[id, ['letters']]], count: 1 })
  await transition(id, 'Confirmed')
  expect(await packTogether(id)).toMatchObject({ result: 'refused', message: expect.stringContaining(packingWarningTexts.letters) })

  expect((await setName(id, 'ꯃꯅꯤ Devi')).statusCode).toBe(400)
  expect((await setName(id, 'Mani Devi', { version: 1 })).json().code).toBe('order_changed')
  const saved = (await setName(id, 'Mani Devi')).json().order
  expect([saved.packingWarnings, saved.documentName, saved.deliveryAddress.firstName]).toEqual([undefined, 'Mani Devi', 'ꯃꯅꯤ'])
  expect(saved.events.at(-1)).toMatchObject({ event: 'Name for documents entered', actor: 'admin' })
  expect(await readProblems()).toEqual({ listed: [], count: 0 })
  expect(await packTogether(id)).toMatchObject({ result: 'moved' })
  await issue()
  expect((await readStored(id)).map(({ buyer }) => buyer.name)).toEqual(['Mani Devi'])
  await transition(id, 'Shipped')
  await setName(id, 'Mani Devi Singh')
  expect((await readStored(id)).map(({ kind, buyer }) => [kind, buyer.name])).toEqual([
    ['invoice', 'Mani Devi'],
    ['credit note', 'Mani Devi'],
    ['invoice', 'Mani Devi Singh'],
  ])
})

test('the invoice of a shipped order waits for the name, and is issued with it', async () => {
  const id = await place([tee], { firstName: 'ꯃꯅꯤ', lastName: 'Devi' })
  for (const to of ['Confirmed', 'Packed', 'Shipped']) await transition(id, to)
  await issue()
  expect(await read(id)).toMatchObject({ invoiceProblem: 'letters' })
  expect((await setName(id, 'Mani Devi')).statusCode).toBe(200)
  await runJob('issue-invoices')
  expect((await readStored(id)).map(({ buyer }) => buyer.name)).toEqual(['Mani Devi'])
})

test('another name in the address ends the one that was entered for documents', async () => {
  const id = await place([tee], { firstName: 'ꯃꯅꯤ', lastName: 'Devi' })
  await setName(id, 'Mani Devi')
  const { deliveryAddress, version } = await read(id)
  const changeAddress = (change: object, seen: number) =>
    request('POST', `/order/admin/${id}/address`, { cookies, body: { address: { ...deliveryAddress, ...change }, version: seen } })
  const moved = (await changeAddress({ landmark: 'Lake' }, version)).json().order
  expect(moved.documentName).toBe('Mani Devi')
  const renamed = (await changeAddress({ landmark: 'Lake', firstName: 'Asha' }, moved.version)).json().order
  expect(renamed.documentName).toBeUndefined()
})

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
