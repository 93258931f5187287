import { sql } from 'kysely'
import { toPaise, toRupees } from '#contract/money.ts'
import type { CodRestriction } from '#contract/orders/cod-persons.ts'
import type { Database, Transaction } from '../../database/schema.ts'
import { AppError } from '../../errors.ts'
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
async function findContacts({ database, id }: Pick<OfCustomer, 'database' | 'id'>): Promise<Contacts> {
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
    .select(['cod', 'advance_paise', 'reason', 'set_at', 'users.name as setBy'])
    .where('person_key', 'in', [...listCodPersonKeys({ trackingKey, ...contacts }), Buffer.alloc(0)])
    .orderBy('cod', 'desc')
    .orderBy('advance_paise', 'desc')
    .executeTakeFirst()
  if (!row) return null
  const { cod, advance_paise: advance, reason, set_at, setBy } = row
  return { cod, advance: advance === null ? null : toRupees(advance), reason, setAt: set_at.toISOString(), setBy }
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

interface Restriction extends OfCustomer {
  readonly cod: CodRestriction['cod']
  /** rupees */
  readonly advance: number | null
  readonly reason: string
  /** the administrator */
  readonly actorId: string
}

/** Takes no cash from a person, or only after an advance. What was set before is replaced. @throws AppError not_found */
export async function restrictCod({ database, trackingKey, id, cod, advance, reason, actorId }: Restriction): Promise<void> {
  const keys = listCodPersonKeys({ trackingKey, ...(await findContacts({ database, id })) })
  if (keys.length === 0) throw new AppError('not_found')
  const values = { cod, advance_paise: advance === null ? null : toPaise(advance), reason, set_by: actorId }
  await database
    .insertInto('cod_persons')
    .values(keys.map((person_key) => ({ person_key, ...values })))
    .onConflict((conflict) => conflict.column('person_key').doUpdateSet({ ...values, set_at: sql<Date>`now()` }))
    .execute()
}

/** Takes cash from a person again. @throws AppError not_found when nothing is set */
export async function allowCod({ database, trackingKey, id }: OfCustomer): Promise<void> {
  const keys = listCodPersonKeys({ trackingKey, ...(await findContacts({ database, id })) })
  const { numDeletedRows } = await database
    .deleteFrom('cod_persons')
    .where('person_key', 'in', [...keys, Buffer.alloc(0)])
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new AppError('not_found')
}
