import { quantities, sizes } from '#contract/business.ts'
import type { CartLine } from '#contract/cart.ts'
import { formatRupees, toRupees } from '#contract/money.ts'
import * as screenTexts from '#contract/screen-texts.ts'
import { ApiError } from '../api/client.ts'
import { callSignedIn } from '../auth/call-signed-in.ts'
import { Button } from '../ui/button.tsx'
import { CartRow } from './cart-row.tsx'
import { calculateCartLineSubtotal } from './totals.ts'
import type { ShopperCart } from './use-cart.ts'

const readWords = (problem: unknown): string => (problem instanceof Error ? problem.message : screenTexts.signInFailed)
const describeChange = (problem: unknown) => screenTexts.quantityFailed + readWords(problem)
const describeRemoval = (problem: unknown) =>
  problem instanceof ApiError && problem.code !== 'unknown' ? problem.message : screenTexts.removeFailed

/** A line of the shopper's cart: every change is a call, and shows only once the server said yes. */
export function ShopperCartRow({ line, lines, cart }: { line: CartLine; lines: readonly CartLine[]; cart: ShopperCart }) {
  const { product, size, quantity, problem, notice } = line
  const { busy, change } = cart
  const set = (wanted: { quantity: number; newSize?: (typeof sizes)[number] }) =>
    change({
      send: () => callSignedIn('changeCartLine', { params: { productId: product._id }, body: { size, ...wanted } }),
      describe: describeChange,
    })
  const remove = () =>
    change({
      send: () => callSignedIn('removeCartLine', { params: { productId: product._id, size: size ?? 'none' } }),
      describe: describeRemoval,
    })
  const pieces = lines.filter((other) => other.product._id === product._id).reduce((sum, other) => sum + other.quantity, 0)
  const short = problem === 'short'
  return (
    <CartRow
      name={product.name}
      image={product.image}
      placeholderColor={product.backdrop}
      size={size}
      offered={sizes}
      quantity={quantity}
      atMost={pieces >= product.stock || quantity >= quantities.max}
      subtotal={formatRupees(toRupees(calculateCartLineSubtotal(line)))}
      each={formatRupees(product.price)}
      problem={notice === null ? undefined : short ? `${notice} Reduce the quantity to check out.` : notice}
      news={problem === null && product.stock <= quantities.lowStock ? [`Only ${product.stock} left`] : []}
      lost={problem === 'gone' || problem === 'sold_out'}
      busy={busy}
      onSize={(newSize) => set({ quantity, newSize })}
      onQuantity={(wanted) => set({ quantity: wanted })}
      onRemove={remove}
    >
      {problem === 'price' && (
        <Button disabled={busy} onClick={() => set({ quantity })} className="self-start text-sm">
          Accept new price
        </Button>
      )}
    </CartRow>
  )
}
