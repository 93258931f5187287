import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Payout } from '#contract/payouts/payouts.ts'
import type { ReturnableOrder } from '#contract/returns/returns.ts'
import { address } from '#testing/factories.ts'
import { createReturns } from '#testing/returns.ts'
import { collectMails, readTokens } from '#testing/send-mails.ts'
import { signInAdministrator, signInShopper } from '#testing/shoppers.ts'
import { startPayingShop } from '#testing/start-shop.ts'
import { createPayoutLinks } from '../../orders/order/order-links.ts'
import { eraseDetails } from './erase-details.ts'

const shop = await startPayingShop()
const { provider, request, database, trackingKey, cookies } = shop
const returns = createReturns({ request, database, trackingKey, provider, cookies })
const { code } = returns
const links = createPayoutLinks({ key: trackingKey })

const upi = { method: 'upi', upiId: 'asha.rao@okbank', upiIdAgain: 'asha.rao@okbank' }
const bank = {
  method: 'bank',
  accountNumber: '001234567890',
  accountNumberAgain: '001234567890',
  ifsc: 'sbin0001234',
  accountName: 'Asha Rao',
}

/** A guest's settled return of ₹699, paid in cash, with its payout. */
async function settle() {
  const order = await returns.deliverGuest()
  const id = (await order.ask([{ line: 1, quantity: 1, reason: 'too small' }], 699)).json().return._id as string
  await returns.receive(id, 1)
  await returns.admin(id, 'settle', { refund: 699 })
  const payout = await database.selectFrom('payouts').select('id').where('return_id', '=', id).executeTakeFirstOrThrow()
  const token = links.create(payout.id).split('/o/')[1] ?? ''
  return {
    order,
    returnId: id,
    id: payout.id,
    token,
    enter: (details: object) => request('POST', '/payouts/details', { body: { token, details } }),
    row: () => database.selectFrom('payouts').selectAll().where('id', '=', payout.id).executeTakeFirstOrThrow(),
    list: async (state = 'to pay') =>
      (await request('GET', `/payouts?state=${encodeURIComponent(state)}`, { cookies }))
        .json<{ payouts: Payout[] }>()
        .payouts.find(({ _id }) => _id === payout.id),
  }
}

const pay = async (payout: Awaited<ReturnType<typeof settle>>, reference = 'UTR 1', version?: number) =>
  request('POST', `/payouts/${payout.id}/pay`, { cookies, body: { reference, version: version ?? (await payout.row()).version } })

test('the link of the mail takes a UPI id, which only administrators read', async () => {
  const payout = await settle()
  await database.deleteFrom('limited_mails').execute()
  await sql`update outbox_mails set due_at = now()`.execute(database)
  const mail = (await collectMails(shop)).find(({ subject }) => subject.includes('settled return') && subject.includes(payout.order.number))
  expect(readTokens(mail)).toContain(payout.token)
  const found = await request('POST', '/payouts/find', { body: { token: payout.token } })
  expect(found.json()).toEqual({ number: `${payout.order.number}-R1`, amount: 699, isEntered: false })
  expect((await payout.enter(upi)).json().message).toBe('Thank you. We transfer your refund there.')
  expect((await request('POST', '/payouts/find', { body: { token: payout.token } })).json()).toEqual({
    number: `${payout.order.number}-R1`,
    amount: 699,
    isEntered: true,
  })
  expect(await payout.list()).toMatchObject({ amount: 699, details: { method: 'upi', upiId: 'asha.rao@okbank' }, paidAt: null })
  const { details } = await payout.row()
  expect(details?.toString('latin1')).not.toContain('asha.rao')
})

test('what was entered is encrypted for its payout only', async () => {
  const [one, other] = [await settle(), await settle()]
  await one.enter(bank)
  await database
    .updateTable('payouts')
    .set({ details: (await one.row()).details, method: 'bank' })
    .where('id', '=', other.id)
    .execute()
  expect((await request('GET', '/payouts', { cookies })).statusCode).toBe(500)
  await database.updateTable('payouts').set({ details: null }).where('id', '=', other.id).execute()
  expect(await one.list()).toMatchObject({ details: { accountNumber: '001234567890', ifsc: 'SBIN0001234', accountName: 'Asha Rao' } })
})

