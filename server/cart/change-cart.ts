import type { Size } from '#contract/business.ts'
import { quantities } from '#contract/business.ts'
import { errorText } from '#contract/errors.ts'
import { toPaise } from '#contract/money.ts'
import { claimKey, type IdempotencyKey, storeAnswer } from '../database/idempotency.ts'
import type { Database } from '../database/schema.ts'
import { AppError } from '../errors.ts'
import {
  type CartLineDraft,
  deleteLine,
  findProductForCart,
  findProductsForCart,
  type LineKey,
  type ProductForCart,
  readAllPieces,
  readPieces,
  refuseTooMany,
  withCartLock,
  writeLines,
  writeSize,
} from './repository.ts'
import { joinLine } from './rules.ts'

const sum = (pieces: ReadonlyMap<string, number>) => [...pieces.values()].reduce((total, count) => total + count, 0)

/**
 * Sets the quantity of a line, and its size when another is named; a line that already has that size takes the pieces
 * in. Throws `AppError`: 404 for no such line, 409 beyond the stock.
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
  await withCartLock({
    database,
    userId: key.userId,
    async work(trx) {
      const product = await findProductForCart({ trx, userId: key.userId, productId: key.productId })
      const pieces = product ? await readPieces({ trx, userId: key.userId, productId: product.id }) : new Map<string, number>()
      const inLine = pieces.get(writeSize(key.size))
      if (!product || inLine === undefined) throw new AppError('line_not_found')
      if (product.deleted) throw new AppError('product_gone', { name: product.name })
      // Fewer pieces are always welcome, even while there are still too many.
      if (quantity >= inLine) refuseTooMany({ product, pieces: sum(pieces) - inLine + quantity })
      const moved = newSize !== undefined && newSize !== key.size
      if (moved) await deleteLine({ trx, key })
      const joined = moved ? (pieces.get(newSize) ?? 0) : 0
      const line = { key: { ...key, size: newSize ?? key.size }, quantity: quantity + joined, price: product.price }
      await writeLines({ trx, lines: [line] })
    },
  })
}

export async function removeLine({ database, key }: { database: Database; key: LineKey }): Promise<void> {
  await withCartLock({ database, userId: key.userId, work: (trx) => deleteLine({ trx, key }) })
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
  return withCartLock({
    database,
    userId,
    async work(trx) {
      const earlier = claim && (await claimKey<{ notices: string[] }>({ trx, claim }))
      if (earlier) return earlier.notices
      const products = await findProductsForCart({ trx, userId, productIds: lines.map((line) => line.product) })
      const pieces = await readAllPieces({ trx, userId })
      const { drafts, told } = joinLines({ userId, lines, products, pieces })
      await writeLines({ trx, lines: drafts })
      const notices = [...new Set(told)]
      if (claim) await storeAnswer({ trx, claim, answer: { notices } })
      return notices
    },
  })
}

/** What the cart's lines become with the guest's, and what to say about it. `pieces` is what the cart holds. */
function joinLines({
  userId,
  lines,
  products,
  pieces,
}: {
  userId: string
  lines: readonly GuestLine[]
  products: ReadonlyMap<string, ProductForCart>
  pieces: Awaited<ReturnType<typeof readAllPieces>>
}): { drafts: CartLineDraft[]; told: string[] } {
  const drafts = new Map<string, CartLineDraft>()
  const told: string[] = []
  let places = quantities.maxLines - [...pieces.values()].reduce((count, held) => count + held.size, 0)
  for (const line of lines) {
    const product = products.get(line.product.toLowerCase())
    const size = writeSize(line.size)
    const held = pieces.get(product?.id ?? '') ?? new Map<Size | '', number>()
    const inLine = held.get(size) ?? 0
    const room = product ? Math.min(product.stock - sum(held), quantities.max - inLine) : 0
    const seenPrice = line.price === undefined ? undefined : toPaise(line.price)
    const joined = joinLine({ line: { name: line.name, wanted: line.quantity, seenPrice }, product, room })
    told.push(...joined.notices)
    if (!product || joined.pieces === 0) continue
    if (inLine === 0 && places === 0) {
      told.push(errorText('cart_full'))
      continue
    }
    if (inLine === 0) places -= 1
    // The same piece may come twice.
    pieces.set(product.id, held.set(size, inLine + joined.pieces))
    const key = { userId, productId: product.id, size: line.size ?? null }
    drafts.set(`${product.id} ${size}`, { key, quantity: inLine + joined.pieces, price: product.price })
  }
  return { drafts: [...drafts.values()], told }
}
