import { expect, test } from 'vitest'
import { address, buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { createOffers } from '#testing/offers.ts'
import { runWhileLocked } from '#testing/run-while-locked.ts'
import { createTestApp } from '#testing/test-app.ts'
import type { Transaction } from '../database/schema.ts'
import type { AppliedOffer } from './rules.ts'
import { recordUses } from './use-offers.ts'

const { request, database } = await createTestApp()
const offers = await createOffers({ request, database })
const tee = await createTestProduct({ database, price: 1_000, stock: 100 })

const placeOrder = (more: object = {}) =>
  request('POST', '/guest/cashondelivery', { body: { ...buildGuestOrder([tee]), deliveryAddress: address, ...more } })

test('the offers of an order are locked by id, whatever their order in the cart', async () => {
  const { order } = (await placeOrder()).json()
  const [first = '', second = ''] = [(await offers.add())._id, (await offers.add())._id].toSorted()
  const applied = [second, first].map((id) => ({ offer: { id }, adjustments: [] }) as unknown as AppliedOffer)
  const person = { customerKeys: ['9876543210'], hashes: [Buffer.alloc(32)] }
  const lock = (trx: Transaction, id: string) => trx.selectFrom('offers').select('id').where('id', '=', id).forUpdate().noWait().execute()
  await runWhileLocked({
    database,
    lock: (trx) => lock(trx, first),
    work: () => database.transaction().execute((trx) => recordUses({ trx, applied, person, of: { orderId: order._id } })),
    // Fails if the second one is locked already.
    check: (trx) => lock(trx, second),
  })
  expect([await offers.used(first), await offers.used(second)]).toEqual([1, 1])
})

test('an offer that ends between the choice and the use of it is not used', async () => {
  const { _id, code } = await offers.add()
  const reply = await runWhileLocked({
    database,
    lock: (trx) => trx.updateTable('offers').set({ active: false }).where('id', '=', _id).execute(),
    work: () => placeOrder({ offerCode: code }),
  })
  expect([reply.statusCode, reply.json().code]).toEqual([409, 'offer_used_up'])
  expect(await offers.used(_id)).toBe(0)
})
