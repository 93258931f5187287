import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { createTestProduct } from '#testing/factories.ts'
import { collectMails } from '#testing/send-mails.ts'
import { signInShopper } from '#testing/shoppers.ts'
import { createTestApp } from '#testing/test-app.ts'
import { queueCartReminders } from './remind-carts.ts'

const shop = await createTestApp({ environment: { PUBLIC_URL: 'https://shop.example', DEMO: 'off' } })
const { request, database } = shop
const remind = () => queueCartReminders({ database })
let shoppers = 0

beforeEach(async () => void (await database.deleteFrom('outbox_mails').execute()))

/** A shopper with a verified address and an item in the cart since some hours. */
async function leaveCart({ hours = 5, consents = true, stock = 3 }: { hours?: number; consents?: boolean; stock?: number } = {}) {
  const { cookies, _id } = await signInShopper({ request })
  shoppers += 1
  const email = `shopper${shoppers}@example.com`
  await database.updateTable('users').set({ verified_email: email }).where('id', '=', _id).execute()
  const setConsent = (given: boolean) => request('POST', '/users/account/consents', { cookies, body: { purpose: 'marketing', given } })
  if (consents) await setConsent(true)
  const product = await createTestProduct({ database, name: `Tee ${shoppers}`, stock })
  await request('POST', '/cart/add', { cookies, body: { product: product.id, size: 'M', quantity: 2 } })
  await sql`update cart_lines set added_at = clock_timestamp() - make_interval(hours => ${hours}) where user_id = ${_id}`.execute(database)
  const readMails = async () => (await collectMails(shop)).filter(({ to }) => to.address === email)
  return { cookies, id: _id, productId: product.id, setConsent, readMails, name: `Tee ${shoppers}` }
}

test('a shopper who has agreed to it is reminded once, with what is in the cart', async () => {
  const { readMails, name } = await leaveCart()
  expect(await remind()).toBe(1)
  const [mail, ...others] = await readMails()
  expect(others).toEqual([])
  expect(mail?.subject).toBe('Your cart is waiting')
  for (const text of [`2 × ${name}, size M`, 'https://shop.example/UserDashboard/cart', 'https://shop.example/UserDashboard/account'])
    expect(mail?.text).toContain(text)
  expect(await remind()).toBe(0)
})

test('the next reminder is seven days later at the earliest', async () => {
  const { id } = await leaveCart()
  const setReminded = (days: number) =>
    sql`update users set cart_reminded_at = clock_timestamp() - make_interval(days => ${days}) where id = ${id}`.execute(database)
  await setReminded(6)
  expect(await remind()).toBe(0)
  await setReminded(8)
  expect(await remind()).toBe(1)
})

test.each([
  ['without a consent', { consents: false }],
  ['for a cart of three hours', { hours: 3 }],
  ['for a cart of yesterday', { hours: 25 }],
])('nobody is reminded %s', async (_, cart) => {
  await leaveCart(cart)
  expect(await remind()).toBe(0)
})

test('a consent to an earlier text does not count', async () => {
  const { id } = await leaveCart({ consents: false })
  const values = { user_id: id, purpose: 'marketing', given: true, text_version: '2026-11-22', source: 'account page' } as const
  await database.insertInto('consents').values(values).execute()
  expect(await remind()).toBe(0)
})

test('nobody is reminded after an order or without a verified address', async () => {
  const ordered = await leaveCart()
  await sql`insert into orders (number, kind, user_id, status, payment_status, total_paise, delivery_address)
    select 'REMIND', 'cod', ${ordered.id}, 'Placed', 'Pending', 0, '{}'`.execute(database)
  const unverified = await leaveCart()
  await database.updateTable('users').set({ verified_email: null }).where('id', '=', unverified.id).execute()
  expect(await remind()).toBe(0)
})

test('a reminder is not sent when the consent was withdrawn, the cart emptied or everything sold meanwhile', async () => {
  const withdrawn = await leaveCart()
  const emptied = await leaveCart()
  const sold = await leaveCart()
  expect(await remind()).toBe(3)
  await withdrawn.setConsent(false)
  await database.deleteFrom('cart_lines').where('user_id', '=', emptied.id).execute()
  await database.updateTable('products').set({ status: 'archived' }).where('id', '=', sold.productId).execute()
  expect(await collectMails(shop)).toEqual([])
})

test('two servers at once queue one mail for each shopper', async () => {
  await leaveCart()
  await leaveCart()
  const counts = await Promise.all([remind(), remind(), remind()])
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(2)
})
