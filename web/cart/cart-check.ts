import { useEffect, useState } from 'react'
import { quantities } from '#contract/business.ts'
import { formatRupees } from '#contract/money.ts'
import type { Product } from '#contract/products.ts'
import { ApiError, call } from '../api/client.ts'
import { updateGuestProducts } from '../guest-cart/edit-guest-cart.ts'
import { useGuestCart } from '../guest-cart/guest-cart.ts'
import type { GuestCartLine } from '../guest-cart/guest-cart-line.ts'

/** What a line has to say for itself: `news` only informs, a `problem` must be put right before ordering. */
export interface LineWords {
  readonly news: readonly string[]
  readonly problem: string | undefined
  /** nothing but removing the line helps */
  readonly lost: boolean
}

/** What the last look at the server said of a product, by its id. */
export interface CartCheck {
  readonly gone: ReadonlySet<string>
  readonly news: ReadonlyMap<string, readonly string[]>
  readonly checking: boolean
}

const unchecked: CartCheck = { gone: new Set(), news: new Map(), checking: true }

/** Milliseconds between two looks; coming back to the window often must not become a load on the shop. */
const restBetweenChecks = 5_000

async function lookUp(id: string): Promise<Product | 'gone' | 'unknown'> {
  try {
    return await call('getProduct', { params: { id } })
  } catch (problem) {
    return problem instanceof ApiError && problem.status === 404 ? 'gone' : 'unknown'
  }
}

function describeChange(before: Product, now: Product): string[] {
  const price = before.price === now.price ? [] : [`The price was ${formatRupees(before.price)} and is ${formatRupees(now.price)} now.`]
  const name = before.name === now.name ? [] : [`Now called ${now.name}.`]
  return [...price, ...name]
}

/** Asks for every product of the cart again and takes over what changed. No answer changes nothing. */
async function checkCart(lines: readonly GuestCartLine[], earlier: CartCheck): Promise<CartCheck> {
  const known = new Map(lines.map((line) => [line._id, line]))
  const answers = await Promise.all([...known.keys()].map(async (id) => [id, await lookUp(id)] as const))
  const gone = new Set(earlier.gone)
  const news = new Map(earlier.news)
  const fresh = new Map<string, Product>()
  for (const [id, answer] of answers) {
    const before = known.get(id)
    if (answer === 'unknown' || before === undefined) continue
    if (answer === 'gone') {
      gone.add(id)
      continue
    }
    gone.delete(id)
    fresh.set(id, answer)
    const changes = describeChange(before, answer)
    // The latest change is what counts; without one, what was told stays told until the page is left.
    if (changes.length > 0) news.set(id, changes)
  }
  updateGuestProducts(fresh)
  return { gone, news, checking: false }
}

/** Looks when the cart has been read and whenever the shopper comes back to it. */
export function useCartCheck(): CartCheck {
  const [check, setCheck] = useState(unchecked)
  const ready = useGuestCart(({ lines }) => lines !== undefined)
  useEffect(() => {
    if (!ready) return
    let lookedAt = Number.NEGATIVE_INFINITY
    let found = unchecked
    let left = false
    const look = async () => {
      if (document.visibilityState !== 'visible' || performance.now() - lookedAt < restBetweenChecks) return
      lookedAt = performance.now()
      found = await checkCart(useGuestCart.getState().lines ?? [], found)
      if (!left) setCheck(found)
    }
    look()
    window.addEventListener('focus', look)
    document.addEventListener('visibilitychange', look)
    return () => {
      left = true
      window.removeEventListener('focus', look)
      document.removeEventListener('visibilitychange', look)
    }
  }, [ready])
  return check
}

/** The words at one line, from the check and from all lines of the same product together. */
export function describeLine({
  line,
  lines,
  check,
}: {
  line: GuestCartLine
  lines: readonly GuestCartLine[]
  check: CartCheck
}): LineWords {
  if (check.gone.has(line._id)) return { news: [], problem: 'This piece has left the shop. Remove it to order the rest.', lost: true }
  const news = check.news.get(line._id) ?? []
  if (line.stock === 0) return { news, problem: 'Sold out since you added it. Remove it to order the rest.', lost: true }
  const siblings = lines.filter(({ _id }) => _id === line._id)
  const wanted = siblings.reduce((sum, { qty }) => sum + qty, 0)
  if (wanted > line.stock) {
    const where = siblings.length > 1 ? ' in all sizes together' : ''
    return { news, problem: `Only ${line.stock} left${where}. Reduce the quantity to order.`, lost: false }
  }
  return { news: line.stock <= quantities.lowStock ? [...news, `Only ${line.stock} left`] : news, problem: undefined, lost: false }
}

/** True when one more of this line is more than the shop has, or more than a line may hold. */
export function isAtMost({ line, lines }: { line: GuestCartLine; lines: readonly GuestCartLine[] }): boolean {
  const wanted = lines.filter(({ _id }) => _id === line._id).reduce((sum, { qty }) => sum + qty, 0)
  return wanted >= line.stock || line.qty >= quantities.max
}
