import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { OpenRestore } from '#contract/restores/restores.ts'
import { makeRefundsDue, startProvider } from '#testing/card-checkout.ts'
import { createTestProduct } from '#testing/factories.ts'
import { createReturns } from '#testing/returns.ts'
import { createCommandRunner } from '#testing/run-command.ts'
import { createTaxedOrders, taxedShop } from '#testing/tax.ts'
import { createTestApp } from '#testing/test-app.ts'
import type { ListedRefund } from '../payments/provider/gateway.ts'
import { runPaymentMaintenance } from '../payments/settlement/run-payment-maintenance.ts'
import { checkBooks } from '../tax/books/check-books.ts'

const provider = await startProvider()
const folder = mkdtempSync(join(tmpdir(), 'restored-day-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const { gateway, gateways } = provider
// A restore refuses a database with connections of a shop.
const overrideConnection = async () => ({ application_name: 'test' })
const shop = await createTestApp({ environment: taxedShop, gateways, overrideConnection })
const { request, database } = shop
const { cookies, issue, place, pack } = await createTaxedOrders(shop)
const returns = createReturns({ ...shop, provider, cookies })
const tee = await createTestProduct({ database, stock: 1_000 })
const file = join(folder, 'shop.tar.gz')

const run = createCommandRunner({ provider, folder, environment: taxedShop })

async function sendRefunds(): Promise<void> {
  for (const _ of [1, 2]) {
    await makeRefundsDue({ database })
    await runPaymentMaintenance({ database, gateways })
  }
}

const steps = ['ask', 'accept', 'receive', 'settle', 'pay'] as const
interface Returned {
  readonly order: Awaited<ReturnType<typeof returns.deliverCard | typeof returns.deliverGuest>>
  readonly isCard: boolean
  id?: string
}

const readPayout = (id: string) =>
  database.selectFrom('payouts').select(['id', 'reference', 'version']).where('return_id', '=', id).executeTakeFirst()

/** Takes one step of the return of one piece. The transfer of a guest's refund has the number of the order as its reference. */
async function take(step: (typeof steps)[number], returned: Returned): Promise<number> {
  const { order, isCard, id = '' } = returned
  if (step === 'ask') {
    const reply = await order.ask([{ line: 1, quantity: 1, reason: 'too small' }], 699)
    returned.id = reply.json().return._id
    return reply.statusCode
  }
  if (step === 'accept') return (await returns.admin(id, 'accept', { handover: 'send' })).statusCode
  if (step === 'receive') return (await returns.sendReceipt(id, 1)).statusCode
  if (step === 'settle') return (await returns.admin(id, 'settle', { refund: 699 })).statusCode
  if (isCard) {
    await sendRefunds()
    return 200
  }
  const payout = await readPayout(id)
  const body = { reference: `UTR ${order.number}`, version: payout?.version }
  return (await request('POST', `/payouts/${payout?.id}/pay`, { cookies, body })).statusCode
}

/** Every document of the shop by its number. */
const readNumbers = async () => {
  const rows = await database.selectFrom('documents').select(['id', 'series', 'year', 'number']).execute()
  return new Map(rows.map(({ id, series, year, number }) => [`${series} ${year} ${number}`, id]))
}

const daysFromNow = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1000)

/** Every refund that the provider has made. */
async function readRefunds(): Promise<ListedRefund[]> {
  const refunds: ListedRefund[] = []
  for await (const page of gateway.listRefunds({ from: daysFromNow(-1), to: daysFromNow(1) })) refunds.push(...page)
  return refunds
}

test('a restore in the middle of a day pays, numbers and settles nothing twice', { timeout: 600_000 }, async () => {
  // Every pair of a step at the time of the backup and a step at the time of the restore, for cash and for cards.
  const plans = [false, true].flatMap((isCard) =>
    steps.flatMap((_, before) => steps.slice(before).map((_, more) => ({ isCard, before, after: before + more }))),
  )
  const all: (Returned & (typeof plans)[number])[] = []
  for (const plan of plans) all.push({ ...plan, order: await (plan.isCard ? returns.deliverCard() : returns.deliverGuest()) })
  for (const returned of all)
    for (const step of steps.slice(0, returned.before + 1)) expect(await take(step, returned), step).toBeLessThan(300)
  await issue()
  const packedLater = await place([tee])

  await run('backup', shop, file)
  for (const returned of all)
    for (const step of steps.slice(returned.before + 1, returned.after + 1)) expect(await take(step, returned), step).toBeLessThan(300)
  await pack(packedLater)
  await issue()
  const seen = await readNumbers()
  const refundsSeen = await readRefunds()

  await run('restore', shop, file, '--replace')
  await sendRefunds()
  expect(await readRefunds(), 'refunds after the start').toHaveLength(refundsSeen.length)

  // The owner knows from the bank which transfers were carried out.
  const readRestore = async (): Promise<OpenRestore | null> => (await request('GET', '/restores/open', { cookies })).json().restore
  for (const { _id, number } of (await readRestore())?.transfers ?? []) {
    const returned = all.find(({ order }) => number.startsWith(`${order.number}-`))
    const isPaid = returned && returned.after === 4 && !returned.isCard
    const body = isPaid ? { answer: 'paid', reference: `UTR ${returned.order.number}` } : { answer: 'not paid' }
    expect((await request('POST', `/restores/transfers/${_id}`, { cookies, body })).statusCode).toBe(200)
  }
  expect(await readRestore()).toBeNull()

  for (const returned of all) {
    const { id = '', before, after, isCard, order } = returned
    const name = JSON.stringify({ before, after, isCard })
    for (const step of steps.slice(before + 1)) {
      const found = (await returns.read(id)).foundRefunds ?? []
      if (step === 'settle' && found.length > 0) {
        expect(await take('settle', returned), `${name} is settled beside a found refund`).toBe(409)
        for (const { _id } of found) {
          const reply = await returns.admin(id, `found-refunds/${_id}`, { answer: 'this return' })
          expect(reply.statusCode, `${name} ${reply.body}`).toBe(200)
        }
      } else if (step !== 'pay' || isCard || (await readPayout(id))?.reference === null) {
        expect(await take(step, returned), `${name} ${step}`).toBeLessThan(300)
      }
    }
    if (!isCard) expect(await readPayout(id), name).toMatchObject({ reference: `UTR ${order.number}` })
  }
  await pack(packedLater)
  await issue()
  await sendRefunds()

  const paid = await readRefunds()
  const counts = Map.groupBy(paid, ({ paymentId }) => paymentId)
  expect(
    [...counts.values()].filter(({ length }) => length > 1),
    'paid back twice',
  ).toEqual([])
  expect(paid).toHaveLength(all.filter(({ isCard }) => isCard).length)
  const given = await readNumbers()
  const repeated = [...given].filter(([number, id]) => seen.has(number) && seen.get(number) !== id)
  expect(repeated, 'numbers given to another document').toEqual([])
  expect(await checkBooks({ database })).toMatchObject({ gaps: [], differences: [] })
})
