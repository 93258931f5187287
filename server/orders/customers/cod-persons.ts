import { sql } from 'kysely'
import { deliveryLimits } from '#contract/delivery/delivery-limits.ts'
import { toPaise, toRupees } from '#contract/kernel/money.ts'
import type { CodPersonEvent, CodRestriction } from '#contract/orders/cod-persons.ts'
import type { Database, Transaction } from '../../database/schema.ts'
import { AppError } from '../../kernel/errors.ts'
import { listCodPersonKeys } from '../placing/cod-terms.ts'
import { findNewestOrder } from './customers.ts'

interface Contacts {
  readonly phones: readonly string[]
  /** the account; null for a guest */
  readonly userId: string | null
}

interface OfCustomer {
  readonly database: Database
  readonly trackingKey: Buffer
  /** of an order of the customer, or of an imported customer */
  readonly id: string
}

/** The phones and the account of a person. @throws AppError not_found */
async function findContacts({ database, id }: { database: Database | Transaction; id: string }): Promise<Contacts> {
  const newest = await findNewestOrder({ database, id })
  if (newest === undefined) {
    const imported = database.selectFrom('imported_customers').select('phone').where(sql<string>`id::text`, '=', id)
    const { phone = null } = (await imported.executeTakeFirst()) ?? {}
    if (phone === null) throw new AppError('not_found')
    return { phones: [phone], userId: null }
  }
  const { rows } = await sql<Contacts>`
    select user_id as "userId", array_agg(distinct delivery_address ->> 'phone') as phones from orders
    where customer_key = (select customer_key from orders where id = ${newest}) group by user_id
  `.execute(database)
  return rows[0] ?? { phones: [], userId: null }
}

/** What is set for the person with any of these contacts; null: nothing. The strictest counts, as for orders. */
async function readCodRestriction({
  database,
  trackingKey,
  ...contacts
}: Contacts & { database: Database | Transaction; trackingKey: Buffer }): Promise<CodRestriction | null> {
  const row = await database
    .selectFrom('cod_persons')
    .leftJoin('users', 'users.id', 'set_by')
    .select(['cod', 'advance_paise', 'reason', 'set_at', 'version', 'users.name as setBy'])
    .where('person_key', 'in', [...listCodPersonKeys({ trackingKey, ...contacts }), Buffer.alloc(0)])
    .orderBy('cod', 'desc')
    .orderBy('advance_paise', 'desc')
    .executeTakeFirst()
  if (!row) return null
  const { cod, advance_paise: advance, reason, set_at, setBy, version } = row
  return { cod, advance: advance === null ? null : toRupees(advance), reason, setAt: set_at.toISOString(), setBy, version }
}

/** What is set for the person whose order this is, or who was imported with this id. @throws AppError not_found */
export async function readCustomerCod({ database, trackingKey, id }: OfCustomer): Promise<CodRestriction | null> {
  return readCodRestriction({ database, trackingKey, ...(await findContacts({ database, id })) })
}

/** What counts for the person of an order: by its phone and its account. */
export async function readOrderCod({ database, trackingKey, orderId }: Omit<OfCustomer, 'id'> & { orderId: string }) {
  const order = database.selectFrom('orders').select(['user_id', 'delivery_address']).where('id', '=', orderId)
  const { user_id: userId, delivery_address } = await order.executeTakeFirstOrThrow()
  return readCodRestriction({ database, trackingKey, phones: [delivery_address.phone], userId })
}

/** The last changes of what is set for the person whose order this is, or who was imported with this id. @throws AppError not_found */
export async function listCodPersonEvents({ database, trackingKey, id }: OfCustomer): Promise<CodPersonEvent[]> {
  const keys = listCodPersonKeys({ trackingKey, ...(await findContacts({ database, id })) })
  const rows = await database
    .selectFrom('cod_person_events')
    .leftJoin('users', 'users.id', 'actor_id')
    .select(['cod_person_events.id', 'event', 'change', 'happened_at', 'users.name as by'])
    .where(sql<boolean>`person_keys && ${keys}::bytea[]`)
    .orderBy('cod_person_events.id', 'desc')
    .limit(deliveryLimits.shownPersonEvents)
    .execute()
  return rows.map(({ id: eventId, event, change, happened_at, by }) => {
    const { before, after } = change as unknown as Pick<CodPersonEvent, 'before' | 'after'>
    return { _id: String(eventId), event, before, after, happenedAt: happened_at.toISOString(), by }
  })
}

type Setting = NonNullable<CodPersonEvent['before']>

interface CodChange extends OfCustomer {
  /** what the administrator saw: null when nothing was set; undefined is not compared */
  readonly version: number | null | undefined
  /** null: as for everybody */
  readonly after: Setting | null
  /** the administrator */
  readonly actorId: string
}

/** Replaces what is set for a person, and records it. Changes wait for each other. */
async function changeCod({ database, trackingKey, id, version, after, actorId }: CodChange): Promise<void> {
  await database.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('cod_persons'))`.execute(trx)
    const contacts = await findContacts({ database: trx, id })
    const keys = listCodPersonKeys({ trackingKey, ...contacts })
    const set = await readCodRestriction({ database: trx, trackingKey, ...contacts })
    if (version !== undefined && version !== (set?.version ?? null)) throw new AppError('cod_person_changed')
    if (keys.length === 0 || (after === null && set === null)) throw new AppError('not_found')
    const before: Setting | null = set && { cod: set.cod, advance: set.advance, reason: set.reason }
    const event = after === null ? 'allowed' : before === null ? 'limited' : 'changed'
    const { id: eventId } = await trx
      .insertInto('cod_person_events')
      .values({ person_keys: keys, event, change: JSON.stringify({ before, after }), actor_id: actorId })
      .returning('id')
      .executeTakeFirstOrThrow()
    await trx.deleteFrom('cod_persons').where('person_key', 'in', keys).execute()
    if (after === null) return
    const { cod, advance, reason } = after
    const values = { cod, advance_paise: advance === null ? null : toPaise(advance), reason, set_by: actorId, version: eventId }
    await trx
      .insertInto('cod_persons')
      .values(keys.map((person_key) => ({ person_key, ...values })))
      .execute()
  })
}

/**
 * Takes no cash from a person, or only after an advance. What was set before is replaced.
 * @throws AppError not_found
 * @throws AppError 409 when what is set has changed since it was seen.
 */
export function restrictCod({ cod, advance, reason, ...change }: Omit<CodChange, 'after'> & Setting): Promise<void> {
  return changeCod({ ...change, after: { cod, advance, reason } })
}

/**
 * Takes cash from a person again.
 * @throws AppError not_found when nothing is set
 * @throws AppError 409 when what is set has changed since it was seen.
 */
export const allowCod = (change: Omit<CodChange, 'after'>): Promise<void> => changeCod({ ...change, after: null })
