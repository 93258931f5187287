import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { CallReply } from '#contract/contract.ts'
import { collectMails } from '#testing/send-mails.ts'
import { signInShopper } from '#testing/shoppers.ts'
import { startShop } from '#testing/start-shop.ts'
import { createTicketLinks } from './ticket-links.ts'

const shop = await startShop()
const {
  request,
  database,
  cookies,
  admin: { name },
} = shop

type Detail = CallReply<'GET /tickets/:id'>
const links = createTicketLinks({ key: shop.trackingKey })

/** A ticket as an administrator sees it; its first mail is sent. */
async function open(body: object = {}): Promise<Detail> {
  const replyTo = `${randomUUID()}@example.com`
  const reply = await request('POST', '/contact', { body: { name: 'Asha', replyTo, message: 'Where is my tee?', ...body } })
  await collectMails(shop)
  const { tickets } = (await request('GET', `/tickets?q=${reply.json().ticket}`, { cookies })).json<CallReply<'GET /tickets'>>()
  return read(tickets[0]?._id ?? '')
}
const read = async (id: string) => (await request('GET', `/tickets/${id}`, { cookies })).json<Detail>()
const change = ({ _id, version }: Pick<Detail, '_id' | 'version'>, action: string, body: object = {}) =>
  request('POST', `/tickets/${_id}/${action}`, { cookies, body: { version, ...body } })
const tokenOf = ({ _id }: Pick<Detail, '_id'>) => links.create({ id: _id, revision: 0 }).split('token=')[1]
const answer = { text: 'It is on its way.\nIt arrives on Friday.' }

describe('an administrator', () => {
  test('acknowledges a ticket once, which is mailed', async () => {
    const ticket = await open()
    expect(ticket.nextDueAt).toBe(ticket.acknowledgeBy)
    const replies = await Promise.all([change(ticket, 'acknowledge'), change(ticket, 'acknowledge')])
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    const fresh = await read(ticket._id)
    expect(fresh).toMatchObject({ state: 'acknowledged', acknowledgedBy: name, nextDueAt: ticket.dueAt, version: ticket.version + 1 })
    expect((await change(fresh, 'acknowledge')).json().code).toBe('ticket_changed')
    expect(await collectMails(shop)).toMatchObject([
      {
        to: { address: ticket.email },
        subject: `We have read your message: ${ticket.number}`,
        text: expect.stringContaining('/ticket?token='),
      },
    ])
  })

  test('answers, which acknowledges and is mailed', async () => {
    const ticket = await open()
    const replies = await Promise.all([change(ticket, 'replies', answer), change(ticket, 'replies', answer)])
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    const fresh = await read(ticket._id)
    expect(fresh).toMatchObject({
      isReplyWaiting: false,
      state: 'acknowledged',
      acknowledgedBy: name,
      replies: [{ by: 'shop', author: name, ...answer }],
    })
    const [mail, ...others] = await collectMails(shop)
    expect([mail?.subject, others]).toEqual([`Our answer to your message: ${ticket.number}`, []])
    expect(mail?.text).toContain(answer.text)
    expect(mail?.html).toContain('It arrives on Friday.')
    // The text of an answer does not stay in the outbox.
    const rows = await database.selectFrom('outbox_mails').select('account_mail').execute()
    expect(JSON.stringify(rows)).not.toContain('Friday')
    const thread = (await request('POST', '/tickets/find', { body: { token: tokenOf(ticket) } })).json()
    expect(thread.replies).toEqual([{ by: 'shop', text: answer.text, at: expect.any(String) }])
    expect(JSON.stringify(thread)).not.toContain(name)
  })

  test('settles, which is mailed, and cannot settle again', async () => {
    const ticket = await open()
    const settled = (await change(ticket, 'settle')).json()
    expect(settled).toMatchObject({
      message: 'The ticket is settled.',
      ticket: { state: 'settled', acknowledgedBy: name, settledBy: name, nextDueAt: null },
    })
    expect((await change(settled.ticket, 'settle')).json().code).toBe('ticket_changed')
    expect(await collectMails(shop)).toMatchObject([{ subject: `Your message is settled: ${ticket.number}` }])
  })

  test('does not change what the shopper has written to in the meantime', async () => {
    const ticket = await open()
    await request('POST', '/tickets/reply', { body: { token: tokenOf(ticket), text: 'Please cancel it.' } })
    for (const [action, body] of [['acknowledge'], ['replies', answer], ['settle']] as const) {
      const reply = await change(ticket, action, body)
      expect([reply.statusCode, reply.json().code], action).toEqual([409, 'ticket_changed'])
    }
    expect(await read(ticket._id)).toMatchObject({ state: 'open', replies: [{ by: 'shopper', text: 'Please cancel it.', author: null }] })
  })

  test('cannot answer a request without an email address', async () => {
    const phone = '9876500002'
    await request('POST', '/users/data-requests', { cookies, body: { kind: 'access', phone, name: 'Ravi' } })
    const [listed] = (await request('GET', `/tickets?q=${phone}`, { cookies })).json<CallReply<'GET /tickets'>>().tickets
    const ticket = await read(listed?._id ?? '')
    expect(ticket).toMatchObject({ name: 'Ravi', phone, acknowledgedBy: name })
    expect((await change(ticket, 'replies', answer)).json().code).toBe('ticket_without_email')
  })

  test('sees the name of an account as it is now', async () => {
    const shopper = await signInShopper({ request })
    await request('POST', '/users/account/delete', { cookies: shopper.cookies, body: { currentPin: shopper.pin } })
    const [listed] = (await request('GET', '/tickets?kind=data&state=acknowledged', { cookies }))
      .json<CallReply<'GET /tickets'>>()
      .tickets.slice(-1)
    expect(listed).toMatchObject({ name: shopper.name, message: '' })
    await database.updateTable('users').set({ name: 'other name' }).where('id', '=', shopper._id).execute()
    expect((await read(listed?._id ?? '')).name).toBe('other name')
  })
})

