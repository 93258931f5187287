import { sql } from 'kysely'
import type { z } from 'zod'
import type { contactMessage } from '#contract/contact/contact.ts'
import { answerDays } from '#contract/kernel/limits/retention.ts'
import { ticketLimits } from '#contract/kernel/limits/ticket-limits.ts'
import type { Database, Transaction } from '../database/schema.ts'
import { parseOrderNumber } from '../orders/order/order-number.ts'

interface NewTicket {
  readonly trx: Transaction
  readonly message: z.output<typeof contactMessage>
  /** the signed-in shopper */
  readonly userId: string | null
}

interface OpenedTicket {
  readonly id: string
  readonly number: number
  /** in which it is settled */
  readonly days: number
}

export const acknowledgeBy = sql<Date>`now() + make_interval(hours => ${ticketLimits.acknowledgeHours})`
export const settleBy = (days: number) => sql<Date>`now() + make_interval(days => ${days})`

/** The id of the order with the number that was typed, or null. */
async function findOrderId({ trx, orderNumber }: { trx: Transaction; orderNumber: string }): Promise<string | null> {
  if (orderNumber === '') return null
  const order = await trx.selectFrom('orders').select('id').where('number', '=', parseOrderNumber(orderNumber)).executeTakeFirst()
  return order?.id ?? null
}

/** Gives a message of the contact form a number and due dates. One about data is a request about data, too. */
export async function openTicket({ trx, message: { kind = 'question', ...message }, userId }: NewTicket): Promise<OpenedTicket> {
  const { name, replyTo: email, orderNumber = '', message: text } = message
  const order_id = await findOrderId({ trx, orderNumber })
  if (kind === 'data') return openDataTicket({ trx, message, userId, orderId: order_id })
  const days = ticketLimits.settleDays
  const ticket = await trx
    .insertInto('tickets')
    .values({
      kind,
      order_id,
      order_number: orderNumber,
      user_id: userId,
      name,
      email,
      message: text,
      acknowledge_by: acknowledgeBy,
      due_at: settleBy(days),
    })
    .returning(['id', 'number'])
    .executeTakeFirstOrThrow()
  return { ...ticket, days }
}

/** Records a request about data; a trigger adds its ticket. */
async function openDataTicket({ trx, message, userId, orderId }: NewTicket & { orderId: string | null }): Promise<OpenedTicket> {
  const { name, replyTo: email, orderNumber = '', message: details, dataRequest = 'access' } = message
  const days = answerDays[dataRequest]
  const request = await trx
    .insertInto('data_requests')
    .values({ kind: dataRequest, user_id: userId, name, email, order_number: orderNumber, details, due_at: settleBy(days) })
    .returning('id')
    .executeTakeFirstOrThrow()
  const ticket = await trx
    .updateTable('tickets')
    .set({ order_id: orderId })
    .where('data_request_id', '=', request.id)
    .returning(['id', 'number'])
    .executeTakeFirstOrThrow()
  return { ...ticket, days }
}

/** A number that no ticket gets. */
export async function skipTicketNumber({ database }: { database: Database }): Promise<number> {
  const { rows } = await sql<{ number: number }>`select nextval(pg_get_serial_sequence('tickets', 'number'))::integer as number`.execute(
    database,
  )
  return rows[0]?.number ?? 0
}
