import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createReturns } from '#testing/returns.ts'
import { collectMails } from '#testing/send-mails.ts'
import { startPayingShop } from '#testing/start-shop.ts'

const shop = await startPayingShop({ environment: { PUBLIC_URL: 'https://shop.example', DEMO: 'off', STORE_ADDRESS: '7 Mill Lane\nPune' } })
const { provider, request, database, trackingKey, cookies } = shop
const { deliverCard, deliverGuest, admin, receive } = createReturns({ request, database, trackingKey, provider, cookies })

/** The mails that are queued, of which the daily limit of a test's one address would hold some back. */
async function collect() {
  await database.deleteFrom('limited_mails').execute()
  await database.updateTable('outbox_mails').set({ due_at: sql<Date>`now()` }).execute()
  return collectMails(shop)
}

test('the mail about the delivery links to the returns of its order', async () => {
  const order = await deliverGuest()
  const mails = await collect()
  const delivered = mails.find(({ subject }) => subject.includes('has been delivered'))
  expect(delivered?.text).toContain(`Return items: https://shop.example/o/${encodeURIComponent(order.token)}`)
})

test('each step of a return is mailed with its items and amounts', async () => {
  const order = await deliverCard()
  await collect()
  const id = (await order.ask([{ line: 1, quantity: 1, reason: 'too small' }], 699)).json().return._id
  const [asked] = await collect()
  expect(asked?.subject).toBe(`Order ${order.number} has a return request`)
  for (const text of [`${order.number}-R1`, '× 1: too small', 'Deducted for the way back: ₹100', 'Refund: ₹699'])
    expect(asked?.text).toContain(text)
  await admin(id, 'accept', { handover: 'send' })
  const [accepted] = await collect()
  expect(accepted?.text).toContain('within 15 days. The address is: 7 Mill Lane, Pune.')
  await admin(id, 'pick-up')
  expect(await collect()).toEqual([])
  await admin(id, 'receive', {
    isFault: true,
    lines: [{ line: 1, seen: { new: 0, worn: 0, faulty: 1, missing: 0 }, restock: 0, refund: 1 }],
  })
  const [received] = await collect()
  expect(received?.text).toContain('We will pay you back ₹799, and the way back costs you nothing.')
  await admin(id, 'settle', { refund: 799 })
  const [settled] = await collect()
  expect(settled?.text).toContain('We refund ₹799 to your original payment method.')
})

test('a declined return is mailed with its reason, and the courier is named where he comes', async () => {
  const order = await deliverCard()
  await collect()
  const ask = async () => (await order.ask([{ line: 1, quantity: 1, reason: 'other' }], 699)).json().return._id
  await admin(await ask(), 'decline', { reason: 'The seal\nis broken.' })
  const declined = (await collect()).find(({ subject }) => subject.includes('cannot be returned'))
  expect(declined?.text).toContain(': The seal is broken.')
  await admin(await ask(), 'accept', { handover: 'pickup' })
  const accepted = (await collect()).find(({ subject }) => subject.includes('can be returned'))
  expect(accepted?.text).toContain('Our courier picks the items up at your delivery address within 2 to 3 working days.')
})

test('cash is promised by transfer', async () => {
  const order = await deliverGuest()
  const id = (await order.ask([{ line: 1, quantity: 2, reason: 'late' }], 1_498)).json().return._id
  await receive(id, 2)
  await admin(id, 'settle', { refund: 1_498 })
  const settled = (await collect()).find(({ subject }) => subject.includes('settled return'))
  for (const text of [
    'We transfer ₹1,498 to you, because you paid in cash.',
    'within 7 working days',
    'Say where to transfer your refund: https://shop.example/o/',
  ])
    expect(settled?.text).toContain(text)
})
