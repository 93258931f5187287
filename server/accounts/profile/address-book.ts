import { isDeepStrictEqual } from 'node:util'
import type { BookAddress } from '#contract/accounts/address-book.ts'
import type { SavedAddress } from '#contract/kernel/address.ts'
import { quantities } from '#contract/kernel/business.ts'
import type { Database } from '../../database/schema.ts'
import { AppError } from '../../kernel/errors.ts'
import { type ShopperContext, withShopperLock } from '../users/lock-shopper.ts'

// The default is the address that every checkout reads and saves. A default that was only typed at a checkout is replaced by the
// next checkout; `in_book` says that the shopper keeps it.

interface Shopper {
  readonly database: Database
  readonly userId: string
}

/** One of the shopper's addresses. */
interface AddressKey extends Shopper {
  readonly id: string
}

interface StoredAddress {
  readonly id: string
  readonly address: SavedAddress
}

/** The default, if there is one, and the other addresses, first saved first. */
async function readBook({ database, userId }: Shopper) {
  const usual = await database
    .selectFrom('delivery_addresses')
    .select(['address_id as id', 'address', 'in_book'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const others = await database
    .selectFrom('other_addresses')
    .select(['id', 'address'])
    .where('user_id', '=', userId)
    .orderBy('saved_at')
    .orderBy('id')
    .execute()
  return { usual, others }
}

/** The address that the next checkout starts with. */
export async function findAddress({ database, userId }: Shopper): Promise<SavedAddress | null> {
  const row = await database.selectFrom('delivery_addresses').select('address').where('user_id', '=', userId).executeTakeFirst()
  return row?.address ?? null
}

export async function listAddresses(shopper: Shopper): Promise<BookAddress[]> {
  const { usual, others } = await readBook(shopper)
  const present = ({ id: _id, address }: StoredAddress) => ({ _id, isDefault: _id === usual?.id, address })
  return [...(usual ? [usual] : []), ...others].map(present)
}

/** Whether two addresses are the same; empty and missing fields are. */
function isSame(first: SavedAddress, second: SavedAddress): boolean {
  const [a, b] = [first, second].map((address) => Object.fromEntries(Object.entries(address).filter(([, value]) => value)))
  return isDeepStrictEqual(a, b)
}

type Book = Awaited<ReturnType<typeof readBook>>

/** Runs a change that the shopper makes to the book, with the book locked. A default that is still there then is kept. */
async function changeBook({ database, userId }: Shopper, change: (context: ShopperContext & Book) => Promise<void>): Promise<void> {
  await withShopperLock({ database, userId }, async ({ trx }) => {
    await change({ trx, userId, ...(await readBook({ database: trx, userId })) })
    await trx.updateTable('delivery_addresses').set({ in_book: true }).where('user_id', '=', userId).execute()
  })
}

/** Adds an address, once; the first one is the default. Throws `AppError` (409) when the book is full. */
export async function addAddress({ address, ...shopper }: Shopper & { address: SavedAddress }): Promise<void> {
  await changeBook(shopper, async ({ trx, userId, usual, others }) => {
    const all = [...(usual ? [usual] : []), ...others]
    if (all.some((stored) => isSame(stored.address, address))) return
    if (all.length >= quantities.maxAddresses) throw new AppError('addresses_full')
    await (usual ? insertOther({ trx, userId, address }) : saveDefault({ trx, userId, address }))
  })
}

/** Changes an address. Throws `AppError` (404) for one that is gone, or another shopper's. */
export async function editAddress({ id, address, ...shopper }: AddressKey & { address: SavedAddress }): Promise<void> {
  await changeBook(shopper, async ({ trx, userId, usual, others }) => {
    if (usual?.id === id) return saveDefault({ trx, userId, id, address })
    if (!others.some((other) => other.id === id)) throw new AppError('address_gone')
    await trx
      .updateTable('other_addresses')
      .set({ address: JSON.stringify(address) })
      .where('id', '=', id)
      .execute()
  })
}

/** Makes an address the default; the former default stays in the book. Throws `AppError` (404) for one that is gone. */
export async function makeDefaultAddress({ id, ...shopper }: AddressKey): Promise<void> {
  await changeBook(shopper, async ({ trx, userId, usual, others }) => {
    if (usual?.id === id) return
    const chosen = others.find((other) => other.id === id)
    if (!chosen) throw new AppError('address_gone')
    await replaceDefault({ trx, userId, former: usual, chosen })
  })
}

/** Deletes an address. Without the default, the address that was saved last becomes it. */
export async function removeAddress({ id, ...shopper }: AddressKey): Promise<void> {
  await changeBook(shopper, async ({ trx, userId, usual, others }) => {
    if (others.some((other) => other.id === id)) await deleteOther({ trx, id })
    if (usual?.id !== id) return
    await deleteDefault({ trx, userId })
    const last = others.at(-1)
    if (last) await replaceDefault({ trx, userId, former: undefined, chosen: last })
  })
}

/** Saves the address of a checkout as the default. A former default that the shopper keeps stays in the book. */
export async function saveAddress({ database, userId, address }: Shopper & { address: SavedAddress }): Promise<void> {
  await withShopperLock({ database, userId }, async ({ trx }) => {
    const { usual, others } = await readBook({ database: trx, userId })
    if (usual && isSame(usual.address, address)) return
    const former = usual?.in_book ? usual : undefined
    const chosen = others.find((other) => isSame(other.address, address))
    if (chosen) return replaceDefault({ trx, userId, former, chosen })
    if (former) await insertOther({ trx, userId, id: former.id, address: former.address })
    await saveDefault({ trx, userId, address, isInBook: false })
  })
}

/** Empties the default. An address that the shopper keeps stays in the book. */
export async function clearAddress({ database, userId }: Shopper): Promise<void> {
  await withShopperLock({ database, userId }, async ({ trx }) => {
    const { usual } = await readBook({ database: trx, userId })
    if (usual?.in_book) await insertOther({ trx, userId, id: usual.id, address: usual.address })
    await deleteDefault({ trx, userId })
  })
}

interface Replacement extends ShopperContext {
  readonly former: StoredAddress | undefined
  /** one of the others */
  readonly chosen: StoredAddress
}

/** Both addresses keep their ids, because another tab may show them. */
async function replaceDefault({ trx, userId, former, chosen }: Replacement): Promise<void> {
  await deleteOther({ trx, id: chosen.id })
  if (former) await insertOther({ trx, userId, id: former.id, address: former.address })
  await saveDefault({ trx, userId, id: chosen.id, address: chosen.address })
}

interface NewAddress extends ShopperContext {
  /** generated when there is none */
  readonly id?: string
  readonly address: SavedAddress
}

/** Makes an address the default of a shopper, who is locked, if there is none. */
export async function saveFirstAddress({ trx, userId, address }: ShopperContext & { address: SavedAddress }): Promise<void> {
  if ((await findAddress({ database: trx, userId })) === null) await saveDefault({ trx, userId, address, isInBook: false })
}

async function saveDefault({ trx, userId, id, address, isInBook = true }: NewAddress & { isInBook?: boolean }): Promise<void> {
  await trx
    .insertInto('delivery_addresses')
    .values({ ...(id !== undefined && { address_id: id }), user_id: userId, address: JSON.stringify(address), in_book: isInBook })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet((eb) => ({
        address_id: eb.ref('excluded.address_id'),
        address: eb.ref('excluded.address'),
        in_book: eb.ref('excluded.in_book'),
      })),
    )
    .execute()
}

async function deleteDefault({ trx, userId }: ShopperContext): Promise<void> {
  await trx.deleteFrom('delivery_addresses').where('user_id', '=', userId).execute()
}

async function insertOther({ trx, userId, id, address }: NewAddress): Promise<void> {
  await trx
    .insertInto('other_addresses')
    .values({ ...(id !== undefined && { id }), user_id: userId, address: JSON.stringify(address) })
    .execute()
}

async function deleteOther({ trx, id }: Omit<ShopperContext, 'userId'> & { id: string }): Promise<void> {
  await trx.deleteFrom('other_addresses').where('id', '=', id).execute()
}
