import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { parseTicketNumber } from '#contract/contact/ticket-kinds.ts'
import type { CallReply } from '#contract/contract.ts'
import { address, buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { hoursFromNow } from '#testing/hours-from-now.ts'
import { collectMails } from '#testing/send-mails.ts'
import { signInAdministrator, signInShopper } from '#testing/shoppers.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createTickets } from '#testing/tickets.ts'
import { createTicketLinks } from './ticket-links.ts'

const shop = await createTestApp()
const { request, database } = shop
const administrator = await signInAdministrator(shop)
const strict = await createTestApp({ environment: { LIMITS_FACTOR: '1' } })

const links = createTicketLinks({ key: shop.trackingKey })

type Cookies = Record<string, string>
type Thread = CallReply<'POST /tickets/find'>

const newEmail = () => `${randomUUID()}@example.com`
const hours = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / 3_600_000)

const { asAdministrator, list, write, read, change } = createTickets({ shop, cookies: administrator.cookies })
const find = (body: object, cookies: Cookies = {}) => request('POST', '/tickets/find', { body, cookies })
const reply = (body: object, more: { cookies?: Cookies; headers?: Record<string, string> } = {}) =>
  request('POST', '/tickets/reply', { body, ...more })
const mailsTo = async (email: string) => (await collectMails(shop)).filter(({ to }) => to.address === email)

describe('a message to the shop', () => {
  test('gets a number, due dates and a mail that has nothing of the message', async () => {
    const { email, number, token } = await write({ kind: 'complaint', name: 'Buy at spam.example', message: 'Visit spam.example' })
    const thread = (await find({ token })).json<Thread>()
    expect(thread).toMatchObject({ number, kind: 'complaint', state: 'open', message: 'Visit spam.example', replies: [], canReply: true })
    expect([hours(thread.createdAt, thread.acknowledgeBy), hours(thread.createdAt, thread.dueAt)]).toEqual([48, 30 * 24])
    const [mail] = await mailsTo(email)
    expect(mail?.subject).toBe(`We have received your message: ${number}`)
    expect(mail?.text).toContain('within 48 hours, and settle it within 30 days')
    expect(`${mail?.text} ${mail?.html}`).not.toContain('spam.example')
  })

  test('has the order with the number that was typed, and whether it is of the writer', async () => {
    const tee = await createTestProduct({ database })
    const { order } = (await request('POST', '/guest/cashondelivery', { body: buildGuestOrder([tee]) })).json()
    const own = await write({ orderNumber: order.number.toLowerCase(), replyTo: address.email.toUpperCase() })
    const foreign = await write({ orderNumber: order.number })
    const unknown = await write({ orderNumber: 'the blue one' })
    expect((await read(own.number)).order).toEqual({ _id: order._id, isOfWriter: true })
    expect((await read(foreign.number)).order).toEqual({ _id: order._id, isOfWriter: false })
    expect(await read(unknown.number)).toMatchObject({ order: null, orderNumber: 'the blue one' })
  })

  test('about data is a request about data with its own due date, until that is done', async () => {
    const { email, number, token } = await write({ kind: 'data', dataRequest: 'erasure' })
    const ticket = await read(number)
    expect(ticket).toMatchObject({ kind: 'data', state: 'open', email, message: 'Where is my tee?' })
    expect(hours(ticket.createdAt, ticket.dueAt)).toBe(90 * 24)
    expect((await mailsTo(email))[0]?.text).toContain('settle it within 90 days')
    expect((await change(ticket, 'settle')).json().code).toBe('ticket_of_data_request')
    const requests = async () => (await asAdministrator('GET', `/users/data-requests?q=${number}`)).json().requests
    const [open] = await requests()
    expect(open).toMatchObject({ kind: 'erasure', ticket: number, email, details: 'Where is my tee?', isByHand: true, closedAt: null })
    await asAdministrator('POST', `/users/data-requests/${open._id}/close`, { note: 'Deleted.' })
    expect(await read(number)).toMatchObject({ state: 'settled', settledBy: administrator.name, version: ticket.version + 1 })
    expect((await find({ number, email })).json()).toMatchObject({ state: 'settled', canReply: false })
    expect((await reply({ token, text: 'And the rest?' })).json().code).toBe('ticket_closed')
  })

  test.each([
    [{ kind: 'data' }, { dataRequest: 'Choose what is asked for.' }],
    [{ kind: 'order' }, { kind: 'Choose what it is about.' }],
    [{ kind: 'data', dataRequest: 'grievance' }, { dataRequest: 'Choose what is asked for.' }],
  ])('with %o is rejected', async (body, fields) => {
    const answer = await request('POST', '/contact', { body: { name: 'Asha', replyTo: newEmail(), message: 'Hello', ...body } })
    expect([answer.statusCode, answer.json().fields]).toEqual([400, fields])
  })

  test('that is repeated has one number, and that of a bot none', async () => {
    const body = { name: 'Asha', replyTo: newEmail(), message: 'Hello' }
    const headers = { 'idempotency-key': randomUUID() }
    const send = async () => (await request('POST', '/contact', { body, headers })).json().ticket
    const numbers = await Promise.all([send(), send(), send()])
    expect(new Set([...numbers, await send()]).size).toBe(1)
    const bot = await write({ leaveEmpty: 'https://spam.example' })
    expect(bot.number).toMatch(/^T-\d{4}$/)
    expect((await find({ number: bot.number, email: bot.email })).statusCode).toBe(404)
  })

  test('one address gets five mails with numbers a day', async () => {
    const email = newEmail()
    for (let count = 0; count < 7; count += 1) await write({ replyTo: count % 2 === 0 ? email : email.toUpperCase() })
    expect((await collectMails(shop)).filter(({ to }) => to.address.toLowerCase() === email)).toHaveLength(5)
    expect((await list(`q=${email}`)).total).toBe(7)
  })
})

