import { expect, test } from 'vitest'
import { createExchanges, exchangeToL } from '#testing/exchanges.ts'
import { createTestProduct } from '#testing/factories.ts'
import { createTaxedOrders, taxedShop } from '#testing/tax.ts'
import { createTestApp } from '#testing/test-app.ts'

const app = await createTestApp({ environment: { ...taxedShop, LIMITS_FACTOR: '1' } })
const { database } = app
const shop = createExchanges({ ...app, taxed: await createTaxedOrders(app) })
await shop.setPolicies({ exchangesAccepted: 'on' })

test('exchanges of a person are accepted by themselves up to the share of a product that unpaid orders may take', async () => {
  const tee = await createTestProduct({ database, price: 799, sizes: { M: 5, L: 7 } })
  const order = await shop.deliver([{ ...tee, size: 'M', quantity: 5 }])
  const first = await order.askId([{ ...exchangeToL, quantity: 2 }])
  expect([(await shop.readReturn(first)).state, await shop.stockOf(tee.id)]).toEqual(['accepted', { M: 0, L: 5 }])
  // Three of seven may be taken.
  const second = await order.askId([{ ...exchangeToL, quantity: 2 }])
  expect([(await shop.readReturn(second)).state, await shop.stockOf(tee.id)]).toEqual(['asked', { M: 0, L: 5 }])
  expect((await shop.accept(second)).statusCode).toBe(200)
  expect(await shop.stockOf(tee.id)).toEqual({ M: 0, L: 3 })
  expect(await shop.findFaults()).toEqual([])
})

test('exchanges of other persons and ended ones do not count for a person', async () => {
  const tee = await createTestProduct({ database, price: 799, sizes: { M: 9, L: 9 } })
  const [order, other] = [
    await shop.deliver([{ ...tee, size: 'M', quantity: 3 }]),
    await shop.deliver([{ ...tee, size: 'M', quantity: 3 }]),
  ]
  const three = [{ ...exchangeToL, quantity: 3 }]
  const first = await order.askId(three)
  expect((await shop.readReturn(first)).state).toBe('accepted')
  expect((await shop.readReturn(await other.askId(three))).state).toBe('accepted')
  await order.withdraw(first)
  expect((await shop.readReturn(await order.askId(three))).state).toBe('accepted')
})
