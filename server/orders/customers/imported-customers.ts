import { type RawBuilder, sql } from 'kysely'
import { isUuid } from '../../database/is-uuid.ts'
import type { Database } from '../../database/schema.ts'
import { AppError } from '../../kernel/errors.ts'
import { listImportedIds } from './customers.ts'

interface OfCustomer {
  readonly database: Database
  /** of an order of the customer, or of an imported customer */
  readonly id: string
}

/** Deletes what was imported about a person, with the orders in an earlier shop. Orders and accounts stay. @throws AppError not_found */
export async function deleteImportedCustomer({ database, id }: OfCustomer): Promise<void> {
  const change = (ids: readonly string[]) => sql`
    with people as (select phone, email from imported_customers where id = any(${ids}::uuid[])),
      past as (delete from past_orders using people where past_orders.phone = people.phone or past_orders.email = people.email)
    delete from imported_customers where id = any(${ids}::uuid[])
  `
  await changeImported({ database, id, change })
}

/** Records that a person no longer agrees to messages about offers. @throws AppError not_found */
export async function withdrawImportedConsent({ database, id }: OfCustomer): Promise<void> {
  const change = (ids: readonly string[]) => sql`
    update imported_customers set consent = false, consent_on = (now() at time zone 'Asia/Kolkata')::date, consent_source = 'administrator'
    where id = any(${ids}::uuid[])
  `
  await changeImported({ database, id, change })
}

async function changeImported({ database, id, change }: OfCustomer & { change: (ids: readonly string[]) => RawBuilder<unknown> }) {
  const ids = isUuid(id) ? await listImportedIds({ database, id }) : []
  const { numAffectedRows = 0n } = ids.length === 0 ? {} : await change(ids).execute(database)
  if (numAffectedRows === 0n) throw new AppError('not_found')
}