describe('POST /tickets/find', () => {
  test('needs the number, in any notation, and its email address, in any case', async () => {
    const { email, number } = await write()
    const digits = number.slice(2)
    for (const text of [number, ` t-${digits} `, `T ${digits}`, digits])
      expect((await find({ number: text, email: email.toUpperCase() })).statusCode, text).toBe(200)
    const refusals = [
      { number, email: newEmail() },
      { number: 'T-999999', email },
      { number: '99999999999', email },
      { number: 'nonsense', email },
      { number, email: '' },
      { number },
      { email },
      {},
    ]
    for (const body of refusals) {
      const answer = await find(body)
      expect([answer.statusCode, answer.json().code], JSON.stringify(body)).toEqual([404, 'ticket_not_found'])
    }
  })

  test('a request that has no email address is found by none', async () => {
    await asAdministrator('POST', '/users/data-requests', { kind: 'access', phone: '9876500001' })
    const [found] = (await list('q=9876500001')).tickets
    expect(found).toMatchObject({ kind: 'data', state: 'acknowledged', email: '' })
    expect((await find({ number: found?.number, email: '' })).statusCode).toBe(404)
  })

  test('opens by the link of a mail, and by no other token', async () => {
    const { email, number } = await write()
    const [mail] = await mailsTo(email)
    const token = /ticket\?token=(\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
    expect((await find({ token })).json()).toMatchObject({ number })
    const [id, revision, lastDay, signature = ''] = token.split('.')
    const forged = [id, revision, lastDay, `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`].join('.')
    for (const wrong of [
      forged,
      `${token}x`,
      [id, revision, Number(lastDay) + 1, signature].join('.'),
      token.split('.')[0],
      `${randomUUID()}.x`,
    ])
      expect((await find({ token: wrong })).json().code).toBe('ticket_link_invalid')
  })

  test('a link ends 90 days after its mail, one of an older mail 90 days after the last message', async () => {
    const { number } = await write()
    const { _id: id } = await read(number)
    const ago = (days: number) => Date.now() - days * 86_400_000
    const openMailed = async (days: number) => {
      const [, token] = links.create({ id, revision: 0 }, ago(days)).split('token=')
      return (await find({ token })).statusCode
    }
    expect([await openMailed(90), await openMailed(91)]).toEqual([200, 410])
    const old = links.createOld(id)
    expect((await find({ token: old })).statusCode).toBe(200)
    await database
      .updateTable('tickets')
      .set({ created_at: new Date(ago(91)) })
      .where('id', '=', id)
      .execute()
    expect((await find({ token: old })).json().code).toBe('ticket_link_expired')
    await change(await read(number), 'replies', { text: 'It is on its way.' })
    expect((await find({ token: old })).statusCode).toBe(200)
  })

  test('revoked links no longer open it, and the next mail has one that does', async () => {
    const { email, number, token } = await write()
    await mailsTo(email)
    const old = links.createOld((await read(number))._id)
    expect((await change(await read(number), 'links/revoke')).json().message).toBe('The links are revoked.')
    for (const revoked of [token, old]) {
      expect((await find({ token: revoked })).statusCode).toBe(410)
      expect((await reply({ token: revoked, text: 'Hello' }, { headers: { 'idempotency-key': randomUUID() } })).statusCode).toBe(410)
    }
    await change(await read(number), 'replies', { text: 'It is on its way.' })
    const [mail] = await mailsTo(email)
    const [, mailed] = /ticket\?token=(\S+)/.exec(mail?.text ?? '') ?? []
    expect((await find({ token: mailed })).json()).toMatchObject({ number })
  })

  test('shoppers open their own by the number alone, and nobody else’s', async () => {
    const [asha, ravi] = [await signInShopper({ request }), await signInShopper({ request })]
    const { number } = await write({}, asha.cookies)
    expect((await find({ number }, asha.cookies)).json()).toMatchObject({ number, message: 'Where is my tee?' })
    const headers = { 'idempotency-key': randomUUID() }
    expect((await reply({ number, text: 'Size M.' }, { cookies: asha.cookies, headers })).statusCode).toBe(200)
    expect((await find({ number }, ravi.cookies)).statusCode).toBe(404)
    expect((await find({ number }, administrator.cookies)).statusCode).toBe(404)
  })

  test('wrong numbers of one IP for an email address are limited to ten a day, also at once, and links are not', async () => {
    const { email, number } = await write()
    const [mail] = await mailsTo(email)
    for (let count = 0; count < 12; count += 1) expect((await find({ number, email })).statusCode).toBe(200)
    const [local, domain] = email.split('@')
    const guesses = Array.from({ length: 20 }, (_, index) =>
      find({ number: String(900_000 + index), email: `${local}+${index}@${domain}` }),
    )
    const statuses = (await Promise.all(guesses)).map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 404)).toHaveLength(10)
    expect((await find({ number, email: email.toUpperCase() })).statusCode).toBe(429)
    const token = /ticket\?token=(\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
    expect((await find({ token })).statusCode).toBe(200)
    const elsewhere = await request('POST', '/tickets/find', { body: { number, email }, remoteAddress: '203.0.113.77' })
    expect(elsewhere.statusCode, 'the guesses of a stranger do not shut the writer out').toBe(200)
  })

  test('one IP may look up thirty in ten minutes', async () => {
    const from = (remoteAddress: string) =>
      strict.request('POST', '/tickets/find', { body: { number: 'T-1000', email: newEmail() }, remoteAddress })
    const codes: number[] = []
    for (let count = 0; count < 31; count += 1) codes.push((await from('203.0.113.9')).statusCode)
    expect([codes.slice(0, 30).every((code) => code === 404), codes[30]]).toEqual([true, 429])
    expect((await from('203.0.113.10')).statusCode).toBe(404)
  })
})

