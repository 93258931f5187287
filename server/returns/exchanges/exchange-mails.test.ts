import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createExchanges } from '#testing/exchanges.ts'
import { buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { collectMails } from '#testing/send-mails.ts'
import { createTaxedOrders, taxedShop } from '#testing/tax.ts'
import { createTestApp } from '#testing/test-app.ts'

const app = await createTestApp({ environment: { ...taxedShop, PUBLIC_URL: 'https://shop.example', DEMO: 'off' } })
const { request, database } = app
const shop = createExchanges({ ...app, taxed: await createTaxedOrders(app) })

/** The mails that are queued, of which the daily limit of one address would hold some back. */
async function readMails() {
  await database.deleteFrom('limited_mails').execute()
  await database.updateTable('outbox_mails').set({ due_at: sql<Date>`now()` }).execute()
  return collectMails(app)
}

test('the mails of an exchange say what is held until when, that nothing is to be paid, and offer money when it is sold out', async () => {
  await shop.setPolicies()
  const tee = await createTestProduct({ database, price: 799, sizes: { M: 5, L: 2 } })
  const order = await shop.deliver([{ ...tee, size: 'M', quantity: 2 }])
  await readMails()
  const id = await order.askId()
  const [asked] = await readMails()
  expect(asked?.text).toContain(`exchange items of your order for 1 × ${tee.name}, size L`)
  await shop.accept(id)
  const [accepted] = await readMails()
  expect(accepted?.text).toMatch(/We hold the new items for you until \d+ \w+ \d{4}, and send them after yours have reached us\./)
  await shop.receive(id)
  const received = await readMails()
  expect(received.map(({ subject }) => subject.replace(/^Order \S+ /, ''))).toEqual(['has arrived back', 'has been placed'])
  expect(received[1]?.text).toContain('You have nothing to pay.')
  expect(received[1]?.text).toContain('To pay: ₹0 (In exchange for returned items)')

  const second = await order.askId()
  await request('POST', '/guest/cashondelivery', { body: buildGuestOrder([{ ...tee, size: 'L' }]) })
  await readMails()
  await shop.admin(second, 'sold-out')
  const [soldOut] = await readMails()
  expect(soldOut?.text).toContain('Would you like the money instead? You would get back ₹699')
  await order.takeMoney(second, 699)
  const [ended] = await readMails()
  expect(ended?.subject).toContain('is not exchanged')
})
