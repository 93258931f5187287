import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createExchanges, exchangeToL } from '#testing/exchanges.ts'
import { address, buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { fuzzRuns } from '#testing/fuzz/fuzz-runs.ts'
import { createJobRunner } from '#testing/run-job.ts'
import { createTaxedOrders, taxedShop } from '#testing/tax.ts'
import { createTestApp } from '#testing/test-app.ts'

const app = await createTestApp({ environment: { ...taxedShop, LIMITS_FACTOR: '1000' } })
const { request, database } = app
const taxed = await createTaxedOrders(app)
const shop = createExchanges({ ...app, taxed })
const runJob = createJobRunner(app)

const initial = { M: 8, L: 3 }
const ordered = 5
let buyers = 0

/** An order of five M, of whose size eight were there, in a shop with three L. */
async function start() {
  const tee = await createTestProduct({ database, price: 799, sizes: initial })
  const order = await shop.deliver([{ ...tee, size: 'M', quantity: ordered }])
  const returns: { id: string; pieces: number }[] = []
  const bought: string[] = []
  return { tee, order, returns, bought }
}
type World = Awaited<ReturnType<typeof start>>

interface Choice {
  /** which return, or which order */
  readonly target: number
  readonly pieces: number
}

/** A request that may be refused, and never fails. */
async function send(reply: ReturnType<typeof request>) {
  const { statusCode, body } = await reply
  expect(statusCode, body).toBeLessThan(500)
  return statusCode < 300
}

const pick = <Item>(items: readonly Item[], { target }: Choice): Item | undefined => items[target % Math.max(1, items.length)]
const sentFor = async (id: string): Promise<string | undefined> => (await shop.readReturn(id)).exchange?.order?._id

/** A step of the administrator about the exchange that is chosen. */
const ofReturn =
  (step: (returned: World['returns'][number], choice: Choice) => ReturnType<typeof request>) => async (world: World, choice: Choice) => {
    const returned = pick(world.returns, choice)
    if (returned) await send(step(returned, choice))
  }

/** A step about the order with the new items of the exchange that is chosen. */
const ofExchange = (step: (orderId: string) => Promise<unknown>) => async (world: World, choice: Choice) => {
  const returned = pick(world.returns, choice)
  const orderId = returned && (await sentFor(returned.id))
  if (orderId) await step(orderId)
}

const steps = {
  ask: async ({ order, returns }: World, { pieces }: Choice) => {
    const reply = await order.ask([{ ...exchangeToL, quantity: pieces }])
    expect(reply.statusCode, reply.body).toBeLessThan(500)
    if (reply.statusCode === 201) returns.push({ id: reply.json().return._id, pieces })
  },
  accept: ofReturn(({ id }) => shop.accept(id)),
  pickUp: ofReturn(({ id }) => shop.admin(id, 'pick-up')),
  receive: ofReturn(({ id, pieces }, choice) => shop.receive(id, pieces, Math.min(pieces, choice.target))),
  withdraw: async (world: World, choice: Choice) => {
    const returned = pick(world.returns, choice)
    if (returned) await send(world.order.withdraw(returned.id))
  },
  timePasses: async ({ order }: World) => {
    const accepted_at = new Date(Date.now() - 16 * 86_400_000)
    await database.updateTable('returns').set({ accepted_at }).where('order_id', '=', order.id).where('state', '=', 'accepted').execute()
    await runJob('end-unreceived-returns')
  },
  buy: async ({ tee, bought }: World) => {
    buyers += 1
    const deliveryAddress = { ...address, phone: String(9_876_700_000 + buyers), email: `buyer-${buyers}@example.com` }
    const body = { ...buildGuestOrder([{ ...tee, size: 'L' }]), deliveryAddress }
    const reply = await request('POST', '/guest/cashondelivery', { body })
    expect(reply.statusCode, reply.body).toBeLessThan(500)
    if (reply.statusCode === 201) bought.push(reply.json().order._id)
  },
  cancelBought: async ({ bought }: World, choice: Choice) => {
    const id = pick(bought, choice)
    if (id) await send(taxed.transition(id, 'Cancelled'))
  },
  cancelExchange: ofExchange((id) => send(taxed.transition(id, 'Cancelled'))),
  deliverExchange: ofExchange(async (id) => {
    for (const to of ['Packed', 'Shipped', 'Delivered']) await send(taxed.transition(id, to))
    const happened_at = sql<Date>`happened_at - interval '1 minute'`
    await database.updateTable('order_events').set({ happened_at }).where('order_id', '=', id).where('event', '=', 'Delivered').execute()
    await runJob('settle-exchanges')
  }),
  refuseExchange: ofExchange(async (id) => {
    for (const to of ['Packed', 'Shipped', 'Undelivered']) await send(taxed.transition(id, to))
    const { version } = await taxed.read(id)
    await send(request('POST', `/order/admin/${id}/receive`, { cookies: shop.cookies, body: { condition: 'sellable', version } }))
  }),
} as const

type Step = keyof typeof steps

const choice = fc.record({ target: fc.nat({ max: 3 }), pieces: fc.integer({ min: 1, max: 2 }) })
const single = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom<Step>('ask', 'accept', 'accept', 'receive') },
  { weight: 2, arbitrary: fc.constantFrom(...(Object.keys(steps) as Step[])) },
)
/** One step, or two at the same time. */
const moment = fc.array(fc.tuple(single, choice), { minLength: 1, maxLength: 2 })

