import { createHmac, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startProvider } from '#testing/card-checkout.ts'
import { buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { sendMails } from '#testing/send-mails.ts'
import { readCookies } from '#testing/shoppers.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createSsr } from '../http/pages/ssr.ts'
import { createTrackingLinks } from '../orders/order/tracking.ts'
import { parseSettings } from './settings.ts'

const provider = await startProvider()
const lines: string[] = []
const { app, request, database, settings, trackingKey, images } = await createTestApp({
  gateways: provider.gateways,
  environment: { LOG_LEVEL: 'trace' },
  logTo: { write: (line) => void lines.push(line) },
  ssr: createSsr({ settings: parseSettings({}), development: false }),
})

const person = { name: 'Vasundhara Tirumala', pin: '846213' }
const home = {
  firstName: 'Vasundhara',
  lastName: 'Tirumalasetti',
  address: '77 Kadalekai Parishe Road',
  landmark: 'opposite Bugle Rock',
  city: 'Bengaluru',
  state: 'Karnataka',
  pinCode: '560004',
  phone: '9448012345',
  email: 'vasundhara.t@example.com',
}
const card = '4111111111111111'

/** Personal data and credentials that must not be logged. */
const secrets = new Set<string>([
  person.name,
  person.pin,
  home.lastName,
  home.address,
  home.landmark,
  home.phone,
  home.email,
  card,
  'Vasundhara',
])

function expectNoSecrets(): void {
  const log = lines.join('')
  expect(log).not.toBe('')
  for (const secret of secrets) {
    expect(log).not.toContain(secret)
    expect(log).not.toContain(encodeURIComponent(secret))
  }
}

test('the trace log contains no personal data after every call that takes some', async () => {
  const tee = await createTestProduct({ database, stock: 50 })
  const signedIn = await request('POST', '/users/login', { body: person })
  const cookies = readCookies(signedIn)
  for (const token of Object.values(cookies)) secrets.add(token)
  await request('POST', '/users/login', { body: { ...person, pin: '846214' } })
  expect(lines.join('')).toContain(`"account":"${signedIn.json().user._id}","code":"name_taken"`)
  await request('POST', '/users/login', { body: { ...person, pin: '000846213' } })
  await request('POST', '/cart/add', { cookies, body: { product: tee.id, size: 'M' } })
  await request('POST', '/cart/', { cookies, body: home })
  const { id } = (await request('POST', '/order/create-order', { cookies, body: { amount: tee.price } })).json()
  const { browser } = await provider.control<{ browser: { response: Record<string, string> } }>('payments', { order_id: id })
  secrets.add(browser.response.razorpay_signature ?? '')
  await request('POST', '/order/verify-payment', { cookies, body: browser.response })
  const body = JSON.stringify({
    event: 'payment.captured',
    payload: { payment: { entity: { order_id: id, email: home.email, contact: home.phone, card: { number: card } } } },
  })
  await request('POST', '/payments/razorpay/webhook', {
    body,
    headers: {
      'content-type': 'application/json',
      'x-razorpay-signature': createHmac('sha256', provider.webhookSecret).update(body).digest('hex'),
      'x-razorpay-event-id': randomUUID(),
    },
  })
  const guest = await request('POST', '/guest/cashondelivery', { body: { ...buildGuestOrder([tee]), deliveryAddress: home } })
  const { number, _id } = guest.json().order
  expect(guest.statusCode).toBe(201)
  const token = createTrackingLinks({ key: trackingKey }).create({ orderId: _id, purpose: 'track', revision: 0 })
  secrets.add(token)
  await request('POST', '/order/track', { body: { number, phone: home.phone } })
  await request('POST', '/order/track', { body: { token } })
  await app.inject({ url: `/order-tracking?token=${token}` })
  await app.inject({ url: `/o/${token}` })
  await request('POST', '/order/page', { body: { token } })
  await request('POST', '/contact', { body: { name: person.name, replyTo: home.email, message: `Call ${home.phone}` } })
  await database.updateTable('users').set({ role: 'admin' }).execute()
  for (const path of [`/users/getUsers?q=${person.name}`, `/cod/adminOrder?q=${home.phone}`, `/order/admin/${_id}`])
    await request('GET', encodeURI(path), { cookies })
  // Rejected requests and unknown paths.
  await request('POST', '/guest/cashondelivery', {
    body: { ...buildGuestOrder([tee]), deliveryAddress: { ...home, phone: `+91 ${home.phone}` } },
  })
  await request('GET', encodeURI(`/users/${person.name}?email=${home.email}`))
  await request('POST', '/contact', { body: `{"name":"${person.name}`, headers: { 'content-type': 'application/json' } })
  await app.inject({ url: `/nowhere/${home.email}` })
  await app.inject({ url: `/nowhere/${home.phone}%0A` })
  expectNoSecrets()
})

test('a constraint violation is logged without the row', async () => {
  const tee = await createTestProduct({ database })
  await sql`alter table orders add constraint never check (false) not valid`.execute(database)
  const reply = await request('POST', '/guest/cashondelivery', { body: { ...buildGuestOrder([tee]), deliveryAddress: home } })
  expect(reply.statusCode).toBe(500)
  expect(lines.join('')).toContain('"constraint":"never"')
  expectNoSecrets()
  await sql`alter table orders drop constraint never`.execute(database)
})

test('the recipient in the error of a mail server is masked', async () => {
  const mailer = {
    send: () =>
      Promise.reject(Object.assign(new Error(`550 5.1.1 <${home.email}>: Recipient address rejected`), { rejected: [home.email] })),
  }
  await sendMails({ shop: { database, settings, trackingKey, images }, mailer, log: app.log })
  expect(lines.join('')).toContain('Recipient address rejected')
  expectNoSecrets()
})

test('an error of a page is logged with the id of its request', async () => {
  const tee = await createTestProduct({ database })
  await sql`alter table products rename to products_elsewhere`.execute(database)
  const { statusCode, headers } = await app.inject({ url: `/product/${tee.id}` })
  await sql`alter table products_elsewhere rename to products`.execute(database)
  expect(statusCode).toBe(500)
  const messages = lines.filter((line) => line.includes(`"reqId":"${headers['x-request-id']}"`)).map((line) => JSON.parse(line).msg)
  expect(messages).toEqual(expect.arrayContaining(['request failed', 'page failed']))
})