test('a ticket that was deleted is gone', async () => {
  const [id, version] = [randomUUID(), 1]
  expect((await request('GET', `/tickets/${id}`, { cookies })).json().code).toBe('ticket_gone')
  for (const [action, body] of [['acknowledge'], ['replies', answer], ['settle']] as const)
    expect((await change({ _id: id, version }, action, body)).statusCode).toBe(404)
})

test.each([
  ['acknowledge', {}, 'version'],
  ['settle', { version: -1 }, 'version'],
  ['replies', { version: 1 }, 'text'],
  ['replies', { version: 1, text: '\u0000' }, 'text'],
])('%s with %o is rejected', async (action, body, field) => {
  const reply = await request('POST', `/tickets/${randomUUID()}/${action}`, { cookies, body })
  expect([reply.statusCode, Object.keys(reply.json().fields)]).toEqual([400, [field]])
})

test('only administrators see and change tickets', async () => {
  const shopper = await signInShopper({ request })
  const { _id, version } = await open()
  const calls = [
    ['GET', '/tickets', undefined],
    ['GET', `/tickets/${_id}`, undefined],
    ['POST', `/tickets/${_id}/acknowledge`, { version }],
    ['POST', `/tickets/${_id}/replies`, { version, ...answer }],
    ['POST', `/tickets/${_id}/settle`, { version }],
  ] as const
  for (const [method, path, body] of calls) {
    expect((await request(method, path, { body, cookies: shopper.cookies })).statusCode, path).toBe(403)
    expect((await request(method, path, { body })).statusCode, path).toBe(401)
  }
  expect((await read(_id)).version).toBe(version)
})

test('overdue tickets are in the notifications until somebody acts', async () => {
  const read = async () =>
    (await request('GET', '/order/admin/notifications', { cookies })).json<CallReply<'GET /order/admin/notifications'>>()
  await database
    .updateTable('tickets')
    .set({ acknowledge_by: sql`now() + interval '1 day'`, due_at: sql`now() + interval '1 day'` })
    .execute()
  const before = await read()
  const ticket = await open()
  await database.updateTable('tickets').set({ acknowledge_by: sql`now() - interval '1 minute'` }).where('id', '=', ticket._id).execute()
  await request('POST', '/order/admin/notifications/read', { cookies })
  expect([before.overdueTickets, (await read()).overdueTickets, (await read()).unread]).toEqual([0, 1, before.unread + 1])
  await change(ticket, 'acknowledge')
  expect((await read()).overdueTickets).toBe(0)
})
