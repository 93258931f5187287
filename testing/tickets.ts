import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { parseTicketNumber } from '#contract/contact/ticket-kinds.ts'
import type { CallReply } from '#contract/contract.ts'
import { createTicketLinks } from '#server/contact/ticket-links.ts'
import type { TestApp } from './test-app.ts'

type Cookies = Record<string, string>
type Detail = CallReply<'GET /tickets/:id'>

/** Messages to the shop, and what an administrator does with them. */
export function createTickets({ shop, cookies }: { shop: TestApp; cookies: Cookies }) {
  const { request, database } = shop
  const links = createTicketLinks({ key: shop.trackingKey })
  const asAdministrator = (method: 'GET' | 'POST', path: string, body?: object) => request(method, path, { cookies, ...(body && { body }) })
  const list = async (query: string) => (await asAdministrator('GET', `/tickets?${query}`)).json<CallReply<'GET /tickets'>>()
  return {
    asAdministrator,
    list,
    /** Writes as a person with a new email address. Returns the token of the first link, too. */
    async write(body: object = {}, writer: Cookies = {}) {
      const email = `${randomUUID()}@example.com`
      const message = { name: 'Asha', replyTo: email, message: 'Where is my tee?', ...body }
      const number = String((await request('POST', '/contact', { body: message, cookies: writer })).json().ticket)
      const row = await database
        .selectFrom('tickets')
        .select('id')
        .where('number', '=', parseTicketNumber(number) ?? 0)
        .executeTakeFirst()
      return { email, number, token: row ? (links.create({ id: row.id, revision: 0 }).split('token=')[1] ?? '') : '' }
    },
    async read(number: string) {
      const [found] = (await list(`q=${number}`)).tickets
      return (await asAdministrator('GET', `/tickets/${found?._id}`)).json<Detail>()
    },
    change: ({ _id, version }: Detail, action: string, body: object = {}) =>
      asAdministrator('POST', `/tickets/${_id}/${action}`, { version, ...body }),
    backdate: (number: string, column: 'acknowledge_by' | 'due_at' | 'settled_at', days: number) =>
      database
        .updateTable('tickets')
        .set({ [column]: sql`now() - make_interval(days => ${days})` })
        .where('number', '=', parseTicketNumber(number) ?? 0)
        .execute(),
  }
}
