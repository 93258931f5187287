import type { CartLine } from '#contract/cart.ts'
import { errorText } from '#contract/errors.ts'
import { formatRupees, type Paise, toRupees } from '#contract/money.ts'

export interface LineFacts {
  readonly name: string
  readonly stock: number
  readonly deleted: boolean
  readonly quantity: number
  /** pieces of this product in the whole cart, all sizes together */
  readonly pieces: number
  readonly price: Paise
  readonly seenPrice: Paise
}

/** What stands between a line and the checkout, the gravest first. */
export function findLineProblem({ name, stock, deleted, pieces, price, seenPrice }: LineFacts): Pick<CartLine, 'problem' | 'notice'> {
  if (deleted) return { problem: 'gone', notice: `${errorText('product_gone', { name: name })} Please remove it.` }
  if (stock === 0) return { problem: 'sold_out', notice: `${errorText('sold_out', { name: name })} Please remove it.` }
  if (pieces > stock) return { problem: 'short', notice: errorText('not_enough_stock', { left: stock, name: name }) }
  if (price !== seenPrice) {
    return { problem: 'price', notice: `The price changed from ${formatRupees(toRupees(seenPrice))} to ${formatRupees(toRupees(price))}.` }
  }
  return { problem: null, notice: null }
}

export interface JoiningLine {
  readonly name: string
  readonly wanted: number
  /** the price that the guest saw; undefined when the browser did not say */
  readonly seenPrice: Paise | undefined
}

/** How many pieces of a guest's line may join the cart, and what to tell the shopper about it. */
export function joinLine({
  line,
  product,
  room,
}: {
  line: JoiningLine
  product: { name: string; price: Paise; deleted: boolean; stock: number } | undefined
  /** pieces that stock and the cart's limit still allow */
  room: number
}): { pieces: number; notices: string[] } {
  if (!product || product.deleted)
    return { pieces: 0, notices: [errorText('product_gone', { name: product?.name ?? (line.name || 'A piece of your cart') })] }
  if (product.stock === 0) return { pieces: 0, notices: [errorText('sold_out', { name: product.name })] }
  const pieces = Math.max(0, Math.min(line.wanted, room))
  const notices: string[] = []
  if (pieces < line.wanted)
    notices.push(`${errorText('not_enough_stock', { left: product.stock, name: product.name })} Your cart holds as many as there are.`)
  if (pieces > 0 && line.seenPrice !== undefined && line.seenPrice !== product.price) {
    notices.push(`${product.name} now costs ${formatRupees(toRupees(product.price))}.`)
  }
  return { pieces, notices }
}
