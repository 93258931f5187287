import type { CartLine } from '#contract/cart/cart.ts'
import { toPaise } from '#contract/kernel/money.ts'
import type { Quote } from '#contract/offers/offer-schemas.ts'
import type { Database } from '../database/schema.ts'
import { loadOfferChoice } from '../offers/choose-offers.ts'
import type { PersonKey } from '../offers/offer-person.ts'
import { hasCodes } from '../offers/offer-rows.ts'
import { presentQuote } from '../offers/present-quote.ts'
import type { ChangedCart } from './add-item.ts'
import { readCartOffers } from './cart-offers.ts'
import { readCart } from './repository.ts'

interface CartRequest {
  readonly database: Database
  readonly userId: string
  readonly person: PersonKey
}

/** The shopper's cart, with what it costs when an offer has a code or changes that. */
export async function readQuotedCart({ database, userId, person }: CartRequest) {
  const [cart, offers] = await Promise.all([readCart({ database, userId }), readCartOffers({ database, userId })])
  return addQuote({ database, userId, person, changed: { cart, ...offers } })
}

interface QuotedChange extends CartRequest {
  readonly changed: ChangedCart
}

/** The same for a cart that has just been changed or read. */
export async function addQuote({ changed: { cart, ...offers }, ...request }: QuotedChange): Promise<{ cart: CartLine[]; quote?: Quote }> {
  const { code, hasCodes, hasAutomatic } = offers
  if (code === null && !hasCodes && !hasAutomatic) return { cart }
  const { quote } = await quoteCart({ ...request, cart, code })
  const hasOffers =
    quote.hasCodes || code !== null || quote.adjustments !== undefined || quote.online !== undefined || quote.next !== undefined
  return { cart, ...(hasOffers && { quote }) }
}

/** What the lines of a cart cost that can be ordered, and why the code does not count, if it does not. `isEntered`: the shopper is entering it now. */
export async function quoteCart({
  database,
  userId,
  person,
  cart,
  code,
  isEntered = false,
}: CartRequest & { cart: readonly CartLine[]; code: string | null; isEntered?: boolean }) {
  const ordered = cart.filter(({ problem }) => problem === null || problem === 'price' || problem === 'size')
  const lines = ordered.map(({ product, size, quantity }) => ({ productId: product._id, size, price: toPaise(product.price), quantity }))
  const findEnding = () => listOpenCheckouts({ database, userId })
  const choice = await loadOfferChoice({ database, lines, code, person, findEnding, isEntered })
  return {
    quote: presentQuote({ lines, code, choice, hasCodes: await hasCodes({ database }) }),
    refusal: choice.choose('delivery').refusal,
  }
}

/** The unpaid online payments of a shopper, which a new one ends. */
async function listOpenCheckouts({ database, userId }: Pick<CartRequest, 'database' | 'userId'>): Promise<string[]> {
  const rows = await database
    .selectFrom('payments')
    .select('id')
    .where('user_id', '=', userId)
    .where('hold_released_at', 'is', null)
    .where('order_id', 'is', null)
    .where('status', 'in', ['created', 'failed'])
    .execute()
  return rows.map(({ id }) => id)
}
