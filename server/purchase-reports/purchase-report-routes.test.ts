import { expect, test } from 'vitest'
import { createProviders } from '#server/adapters/create-providers.ts'
import { createPaymentLinks } from '#server/orders/order/order-links.ts'
import { createTrackingLinks } from '#server/orders/order/tracking.ts'
import { address } from '#testing/factories.ts'
import { startReports } from '#testing/purchase-reports.ts'
import { signInAdministrator, signInShopper } from '#testing/shoppers.ts'
import { createTestApp } from '#testing/test-app.ts'

const { app, placeOrder, setAsked, report, simulator, database, request, cookies, tee, apiUrl, endUndo } = await startReports()
await setAsked('both')

test('the file for Google has complete purchases that came by its advertisements, with consent', async () => {
  const visit = (clickId: string, clickName = 'gclid') => ({ purchaseReport: 'both', visit: { clickName, clickId } })
  await (await placeOrder(visit('Click-1'))).deliver()
  await (await placeOrder(visit('App-1', 'gbraid'))).deliver()
  await (await placeOrder(visit('Web-1', 'wbraid'))).deliver()
  await (await placeOrder({ visit: visit('no-consent', 'gbraid').visit })).deliver()
  await placeOrder(visit('not-delivered'))
  await (await placeOrder({ visit: visit('no-consent').visit })).deliver()
  const withdrawn = await placeOrder(visit('withdrawn'))
  await withdrawn.deliver()
  await withdrawn.change({ withdrawn_at: new Date() })
  await (await placeOrder({ purchaseReport: 'both', visit: { clickName: 'fbclid', clickId: 'of-meta' } })).deliver()
  const reply = await request('GET', '/purchase-reports/google?days=7', { cookies })
  expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8')
  const [parameters, head, ...rows] = reply.body.trimEnd().split('\r\n')
  expect([parameters, head]).toEqual([
    'Parameters:TimeZone=Asia/Kolkata',
    'Google Click ID,GBRAID,WBRAID,Conversion Name,Conversion Time,Conversion Value,Conversion Currency',
  ])
  const purchase = /Purchase,\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2},499,INR$/
  expect(rows.map((row) => row.replace(purchase, ''))).toEqual(['Click-1,,,', ',App-1,,', ',,Web-1,'])
})

test('a guest withdraws the consent with a link of the order, and then nobody is told about it', async () => {
  const order = await placeOrder({ purchaseReport: 'both', visit: { clickName: 'gclid', clickId: 'of-guest' } })
  const token = createTrackingLinks({ key: app.trackingKey }).create({ orderId: order.id, purpose: 'track', revision: 0 })
  const payToken = createPaymentLinks({ key: app.trackingKey }).createToken(order.id, { revision: 0 })
  const readPage = async (of: string) => (await request('POST', '/order/page', { body: { token: of } })).json()
  const withdraw = (of: string) => request('POST', '/order/purchase-report/withdraw', { body: { token: of } })
  expect([(await readPage(token)).purchaseReport, (await readPage(payToken)).purchaseReport]).toEqual(['both', undefined])
  expect([(await withdraw(payToken)).statusCode, (await withdraw('wrong')).statusCode]).toEqual([404, 404])
  expect((await order.find())?.withdrawn_at).toBeNull()
  expect([(await withdraw(token)).statusCode, (await withdraw(token)).statusCode]).toEqual([200, 200])
  expect((await readPage(token)).purchaseReport).toBeUndefined()
  await order.deliver()
  await report()
  expect(order.received()).toEqual([])
  expect(await order.find()).toMatchObject({ user_agent: '', state: 'waiting' })
  expect((await request('GET', '/purchase-reports/google?days=7', { cookies })).body).not.toContain('of-guest')
})

test('the list has the last problems, and counts what was reported and what waits', async () => {
  await report()
  const order = await placeOrder()
  await order.deliver()
  simulator.addFault({ status: 503, code: 2 })
  await report()
  const read = async () => (await request('GET', '/purchase-reports', { cookies })).json()
  const { problems, sent, waiting } = await read()
  expect(problems).toContainEqual({
    orderId: order.id,
    orderNumber: order.number,
    state: 'waiting',
    problem: 'Meta does not answer: Fault',
    at: expect.any(String),
  })
  await report()
  expect(await read()).toMatchObject({ problems: [], sent: sent + 1, waiting: waiting - 1 })
})

test('a shopper withdraws the consent on the account page, and cannot give it there', async () => {
  const shopper = await signInShopper({ request })
  const own = { cookies: shopper.cookies }
  await request('POST', '/cart/add', { ...own, body: { product: tee.id, size: 'M', quantity: 1 } })
  const body = { ...address, purchaseReport: 'both' }
  const placed = await request('POST', '/cod/cashondelivery', { ...own, body })
  const { _id: id } = placed.json().order
  const stored = await database.selectFrom('orders').select('delivery_address').where('id', '=', id).executeTakeFirstOrThrow()
  expect(stored.delivery_address).not.toHaveProperty('purchaseReport')
  const readConsent = async () =>
    (await request('GET', '/users/account/consents', own)).json().consents.find((each: { purpose: string }) => each.purpose === 'purchases')
  expect(await readConsent()).toMatchObject({ given: true })
  const set = (given: boolean) => request('POST', '/users/account/consents', { ...own, body: { purpose: 'purchases', given } })
  expect((await set(true)).json().fields).toEqual({ given: 'This is asked with an order. Here it can only be withdrawn.' })
  expect((await set(false)).statusCode).toBe(200)
  expect(await readConsent()).toMatchObject({ given: false })
  for (const to of ['Confirmed', 'Packed', 'Shipped', 'Delivered'])
    await request('POST', `/order/admin/${id}/move`, { cookies, body: { to } })
  await endUndo()
  await report()
  expect(simulator.requests.flatMap(({ events }) => events).filter(({ event_id }) => event_id === id)).toEqual([])
  expect(await database.selectFrom('purchase_reports').selectAll().where('order_id', '=', id).execute()).toMatchObject([{ user_agent: '' }])
})

test('a data set is entered, tested and removed, and its token is never shown', async () => {
  const shop = await createTestApp({
    environment: { DEMO: 'off' },
    connectProviders: (options) =>
      createProviders({ ...options, keys: {}, urls: { razorpay: {}, shiprocket: 'http://127.0.0.1:9', meta: apiUrl } }),
  })
  const administrator = await signInAdministrator(shop)
  const own = { cookies: administrator.cookies }
  const keys = { pixelId: '1234567890', accessToken: 'a-token-of-the-tests', testCode: 'TEST123' }
  const enter = (change: object = {}) => shop.request('POST', '/provider-keys/meta', { ...own, body: { ...keys, ...change } })
  const runTest = async () => (await shop.request('POST', '/provider-keys/meta/test', own)).json().message
  expect(await runTest()).toBe('No data set of Meta is entered, or it must be entered again.')
  const entered = await enter()
  expect(entered.json().keys).toMatchObject({ source: 'entered', entered: { account: '1234567890', secretEnd: 'ests' } })
  expect(entered.body).not.toContain('a-token')
  expect(await runTest()).toMatch(/^Meta does not accept the access token or the data set: /)
  await shop.database.deleteFrom('provider_keys').execute()
  for (const change of [{ pixelId: '12a45' }, { accessToken: 'a b' }, { testCode: 'x' }])
    expect(Object.keys((await enter(change)).json().fields)).toEqual(Object.keys(change))
  expect((await shop.request('DELETE', '/provider-keys/meta', own)).statusCode).toBe(200)
})
