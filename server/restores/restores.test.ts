import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { OpenRestore } from '#contract/restores/restores.ts'
import { makeRefundsDue, startProvider } from '#testing/card-checkout.ts'
import { createTestProduct } from '#testing/factories.ts'
import { createReturns } from '#testing/returns.ts'
import { createTaxedOrders, taxedShop } from '#testing/tax.ts'
import { createTestApp } from '#testing/test-app.ts'
import { runPaymentMaintenance } from '../payments/settlement/run-payment-maintenance.ts'
import { checkBooks } from '../tax/books/check-books.ts'
import { closeSeries } from './close-series.ts'
import { compareRestored } from './compare-restored.ts'
import { recordOlderDatabase } from './find-older-database.ts'
import { raiseBeat, writeLastNumbers } from './keep-last-numbers.ts'
import { readNumberFile } from './number-file.ts'
import { recordRestore } from './record-restore.ts'

const provider = await startProvider()
const dataDir = mkdtempSync(join(tmpdir(), 'restores-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
const { gateways } = provider
const shop = await createTestApp({ environment: taxedShop, gateways })
const { request, database, trackingKey } = shop
const { cookies, placeInvoiced, readStored } = await createTaxedOrders(shop)
const returns = createReturns({ request, database, trackingKey, provider, cookies })
const { code } = returns
const tee = await createTestProduct({ database, price: 799, stock: 1_000 })
const year = '26-27'

beforeEach(() => database.deleteFrom('restores').execute())

const hold = () => database.transaction().execute((trx) => recordRestore({ trx, cause: 'backup', madeAt: new Date() }))
const compare = () => compareRestored({ database, gateways })
const readRestore = async (): Promise<OpenRestore | null> => (await request('GET', '/restores/open', { cookies })).json().restore
const answer = async (number: string, body: object) => {
  const transfer = (await readRestore())?.transfers.find((each) => each.number === number)
  return request('POST', `/restores/transfers/${transfer?._id}`, { cookies, body })
}

/** A received return of one piece, whose refund is ₹699. */
async function receive(order: Awaited<ReturnType<typeof returns.deliverCard | typeof returns.deliverGuest>>) {
  const id = (await order.ask([{ line: 1, quantity: 1, reason: 'too small' }], 699)).json().return._id as string
  await returns.receive(id, 1)
  return { id, number: `${order.number}-R1`, settle: () => returns.admin(id, 'settle', { refund: 699 }) }
}
const readPayout = (returnId: string) =>
  database.selectFrom('payouts').select(['id', 'reference', 'version']).where('return_id', '=', returnId).executeTakeFirst()

test('no money leaves after a restore until the provider is compared', async () => {
  const order = await returns.deliverCard()
  const returned = await receive(order)
  await hold()
  expect(code(await returned.settle())).toBe('money_held')
  const refund = { amount: 100, refunded: 0, reason: 'Late' }
  expect(code(await request('POST', `/order/admin/${order.id}/refund`, { cookies, body: refund }))).toBe('money_held')
  await compare()
  expect(await readRestore()).toBeNull()
  expect((await returned.settle()).statusCode).toBe(200)
})

test('a refund that was requested before the backup is sent when money is free again', async () => {
  const order = await returns.deliverCard()
  const body = { amount: 100, refunded: 0, reason: 'Late' }
  await request('POST', `/order/admin/${order.id}/refund`, { cookies, body })
  const statuses = async () =>
    (await database.selectFrom('refunds').select('status').where('payment_id', 'in', order.payments).execute()).map(({ status }) => status)
  await hold()
  await makeRefundsDue({ database })
  await runPaymentMaintenance({ database, gateways })
  expect(await statuses()).toEqual(['requested'])
  await compare()
  await runPaymentMaintenance({ database, gateways })
  expect(await statuses()).toEqual(['processed'])
})

test('a refund by transfer is asked about, and is paid once whatever the answer', async () => {
  const [paid, unpaid] = [await receive(await returns.deliverGuest()), await receive(await returns.deliverGuest())]
  for (const each of [paid, unpaid]) await each.settle()
  await hold()
  await compare()
  const transfers = (await readRestore())?.transfers ?? []
  expect(transfers).toMatchObject([
    { kind: 'refund to pay', number: paid.number, amount: 699 },
    { kind: 'refund to pay', number: unpaid.number, amount: 699 },
  ])
  const payout = await readPayout(unpaid.id)
  const pay = async () =>
    request('POST', `/payouts/${payout?.id}/pay`, {
      cookies,
      body: { reference: 'UTR 2', version: (await readPayout(unpaid.id))?.version },
    })
  expect(code(await pay())).toBe('money_held')

  expect((await answer(paid.number, { answer: 'paid', reference: 'UTR 1' })).statusCode).toBe(200)
  expect(await readPayout(paid.id)).toMatchObject({ reference: 'UTR 1' })
  expect(code(await pay()), 'the other one is open').toBe('money_held')
  expect((await answer(unpaid.number, { answer: 'not paid' })).json().restore).toBeNull()
  expect((await pay()).statusCode).toBe(200)
  const repeated = await request('POST', `/restores/transfers/${transfers[0]?._id}`, { cookies, body: { answer: 'not paid' } })
  expect(code(repeated)).toBe('transfer_answered')
})

test('the cash of an open return that was paid after the backup is recorded when the return is settled', async () => {
  const returned = await receive(await returns.deliverGuest())
  await hold()
  await compare()
  expect((await readRestore())?.transfers).toMatchObject([{ kind: 'open return', number: returned.number, amount: 699 }])
  await answer(returned.number, { answer: 'paid', reference: 'UTR 3' })
  expect((await returned.settle()).statusCode).toBe(200)
  expect(await readPayout(returned.id)).toMatchObject({ reference: 'UTR 3' })
})

test('documents go on behind the numbers that others may have got, and the gap is written as cancelled', async () => {
  // Invoices of the orders above are issued, too.
  await placeInvoiced([tee])
  const series = 'INV'
  const { last_number: last } = await database
    .selectFrom('document_series')
    .select('last_number')
    .where('series', '=', series)
    .executeTakeFirstOrThrow()
  const given = [{ series, year, last: last + 4 }]
  const close = async (knownUntil: Date | undefined) => {
    const closed = { given, knownUntil, prefixes: [series, 'NEW'], now: new Date() }
    const gaps = await database.transaction().execute((trx) => closeSeries({ trx, ...closed }))
    return gaps.filter((gap) => gap.series !== 'CN')
  }
  const first = last + 1
  expect(await close(undefined)).toEqual([{ series, year, first, last: first + 3 }])
  const [next] = await readStored(await placeInvoiced([tee]))
  expect(next?.number).toBe(first + 4)

  expect(await close(new Date())).toEqual([
    { series, year, first: first + 5, last: first + 104 },
    { series: 'NEW', year, first: 1, last: 100 },
  ])
  expect(await checkBooks({ database })).toMatchObject({ gaps: [], differences: [] })
  await database.deleteFrom('cancelled_numbers').where('series', '=', series).execute()
  expect((await checkBooks({ database })).gaps).toMatchObject([{ series, missing: expect.arrayContaining([first, first + 3]) }])
})

test('a database that is older than the file in DATA_DIR is noticed once', async () => {
  const start = () => recordOlderDatabase({ database, dataDir })
  await writeLastNumbers({ database, dataDir })
  expect(await start()).toBeUndefined()
  await raiseBeat({ database })
  const [document] = await readStored(await placeInvoiced([tee]))
  const [series, number] = [document?.series ?? '', document?.number ?? 0]
  await writeLastNumbers({ database, dataDir })
  expect((await readNumberFile({ dataDir }))?.series).toContainEqual({ series, year, last: number })

  // As after a restore by another tool.
  await database.updateTable('data_marker').set({ beat: 0 }).execute()
  const gaps = await start()
  expect(gaps).toContainEqual({ series, year, first: number + 1, last: number + 100 })
  expect(await readRestore()).toMatchObject({ cause: 'older database', gaps: expect.any(Array) })
  expect(await start()).toBeUndefined()
})

test('the file of another shop says nothing', async () => {
  await writeLastNumbers({ database, dataDir })
  await sql`update data_marker set shop = gen_random_uuid(), beat = 0`.execute(database)
  expect(await recordOlderDatabase({ database, dataDir })).toBeUndefined()
})
