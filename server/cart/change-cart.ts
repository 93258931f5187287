import type { Size } from '#contract/business.ts'
import { quantities } from '#contract/business.ts'
import { paise, toPaise } from '#contract/money.ts'
import type { Database } from '../database/tables.ts'
import { Refused } from '../http/refusals.ts'
import { claimKey, type IdempotencyKey, keepAnswer } from '../idempotency.ts'
import { joinLine } from './rules.ts'
import {
  changeCart,
  countLines,
  deleteLine,
  findProductForCart,
  type LineKey,
  readPieces,
  refuseTooMany,
  writeLine,
  writeSize,
} from './store.ts'

const sum = (pieces: ReadonlyMap<string, number>) => [...pieces.values()].reduce((total, count) => total + count, 0)

/** Adds pieces to the line of this product and size. Throws `Refused`: 404 for no such product, 409 beyond the stock. */
export async function addPieces({ database, key, quantity }: { database: Database; key: LineKey; quantity: number }): Promise<void> {
  await changeCart({
    database,
    userId: key.userId,
    async work(trx) {
      const product = await findProductForCart({ trx, userId: key.userId, productId: key.productId })
      if (!product || product.deleted) throw new Refused({ status: 404, code: 'product_not_found' })
      const pieces = await readPieces({ trx, userId: key.userId, productId: product.id })
      refuseTooMany({ product, pieces: sum(pieces) + quantity })
      const inLine = pieces.get(writeSize(key.size)) ?? 0
      if (inLine === 0 && (await countLines({ trx, userId: key.userId })) >= quantities.mostLines)
        throw new Refused({ status: 409, code: 'cart_full' })
      await writeLine({ trx, key: { ...key, productId: product.id }, quantity: inLine + quantity, price: product.price })
    },
  })
}

/**
 * Sets the quantity of a line, and its size when another is named; a line that already has that size takes the pieces
 * in. Throws `Refused`: 404 for no such line, 409 beyond the stock.
 */
export async function changeLine({
  database,
  key,
  quantity,
  newSize,
}: {
  database: Database
  key: LineKey
  quantity: number
  newSize: Size | undefined
}): Promise<void> {
  await changeCart({
    database,
    userId: key.userId,
    async work(trx) {
      const product = await findProductForCart({ trx, userId: key.userId, productId: key.productId })
      const pieces = product ? await readPieces({ trx, userId: key.userId, productId: product.id }) : new Map<string, number>()
      const inLine = pieces.get(writeSize(key.size))
      if (!product || inLine === undefined) throw new Refused({ status: 404, code: 'line_not_found' })
      if (product.deleted) throw new Refused({ status: 409, code: 'product_gone', message: `${product.name} is no longer available.` })
      // Fewer pieces are always welcome, even while there are still too many.
      if (quantity >= inLine) refuseTooMany({ product, pieces: sum(pieces) - inLine + quantity })
      const moved = newSize !== undefined && newSize !== key.size
      if (moved) await deleteLine({ trx, key })
      const joined = moved ? (pieces.get(newSize) ?? 0) : 0
      await writeLine({ trx, key: { ...key, size: newSize ?? key.size }, quantity: quantity + joined, price: product.price })
    },
  })
}

export async function removeLine({ database, key }: { database: Database; key: LineKey }): Promise<void> {
  await changeCart({ database, userId: key.userId, work: (trx) => deleteLine({ trx, key }) })
}

export interface GuestLine {
  readonly product: string
  readonly name: string
  readonly price?: number | undefined
  readonly size?: Size | null | undefined
  readonly quantity: number
}

/** Lets a guest's lines join the cart as far as they can, and says in words what could not. One key merges once. */
export async function mergeLines({
  database,
  userId,
  lines,
  claim,
}: {
  database: Database
  userId: string
  lines: readonly GuestLine[]
  claim: IdempotencyKey | undefined
}): Promise<string[]> {
  return changeCart({
    database,
    userId,
    async work(trx) {
      const earlier = claim && (await claimKey<{ notices: string[] }>({ trx, claim }))
      if (earlier) return earlier.notices
      const told: string[] = []
      for (const line of lines) {
        const product = await findProductForCart({ trx, userId, productId: line.product })
        const pieces = product ? await readPieces({ trx, userId, productId: product.id }) : new Map<string, number>()
        const inLine = pieces.get(writeSize(line.size)) ?? 0
        const room = product ? Math.min(product.stock - sum(pieces), quantities.most - inLine) : 0
        const seenPrice = line.price === undefined || !Number.isFinite(line.price) ? undefined : toPaise(line.price)
        const joined = joinLine({ line: { name: line.name, wanted: line.quantity, seenPrice }, product, room })
        told.push(...joined.notices)
        if (product && joined.pieces > 0) {
          const key = { userId, productId: product.id, size: line.size ?? null }
          await writeLine({ trx, key, quantity: inLine + joined.pieces, price: paise(product.price) })
        }
      }
      const notices = [...new Set(told)]
      if (claim) await keepAnswer({ trx, claim, answer: { notices } })
      return notices
    },
  })
}