test.each([
  ['another UPI id', { ...upi, upiIdAgain: 'asha@okbank' }],
  ['no bank', { ...upi, upiId: 'asha.rao', upiIdAgain: 'asha.rao' }],
  ['a formula', { ...upi, upiId: '=1@okbank', upiIdAgain: '=1@okbank' }],
  ['an IFSC of 10 characters', { ...bank, ifsc: 'SBIN000123' }],
  ['an IFSC without its 0', { ...bank, ifsc: 'SBIN1001234' }],
  ['a short account number', { ...bank, accountNumber: '12345678', accountNumberAgain: '12345678' }],
  ['another account number', { ...bank, accountNumberAgain: '001234567891' }],
  ['no name', { ...bank, accountName: ' ' }],
  ['another method', { method: 'card', number: '1' }],
])('%s is rejected', async (_, details) => {
  const payout = await settle()
  expect((await payout.enter(details)).statusCode).toBe(400)
  expect((await payout.row()).details).toBeNull()
})

test('only the reference of the bank counts a refund as paid, once', async () => {
  const payout = await settle()
  await payout.enter(upi)
  const readOrder = () =>
    database.selectFrom('orders').select(['refunded_paise', 'payment_status']).where('id', '=', payout.order.id).executeTakeFirstOrThrow()
  expect((await readOrder()).refunded_paise).toBe(0)
  const { version } = await payout.row()
  expect((await pay(payout, ' ')).statusCode).toBe(400)
  const replies = await Promise.all([pay(payout, 'UTR 42', version), pay(payout, 'UTR 42', version)])
  expect(replies.map((reply) => reply.statusCode).sort()).toEqual([200, 409])
  expect(await readOrder()).toEqual({ refunded_paise: 69_900, payment_status: 'Paid' })
  const refunds = await database
    .selectFrom('cash_refunds')
    .select(['amount_paise', 'reason'])
    .where('order_id', '=', payout.order.id)
    .execute()
  expect(refunds).toEqual([{ amount_paise: 69_900, reason: `return ${payout.order.number}-R1, UTR 42` }])
  expect(await payout.list()).toBeUndefined()
  expect(await payout.list('paid')).toMatchObject({ reference: 'UTR 42', detailsLink: null })
  expect(code(await payout.enter(upi))).toBe('payout_paid')
  expect(code(await request('POST', '/payouts/find', { body: { token: payout.token } }))).toBe('payout_paid')
  const [shown] = (await payout.order.read()).json<ReturnableOrder>().returns
  expect(shown?.payout).toEqual({ state: 'paid', reference: 'UTR 42' })
})

test('details that have changed since the list was read are not paid', async () => {
  const payout = await settle()
  await payout.enter(upi)
  const { version } = await payout.row()
  await payout.enter(bank)
  expect(code(await pay(payout, 'UTR 1', version))).toBe('return_changed')
})

test('what is still to be paid counts as paid back', async () => {
  const payout = await settle()
  const refund = (amount: number) =>
    request('POST', `/order/admin/${payout.order.id}/refund`, { cookies, body: { amount, refunded: 0, reason: 'Goodwill', part: 'cash' } })
  expect(code(await refund(1_000))).toBe('refund_too_large')
  expect((await refund(800)).statusCode).toBe(200)
  const rest = (await payout.order.preview([{ line: 1, quantity: 1, reason: 'other' }])).json()
  expect(rest.refund).toBe(99)
})

