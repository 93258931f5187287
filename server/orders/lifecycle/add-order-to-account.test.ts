import { expect, test } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import { address, buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { collectMails } from '#testing/send-mails.ts'
import { signInShopper } from '#testing/shoppers.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createAccountLinks, createConfirmationLinks } from '../order/order-links.ts'

const shop = await createTestApp({ environment: { PUBLIC_URL: 'https://shop.example', DEMO: 'off' } })
const { request, database, trackingKey } = shop
const tokenOf = (link: string) => link.split('/o/')[1] ?? ''
const find = (token: string) => request('POST', '/order/account/find', { body: { token } })
const add = (token: string, cookies = {}) => request('POST', '/order/account', { cookies, body: { token } })

/** A guest's order, with the token of its mail. */
async function place() {
  const tee = await createTestProduct({ database, price: 799, stock: 3 })
  const { _id: id, number } = (await request('POST', '/guest/cashondelivery', { body: buildGuestOrder([tee]) })).json<{ order: Order }>()
    .order
  return { id, number, token: tokenOf(createAccountLinks({ key: trackingKey }).create(id)) }
}

test("the mail of a guest's order has a link that adds it to an account, whose first address it becomes", async () => {
  const { id, number } = await place()
  const mail = (await collectMails(shop)).find(({ subject }) => subject.includes(number))
  const [, url = ''] = /Add it to your account: (https:\/\/shop\.example\/o\/\S+)/.exec(mail?.text ?? '') ?? []
  expect((await find(tokenOf(url))).json()).toMatchObject({ number, totalPrice: 799 })
  const { cookies } = await signInShopper({ request })
  expect((await add(tokenOf(url), cookies)).json()).toEqual({ message: 'The order is in your account now.', id })
  expect((await request('GET', '/order/mine', { cookies })).json()).toMatchObject({ total: 1, orders: [{ number, kind: 'guest' }] })
  expect((await request('GET', `/order/${id}`, { cookies })).json()).toMatchObject({
    number,
    deliveryAddress: { address: address.address },
  })
  expect((await request('GET', '/cod/codOrder', { cookies })).json()).toMatchObject({ codorder: [] })
  expect((await request('GET', '/users/account/addresses', { cookies })).json()).toMatchObject({
    addresses: [{ isDefault: true, address }],
  })
})

test('an order is added once, and stays with its account', async () => {
  const { token } = await place()
  const [first, second] = [await signInShopper({ request }), await signInShopper({ request })]
  expect((await add(token, first.cookies)).statusCode).toBe(200)
  expect((await add(token, first.cookies)).statusCode).toBe(200)
  expect((await add(token, second.cookies)).json()).toMatchObject({ code: 'order_has_account' })
  expect((await find(token)).json()).toMatchObject({ code: 'order_has_account' })
  expect((await request('GET', '/order/mine', { cookies: second.cookies })).json()).toMatchObject({ total: 0 })
  expect((await request('GET', '/order/mine', { cookies: first.cookies })).json()).toMatchObject({ total: 1 })
})

test('only the link for accounts adds an order, and only for a signed-in shopper', async () => {
  const { id, token } = await place()
  const { cookies } = await signInShopper({ request })
  expect((await add(token)).statusCode).toBe(401)
  expect((await add(tokenOf(createConfirmationLinks({ key: trackingKey }).create(id)), cookies)).statusCode).toBe(404)
  expect((await add(`${token}x`, cookies)).statusCode).toBe(404)
  const longAgo = Date.now() - 91 * 86_400_000
  expect((await add(tokenOf(createAccountLinks({ key: trackingKey }).create(id, { issuedAt: longAgo })), cookies)).statusCode).toBe(410)
})

test('of two accounts that add the same order at once, one gets it', async () => {
  const { token } = await place()
  const shoppers = await Promise.all([signInShopper({ request }), signInShopper({ request })])
  const replies = await Promise.all(shoppers.map(({ cookies }) => add(token, cookies)))
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
})
