import { expect, test } from 'vitest'
import { startProvider } from '#testing/card-checkout.ts'
import { createReturns } from '#testing/returns.ts'
import { collectMails } from '#testing/send-mails.ts'
import { startShop } from '#testing/start-shop.ts'
import { createPayoutLinks } from '../../orders/order/order-links.ts'

const provider = await startProvider()
const logged: string[] = []
const shop = await startShop({
  gateways: provider.gateways,
  environment: { LOG_LEVEL: 'trace' },
  logTo: { write: (line) => void logged.push(line) },
})
const { request, database, trackingKey, cookies } = shop
const returns = createReturns({ request, database, trackingKey, provider, cookies })
const links = createPayoutLinks({ key: trackingKey })

const secrets = ['998877665544', 'HDFC0XYZ123', 'Meenakshi']

test('a bank account is in no log, mail, event or file but the one for the bank', async () => {
  const order = await returns.deliverGuest()
  const returnId = (await order.ask([{ line: 1, quantity: 1, reason: 'too small' }], 699)).json().return._id as string
  await returns.receive(returnId, 1)
  await returns.admin(returnId, 'settle', { refund: 699 })
  const { id } = await database.selectFrom('payouts').select('id').executeTakeFirstOrThrow()
  const token = links.create(id).split('/o/')[1]
  const [accountNumber, ifsc, accountName] = secrets
  const details = { method: 'bank', accountNumber, accountNumberAgain: accountNumber, ifsc, accountName }
  expect((await request('POST', '/payouts/details', { body: { token, details } })).statusCode).toBe(200)
  // Also what is rejected.
  expect(
    (await request('POST', '/payouts/details', { body: { token, details: { ...details, accountNumberAgain: '1' } } })).statusCode,
  ).toBe(400)
  const list = await request('GET', '/payouts', { cookies })
  const forBank = await request('GET', '/payouts/export', { cookies })
  for (const secret of secrets) expect([list.body.includes(secret), forBank.body.includes(secret)]).toEqual([true, true])
  const { version } = list.json().payouts[0]
  expect((await request('POST', `/payouts/${id}/pay`, { cookies, body: { reference: 'UTR 7', version } })).statusCode).toBe(200)

  const mails = await collectMails(shop)
  const events = await database.selectFrom('order_events').selectAll().execute()
  const stored = await database.selectFrom('outbox_mails').selectAll().execute()
  const replies = [
    await request('GET', '/order/admin/export', { cookies }),
    await request('GET', '/customers/export', { cookies }),
    await request('GET', `/order/admin/${order.id}`, { cookies }),
    await request('GET', `/returns/${returnId}`, { cookies }),
    await order.read(),
  ]
  expect(mails.length).toBeGreaterThan(0)
  expect(logged.length).toBeGreaterThan(0)
  const text = [
    JSON.stringify(mails),
    JSON.stringify(events),
    JSON.stringify(stored),
    ...replies.map((reply) => reply.body),
    ...logged,
  ].join('\n')
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
})
