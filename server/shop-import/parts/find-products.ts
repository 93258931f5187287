import { isUuid } from '../../database/is-uuid.ts'
import { notDeleted } from '../../database/product-conditions.ts'
import type { Database } from '../../database/schema.ts'

/** The ids of products by what names them in files: their handle, or the id of one without a handle. */
export async function findProductIds({ database, handles }: { database: Database; handles: readonly string[] }) {
  if (handles.length === 0) return new Map()
  const ids = handles.filter(isUuid)
  const rows = await database
    .selectFrom('products')
    .select(['id', 'handle'])
    .where((eb) => eb.or([eb('handle', 'in', [...handles]), ...(ids.length > 0 ? [eb('id', 'in', ids)] : [])]))
    .where(notDeleted)
    .execute()
  return new Map([
    ...rows.map(({ id }): [string, string] => [id, id]),
    ...rows.flatMap(({ id, handle }): [string, string][] => (handle === null ? [] : [[handle, id]])),
  ])
}
