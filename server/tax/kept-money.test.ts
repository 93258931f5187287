import { expect, test } from 'vitest'
import { startCheckout } from '#testing/card-checkout.ts'
import { createReturns } from '#testing/returns.ts'
import { startPayingApp } from '#testing/start-shop.ts'
import { createTaxedOrders, taxedShop } from '#testing/tax.ts'
import { checkBooks } from './books/check-books.ts'

const shop = await startPayingApp({ environment: taxedShop })
const { provider, request, database, trackingKey } = shop
const { cookies, read, transition, pack, issue, readStored } = await createTaxedOrders(shop)
const returns = createReturns({ request, database, trackingKey, provider, cookies })

/** A card order of two pieces for ₹1,598, paid. */
async function pay(): Promise<string> {
  const { pay: payCart, verify } = await startCheckout({ request, database, provider })
  const { order } = (await verify((await payCart()).browser.response)).json()
  return order._id
}
const post = async (id: string, call: string, body: object) => {
  const reply = await request('POST', `/order/admin/${id}/${call}`, { cookies, body })
  if (reply.statusCode !== 200) throw new Error(reply.body)
}
const refund = async (id: string, amount: number, rest: object = {}) =>
  post(id, 'refund', { amount, refunded: (await read(id)).amountRefunded, reason: 'Small stain', ...rest })
const changeName = async (id: string) => {
  const { deliveryAddress, version } = await read(id)
  await post(id, 'address', { address: { ...deliveryAddress, lastName: 'Iyer' }, version })
}
/** The documents of an order in rupees, credit notes negative. */
const sums = async (id: string) =>
  (await readStored(id)).map(({ kind, total_paise }) => (kind === 'credit note' ? -1 : 1) * (Number(total_paise) / 100))
const expectNoDifference = async () => expect(await checkBooks({ database })).toMatchObject({ differences: [], faults: [], missing: [] })

test('a price that was reduced stays reduced when the invoice is replaced', async () => {
  const id = await pay()
  await pack(id)
  await issue()
  await refund(id, 200, { reducesPrice: true })
  await changeName(id)
  expect(await sums(id)).toEqual([1_598, -200, -1_398, 1_398])
  await expectNoDifference()
})

test('a price that was reduced before the invoice is that of the invoice', async () => {
  const id = await pay()
  await refund(id, 200, { reducesPrice: true })
  await pack(id)
  await issue()
  expect(await sums(id)).toEqual([1_398])
  await changeName(id)
  expect(await sums(id)).toEqual([1_398, -1_398, 1_398])
  await expectNoDifference()
})

test('goodwill before the invoice changes no document', async () => {
  const id = await pay()
  await refund(id, 200)
  await pack(id)
  await issue()
  expect(await sums(id)).toEqual([1_598])
  await expectNoDifference()
})

test('goods that came back are not taxed, also after goodwill', async () => {
  const order = await returns.deliverCard()
  await issue()
  await refund(order.id, 700)
  const reply = (await order.ask([{ line: 1, quantity: 2, reason: 'faulty' }], 898)).json()
  const id = reply.return._id as string
  await returns.receive(id, 2)
  const { refund: expected } = (await returns.read(id)).amount
  await returns.admin(id, 'settle', { refund: expected })
  expect([expected, await sums(order.id)]).toEqual([898, [1_598, -1_498]])
  const [, note] = await readStored(order.id)
  expect(note?.lines).toMatchObject([{ quantity: 2, gross: 159_800, discount: 10_000, total: 149_800 }])
  await expectNoDifference()
})

test('items that came back before the invoice are credited with it', async () => {
  const order = await returns.deliverCard()
  const id = (await order.ask([{ line: 1, quantity: 1, reason: 'too small' }], 699)).json().return._id as string
  await returns.receive(id, 1)
  await returns.admin(id, 'settle', { refund: 699 })
  expect(await sums(order.id)).toEqual([])
  await issue()
  expect(await sums(order.id)).toEqual([1_598, -699])
  await expectNoDifference()
})

test('a piece of a reduced price pays back what it costs now', async () => {
  const order = await returns.deliverCard()
  await issue()
  await refund(order.id, 200, { reducesPrice: true })
  const id = (await order.ask([{ line: 1, quantity: 1, reason: 'faulty' }], 699)).json().return._id as string
  await returns.admin(id, 'accept', { handover: 'send' })
  const seen = { new: 0, worn: 0, faulty: 1, missing: 0 }
  await returns.admin(id, 'receive', { isFault: true, lines: [{ line: 1, seen, restock: 0, refund: 1 }] })
  expect((await returns.admin(id, 'settle', { refund: 699 })).statusCode).toBe(200)
  expect(await sums(order.id)).toEqual([1_598, -200, -699])
  await expectNoDifference()
})

test('what is kept of a parcel that came back stays on its documents, until it is refunded too', async () => {
  const id = await pay()
  await pack(id)
  await issue()
  for (const to of ['Shipped', 'Undelivered']) await transition(id, to)
  await post(id, 'receive', { condition: 'sellable', version: (await read(id)).version })
  expect(await sums(id), 'nothing is decided').toEqual([1_598])
  await refund(id, 1_518)
  expect(await sums(id)).toEqual([1_598, -1_518])
  await expectNoDifference()
  await refund(id, 80)
  expect(await sums(id)).toEqual([1_598, -1_518, -80])
  await expectNoDifference()
})