/** Where the pieces are of what is exchanged for, and of what came back. */
async function count({ tee, order }: World) {
  const stock = await shop.stockOf(tee.id)
  const lines = await database
    .selectFrom('returns')
    .innerJoin('return_lines', 'return_id', 'returns.id')
    .select(['returns.id', 'state', 'returns.kind', 'quantity', 'held', 'restocked'])
    .where('returns.order_id', '=', order.id)
    .execute()
  const sold = await database
    .selectFrom('orders')
    .innerJoin('order_lines', 'order_id', 'orders.id')
    .select(['orders.exchange_return_id as returnId', 'quantity'])
    .where('product_id', '=', tee.id)
    .where('size', '=', 'L')
    .where('status', '<>', 'Cancelled')
    .where((eb) => eb.or([eb('returned_parcel', 'is', null), eb('returned_parcel', '<>', 'sellable')]))
    .execute()
  return { stock, lines, sold }
}

async function expectBalance(world: World): Promise<void> {
  const { stock, lines, sold } = await count(world)
  const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)
  const held = sum(lines.map((line) => line.held))
  expect((stock.L ?? 0) + held + sum(sold.map(({ quantity }) => quantity))).toBe(initial.L)
  expect(stock.M).toBe(initial.M - ordered + sum(lines.map(({ restocked }) => restocked ?? 0)))
  for (const line of lines) {
    const isWaiting = (line.state === 'accepted' || line.state === 'picked up') && line.kind === 'exchange'
    expect(line.held, `${line.kind} ${line.state}`).toBe(isWaiting ? line.quantity : 0)
  }
}

test.each(['received', 'accepted'] as const)(
  'in any sequence of steps no piece of an exchange that is sent when it is %s is lost or there twice',
  async (exchangesSent) => {
    await shop.setPolicies({ exchangesSent })
    await fc.assert(
      fc.asyncProperty(fc.array(moment, { minLength: 3, maxLength: 10 }), async (history) => {
        const world = await start()
        await steps.ask(world, { target: 0, pieces: 1 })
        for (const parallel of history) {
          await Promise.all(parallel.map(([name, chosen]) => steps[name](world, chosen)))
          if (exchangesSent === 'received') await expectBalance(world)
          else await expectSum(world)
        }
        expect(await shop.findFaults()).toEqual([])
      }),
      fuzzRuns(),
    )
  },
)

/** Sent at once, nothing is held between two steps. */
async function expectSum(world: World): Promise<void> {
  const { stock, lines, sold } = await count(world)
  expect(lines.every(({ held }) => held === 0)).toBe(true)
  expect((stock.L ?? 0) + sold.reduce((total, { quantity }) => total + quantity, 0)).toBe(initial.L)
}