test('the link to enter details is for the account and administrators, not for a tracking link', async () => {
  const payout = await settle()
  const shopper = await signInShopper({ request })
  const read = async () => (await payout.order.read()).json<ReturnableOrder>().returns[0]?.payout
  expect(await read()).toEqual({ state: 'details needed', reference: null })
  await database.updateTable('orders').set({ user_id: shopper._id }).where('id', '=', payout.order.id).execute()
  const own = (await request('GET', `/order/${payout.order.id}/returnable`, { cookies: shopper.cookies })).json<ReturnableOrder>()
  expect(own.returns[0]?.payout).toEqual({ state: 'details needed', reference: null, link: `/o/${payout.token}` })
  expect((await returns.read(payout.returnId)).payout?.link).toBe(`/o/${payout.token}`)
  expect(await read()).toEqual({ state: 'details needed', reference: null })
})

test('a tracking link, a link of another purpose and an expired one enter nothing', async () => {
  const payout = await settle()
  const expired = links.create(payout.id, { issuedAt: Date.now() - 100 * 86_400_000 }).split('/o/')[1]
  for (const [token, status] of [
    [payout.order.token, 404],
    ['x', 404],
    [expired, 410],
  ] as const) {
    const replies = await Promise.all([
      request('POST', '/payouts/find', { body: { token } }),
      request('POST', '/payouts/details', { body: { token, details: upi } }),
    ])
    expect(replies.map((reply) => reply.statusCode)).toEqual([status, status])
  }
  const unknown = links.create(randomUUID()).split('/o/')[1]
  expect((await request('POST', '/payouts/details', { body: { token: unknown, details: upi } })).statusCode).toBe(404)
})

test('the file for the bank has what can be paid now, without formulas', async () => {
  await database.updateTable('payouts').set({ details: null, method: null }).execute()
  const [ready, waiting] = [await settle(), await settle()]
  await ready.enter({ ...bank, accountName: '=SUM(A1)' })
  const file = (await request('GET', '/payouts/export', { cookies })).body
  const rows = file.trim().split('\r\n').slice(1)
  expect(rows).toEqual([`${ready.order.number}-R1,${ready.order.number},Asha Rao,699,Bank,,001234567890,SBIN0001234,'=SUM(A1)`])
  expect(file).not.toContain(waiting.order.number)
})

test('details are erased thirty days after the payment', async () => {
  const [paid, open] = [await settle(), await settle()]
  for (const payout of [paid, open]) await payout.enter(upi)
  await pay(paid)
  await eraseDetails({ database })
  expect((await paid.row()).details).not.toBeNull()
  await sql`update payouts set paid_at = now() - interval '31 days' where id = ${paid.id}`.execute(database)
  await eraseDetails({ database })
  expect((await paid.row()).details).toBeNull()
  expect((await open.row()).details).not.toBeNull()
  expect(await paid.list('paid')).toMatchObject({ details: null, reference: 'UTR 1' })
})

test('the copy of the data of a guest has no bank details', async () => {
  const payout = await settle()
  await payout.enter(upi)
  const reply = await request('POST', '/users/guest-data', { cookies, body: { email: address.email, phone: '' } })
  expect(reply.statusCode).toBe(200)
  expect(reply.body).toContain(payout.order.number)
  expect(reply.body).not.toContain('okbank')
})

test('refunds to pay are for administrators, with their PIN', async () => {
  const { cookies: shopper } = await signInShopper({ request })
  const calls = async (as?: Record<string, string>) => {
    const sent = as && { cookies: as }
    const replies = [
      await request('GET', '/payouts', sent),
      await request('GET', '/payouts/export', sent),
      await request('POST', `/payouts/${randomUUID()}/pay`, { ...sent, body: { reference: 'UTR', version: 1 } }),
    ]
    return replies.map((reply) => [reply.statusCode, code(reply)])
  }
  expect((await calls()).map(([status]) => status)).toEqual([401, 401, 401])
  expect((await calls(shopper)).map(([status]) => status)).toEqual([403, 403, 403])
  const other = await signInAdministrator({ request, database })
  await sql`update sessions set proven_at = now() - interval '1 day' where user_id = ${other._id}`.execute(database)
  expect(await calls(other.cookies)).toEqual([1, 2, 3].map(() => [403, 'reauthentication_required']))
  expect((await request('POST', `/payouts/${randomUUID()}/pay`, { cookies, body: { reference: 'UTR', version: 1 } })).statusCode).toBe(404)
})
