import { expect, test } from 'vitest'
import { createReturns } from '#testing/returns.ts'
import { signInShopper } from '#testing/shoppers.ts'
import { startPayingShop } from '#testing/start-shop.ts'
import {
  createAccountLinks,
  createAddressLinks,
  createConfirmationLinks,
  createPaymentLinks,
  createPayoutLinks,
} from '../order/order-links.ts'
import { createTrackingLinks } from '../order/tracking.ts'

const shop = await startPayingShop()
const {
  provider,
  request,
  database,
  trackingKey: key,
  cookies,
  admin: { name },
} = shop
const returns = createReturns({ request, database, trackingKey: key, provider, cookies })

const tokenOf = (link: string) => link.split('/o/')[1] ?? ''

/** A delivered order whose refund is to be transferred. */
async function settle() {
  const order = await returns.deliverGuest()
  const returnId = (await order.ask([{ line: 1, quantity: 1, reason: 'too small' }], 699)).json().return._id as string
  await returns.receive(returnId, 1)
  await returns.admin(returnId, 'settle', { refund: 699 })
  const payout = await database.selectFrom('payouts').select('id').where('return_id', '=', returnId).executeTakeFirstOrThrow()
  return { id: order.id, payoutId: payout.id }
}

/** What each page of a link answers. */
async function open({ id, payoutId, revision }: { id: string; payoutId: string; revision: number }) {
  const mailed = createTrackingLinks({ key })
  const terms = { revision }
  const tokens = {
    '/order/track': mailed.create({ orderId: id, purpose: 'track', revision }),
    '/order/returns/find': mailed.create({ orderId: id, purpose: 'return', revision }),
    '/order/address/find': tokenOf(createAddressLinks({ key }).create(id, terms)),
    '/order/confirmation/find': tokenOf(createConfirmationLinks({ key }).create(id, terms)),
    '/order/account/find': tokenOf(createAccountLinks({ key }).create(id, terms)),
    '/order/payment/find': tokenOf(createPaymentLinks({ key }).create(id, terms)),
    '/payouts/find': tokenOf(createPayoutLinks({ key }).create(payoutId, terms)),
  }
  const replies = await Promise.all(Object.entries(tokens).map(([path, token]) => request('POST', path, { body: { token } })))
  return replies.map(({ statusCode }) => statusCode)
}

test('revoking the links of an order ends all that were mailed before, and the new ones work', async () => {
  const order = await settle()
  const other = await settle()
  const works = [200, 200, 409, 409, 200, 409, 200]
  expect(await open({ ...order, revision: 0 })).toEqual(works)
  const before = (await request('GET', `/order/admin/${order.id}`, { cookies })).json()

  const reply = await request('POST', `/order/admin/${order.id}/links/revoke`, { cookies })
  expect(reply.json().message).toBe('The links are revoked')
  expect(reply.json().order.events.at(-1)).toMatchObject({ event: 'Links revoked', actor: 'admin', actorName: name })
  expect(await open({ ...order, revision: 0 })).toEqual([404, 404, 410, 410, 410, 410, 410])
  expect(await open({ ...order, revision: 1 })).toEqual(works)
  expect(await open({ ...other, revision: 0 })).toEqual(works)

  const { trackingLink } = reply.json().order
  expect(trackingLink).not.toBe(before.trackingLink)
  expect((await request('POST', '/order/track', { body: { token: tokenOf(trackingLink) } })).statusCode).toBe(200)
  const { payouts } = (await request('GET', '/payouts?state=to pay', { cookies })).json()
  const { detailsLink } = payouts.find(({ order: { _id } }: { order: { _id: string } }) => _id === order.id)
  expect((await request('POST', '/payouts/find', { body: { token: tokenOf(detailsLink) } })).statusCode).toBe(200)
})

test('only an administrator revokes links, of an order that exists', async () => {
  const { cookies: shopper } = await signInShopper(shop)
  const path = '/order/admin/019a0000-0000-7000-8000-000000000000/links/revoke'
  expect((await request('POST', path)).statusCode).toBe(401)
  expect((await request('POST', path, { cookies: shopper })).statusCode).toBe(403)
  expect((await request('POST', path, { cookies })).statusCode).toBe(404)
})
