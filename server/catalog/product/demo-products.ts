import { sql } from 'kysely'
import { countRows } from '../../database/count-rows.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import { notDeleted } from '../../database/product-conditions.ts'
import type { Database, Transaction } from '../../database/schema.ts'
import { settingsChannel } from '../../database/settings-channel.ts'
import { deleteProducts } from './change-products.ts'
import { statusValues } from './product-status.ts'

/** Demo products that nobody has changed; one that the shop has edited is its own. */
export const isUntouchedDemo = sql<boolean>`is_demo and version = 1 and details_version = 1 and pictures_version = 1`

/** The number of demo products that are on sale or drafts. */
export async function countDemoProducts({ database }: { database: Database }): Promise<number> {
  return countRows(database.selectFrom('products').where(isUntouchedDemo).where('status', 'in', ['on_sale', 'draft']))
}

/** Takes the demo's picture from the front page. It stays as the first frame of a video. */
async function removeDemoHero({ trx }: { trx: Transaction }): Promise<void> {
  await sql`
    with changed as (
      update settings set value = jsonb_set(value, '{picture}', 'null'), version = version + 1, changed_at = now(), changed_by = null
      where key = 'front-page' and value #>> '{picture,image}' like '/images/demo-hero-%' and value ->> 'video' is null
      returning key
    )
    select pg_notify(${settingsChannel}, '') from changed
  `.execute(trx)
}

/**
 * Deletes the untouched demo products, the demo collections, the demo's descriptions of categories and its picture of the front page.
 * Products with orders are archived instead.
 */
export async function removeDemoProducts({ database }: { database: Database }): Promise<{ deleted: number; archived: number }> {
  return inTransaction(database, async (trx) => {
    const rows = await trx
      .selectFrom('products')
      .select(['id', sql<boolean>`exists (select from order_lines where product_id = products.id)`.as('hasOrders')])
      .where(isUntouchedDemo)
      .where(notDeleted)
      .orderBy('id')
      .forUpdate()
      .execute()
    const ordered = rows.filter(({ hasOrders }) => hasOrders).map(({ id }) => id)
    const others = rows.filter(({ hasOrders }) => !hasOrders).map(({ id }) => id)
    const archived = await trx
      .updateTable('products')
      .set((eb) => ({ ...statusValues({ status: 'archived' }), version: eb('version', '+', 1) }))
      .where('id', '=', sql<string>`any(${ordered}::uuid[])`)
      .where('status', '<>', 'archived')
      .executeTakeFirst()
    await deleteProducts({ trx, ids: others })
    await trx.updateTable('categories').set({ description: '', is_demo: false }).where('is_demo', '=', true).execute()
    await trx.deleteFrom('collections').where('is_demo', '=', true).execute()
    await removeDemoHero({ trx })
    return { deleted: others.length, archived: Number(archived.numUpdatedRows) }
  })
}
