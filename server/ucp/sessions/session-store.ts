import { sql } from 'kysely'
import { cartDays, checkoutHours } from '#contract/ucp/checkout-requests.ts'
import { isUuid } from '../../database/is-uuid.ts'
import type { Database, Transaction } from '../../database/schema.ts'
import type { SessionContent, UcpTables } from '../../database/tables/ucp-tables.ts'
import type { Agent } from '../agents/read-agent.ts'

type Kind = UcpTables['ucp_sessions']['kind']

/** A cart or checkout of an assistant. */
export interface Session {
  readonly id: string
  readonly kind: Kind
  readonly agentName: string
  readonly content: SessionContent
  readonly isCanceled: boolean
  readonly isOver: boolean
  readonly expiresAt: Date
  /** the order that a person has placed from it */
  readonly order: { readonly id: string; readonly number: string } | null
}

const selectSessions = (database: Database | Transaction) =>
  database
    .selectFrom('ucp_sessions as session')
    .leftJoin('ucp_orders', 'ucp_orders.session_id', 'session.id')
    .leftJoin('orders', 'orders.id', 'ucp_orders.order_id')
    .select([
      'session.id',
      'session.kind',
      'session.agent_name',
      'content',
      'canceled_at',
      'expires_at',
      'orders.id as orderId',
      'orders.number',
    ])
    .select(sql<boolean>`expires_at <= now()`.as('isOver'))

function toSession(row: Awaited<ReturnType<ReturnType<typeof selectSessions>['executeTakeFirstOrThrow']>>): Session {
  const { id, kind, agent_name: agentName, content, canceled_at, isOver, expires_at: expiresAt, orderId, number } = row
  const order = orderId !== null && number !== null ? { id: orderId, number } : null
  return { id, kind, agentName, content, isCanceled: canceled_at !== null, isOver, expiresAt, order }
}

interface OwnSession {
  readonly database: Database | Transaction
  readonly agent: Agent
  readonly kind: Kind
  readonly id: string
  /** waits for other changes of the session */
  readonly locks?: boolean
}

/** A session of this agent; undefined for an unknown one, and for one of another agent. */
export async function findSession({ database, agent, kind, id, locks = false }: OwnSession): Promise<Session | undefined> {
  if (!isUuid(id)) return undefined
  const query = selectSessions(database)
    .where('session.id', '=', id)
    .where('session.kind', '=', kind)
    .where('agent_profile', '=', agent.profileUrl)
  const row = await (locks ? query.forUpdate('session') : query).executeTakeFirst()
  return row && toSession(row)
}

/** The session that a continue link names; undefined for an unknown one. */
export async function findLinkedSession({ database, id }: { database: Database | Transaction; id: string }): Promise<Session | undefined> {
  const row = await selectSessions(database).where('session.id', '=', id).executeTakeFirst()
  return row && toSession(row)
}

interface NewSession {
  readonly trx: Transaction
  readonly agent: Agent
  readonly kind: Kind
  readonly content: SessionContent
  /** the cart that becomes a checkout */
  readonly cartId?: string | undefined
}

export async function insertSession({ trx, agent, kind, content, cartId }: NewSession): Promise<Session> {
  const { id } = await trx
    .insertInto('ucp_sessions')
    .values({
      kind,
      agent_profile: agent.profileUrl,
      agent_name: agent.name,
      content: JSON.stringify(content),
      cart_id: cartId ?? null,
      expires_at: sql<Date>`date_trunc('second', now()) + make_interval(days => ${kind === 'cart' ? cartDays : 0}, hours => ${kind === 'cart' ? 0 : checkoutHours})`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return toSession(await selectSessions(trx).where('session.id', '=', id).executeTakeFirstOrThrow())
}

export async function updateContent({ trx, id, content }: { trx: Transaction; id: string; content: SessionContent }): Promise<void> {
  await trx
    .updateTable('ucp_sessions')
    .set({ content: JSON.stringify(content) })
    .where('id', '=', id)
    .execute()
}

/** Ends a session, with which its continue link ends. */
export async function cancelSession({ trx, id }: { trx: Transaction; id: string }): Promise<void> {
  await trx.updateTable('ucp_sessions').set({ canceled_at: sql<Date>`now()` }).where('id', '=', id).execute()
}

/** The open checkout that was made from a cart. */
export async function findCheckoutOfCart({ trx, cartId }: { trx: Transaction; cartId: string }): Promise<Session | undefined> {
  const row = await selectSessions(trx)
    .where('cart_id', '=', cartId)
    .where('canceled_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .where('ucp_orders.order_id', 'is', null)
    .executeTakeFirst()
  return row && toSession(row)
}
