import { expect, test } from 'vitest'
import { startGuestCheckout } from '#testing/guest-checkout.ts'
import { startReports } from '#testing/purchase-reports.ts'

const { placeOrder, setAsked, database, request, cookies, provider } = await startReports()
await setAsked('meta')
const agree = { purchaseReport: 'meta' }

test('an erasure request deletes the consents of a guest, and no others', async () => {
  const order = await placeOrder(agree)
  const other = await startGuestCheckout({ request, database, provider, quantity: 1, more: agree })
  await other.verify((await other.pay()).browser.response)
  const { phone } = (await database.selectFrom('orders').select('delivery_address').where('id', '=', order.id).executeTakeFirstOrThrow())
    .delivery_address
  await request('POST', '/users/data-requests', { cookies, body: { kind: 'erasure', phone } })
  const { requests } = (await request('GET', '/users/data-requests', { cookies })).json()
  expect((await request('POST', `/users/data-requests/${requests[0]._id}/close`, { cookies, body: { note: 'Done.' } })).statusCode).toBe(
    200,
  )
  expect(await order.find()).toBeUndefined()
  expect(await database.selectFrom('purchase_reports').select('recipients').execute()).toEqual([{ recipients: 'meta' }])
})

test('the last answer of an online payment that is opened again counts', async () => {
  await database.deleteFrom('purchase_reports').execute()
  const count = async () => (await database.selectFrom('purchase_reports').select('id').execute()).length
  const checkout = await startGuestCheckout({ request, database, provider, quantity: 1, more: agree })
  const { id } = checkout.opened.json()
  const cookiesOfGuest = Object.fromEntries(checkout.opened.cookies.map(({ name, value }) => [name, value]))
  expect(await count()).toBe(1)
  const again = await checkout.open({ cookies: cookiesOfGuest, body: { purchaseReport: undefined } })
  expect([again.json().id, await count()]).toEqual([id, 0])
  await checkout.open({ cookies: cookiesOfGuest, body: agree })
  await checkout.verify((await checkout.pay()).browser.response)
  const [order] = await checkout.orders()
  expect(await database.selectFrom('purchase_reports').select('order_id').execute()).toEqual([{ order_id: order?.id }])
})