describe('POST /tickets/reply', () => {
  test('adds to the ticket once and is mailed to the shop', async () => {
    const { email, number, token } = await write({ orderNumber: '7K3M-9QXT' })
    await collectMails(shop)
    const headers = { 'idempotency-key': randomUUID() }
    const text = 'It is a red one.\nSize M.'
    const answers = await Promise.all([1, 2].map(() => reply({ token, text }, { headers })))
    expect((await read(number)).isReplyWaiting).toBe(true)
    for (const answer of answers) expect(answer.json().ticket.replies).toMatchObject([{ by: 'shopper', text }])
    expect(await collectMails(shop)).toMatchObject([
      { subject: `Reply from Asha about order 7K3M-9QXT (${number})`, replyTo: email, text: expect.stringContaining(text) },
    ])
    expect((await reply({ token, text: 'Something else' }, { headers })).statusCode).toBe(409)
    expect((await find({ token })).json().replies).toHaveLength(1)
  })

  test('needs a text and access', async () => {
    const { number, token } = await write()
    expect((await reply({ token, text: ' ' })).json().fields).toEqual({ text: 'Please write us a message.' })
    expect((await reply({ token, text: 'x'.repeat(5_001) })).json().fields).toEqual({ text: 'The message is too long.' })
    expect((await reply({ number, email: newEmail(), text: 'Hello' })).statusCode).toBe(404)
    const crossSite = { headers: { 'sec-fetch-site': 'cross-site' } }
    expect((await reply({ token, text: 'Hello' }, crossSite)).statusCode).toBe(403)
  })

  test('opens a settled ticket again, with new due dates', async () => {
    const { number, token } = await write()
    await change(await read(number), 'settle')
    await database
      .updateTable('tickets')
      .set({ acknowledge_by: sql`now() - interval '50 days'`, due_at: sql`now() - interval '20 days'` })
      .where('number', '=', parseTicketNumber(number) ?? 0)
      .execute()
    await reply({ token, text: 'It is broken again.' })
    const ticket = await read(number)
    expect(ticket).toMatchObject({ state: 'open', acknowledgedAt: null, acknowledgedBy: null, settledAt: null, settledBy: null })
    expect(hoursFromNow(ticket.nextDueAt ?? '')).toBe(48)
  })

  test('number and email address, which are no secrets, show the state and open nothing', async () => {
    const { email, number, token } = await write({ orderNumber: '7K3M-9QXT' })
    await reply({ token, text: 'My UPI id is asha@upi.' })
    const found = await find({ number, email })
    expect(found.json()).toMatchObject({
      number,
      state: 'open',
      isStateOnly: true,
      canReply: false,
      message: '',
      orderNumber: '',
      replies: [],
    })
    const answer = await reply({ number, email, text: 'Please pay the refund to somebody else.' })
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'ticket_link_needed'])
    expect((await find({ token })).json().replies).toHaveLength(1)
  })

  test('is limited to twenty a day for each ticket', async () => {
    const { token } = await write()
    const statuses: number[] = []
    for (let count = 0; count < 21; count += 1) statuses.push((await reply({ token, text: `Reply ${count}` })).statusCode)
    expect([statuses.slice(0, 20).every((status) => status === 200), statuses[20]]).toEqual([true, 429])
  })
})
