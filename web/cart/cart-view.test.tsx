import { act, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { createRoutesStub } from 'react-router'
import { describe, expect, test, vi } from 'vitest'
import type { CartLine } from '#contract/cart/cart.ts'
import { errorAnswer, type FakeAnswer, fakeApi, sampleProduct } from '../api/fake-api.ts'
import { showToast } from '../ui/toast.ts'
import { CartView } from './cart-view.tsx'
import { addToGuestCart, syncGuestCart } from './state/guest-cart.ts'
import { useGuestCartStore } from './use-guest-cart-store.ts'
import { type LoadedCart, useShopperCartStore } from './use-shopper-cart-store.ts'

vi.mock('../layout/store-config.ts', async () => {
  const { policy } = await import('#contract/limits/policy-numbers.ts')
  return { usePolicies: () => policy, useStoreConfig: () => ({ policies: policy }) }
})
vi.mock('../ui/toast.ts', () => ({ showToast: vi.fn() }))

const viewProps = { shopHref: '/buy', emptyText: 'Items stay here.', orderLabel: 'Order' }

function renderScreen(Screen: () => ReactNode) {
  const Stub = createRoutesStub([{ path: '/', Component: Screen }])
  render(<Stub />)
}

const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name })
const getQuantities = () => screen.getAllByLabelText('Quantity').map((output) => output.textContent)

describe('the guest cart', () => {
  /** Opens a cart with a tee and a jogger. The server has this much stock of the tee; without it, it does not answer. */
  async function openGuestCart({ stock }: { stock?: number } = {}) {
    const jogger = { ...sampleProduct, _id: 'jogger', name: 'Jogger', price: 100 }
    fakeApi({
      'GET /products/:id': ({ path }) => (stock === undefined ? 'offline' : path.endsWith('jogger') ? jogger : { ...sampleProduct, stock }),
    })
    addToGuestCart({ product: sampleProduct, size: 'M' })
    addToGuestCart({ product: jogger, size: 'L' })
    syncGuestCart()()
    await act(async () => renderScreen(() => <CartView {...viewProps} store={useGuestCartStore()} onOrder={() => {}} />))
    return userEvent.setup()
  }

  test('quantities change at once, and the total with them', async () => {
    const user = await openGuestCart()
    expect(button('Decrease quantity of Tee, size M')).toHaveProperty('disabled', true)
    await user.click(button('Increase quantity of Tee, size M'))
    expect(getQuantities()).toEqual(['2', '1'])
    expect(screen.getByText('Subtotal, 3 items').nextElementSibling?.textContent).toBe('₹1,698')
  })

  test('a product with a single size has no other to change to', async () => {
    fakeApi({ 'GET /products/:id': () => 'offline' })
    addToGuestCart({ product: { ...sampleProduct, sizes: ['Free size'], sizeStock: [{ size: 'Free size', stock: 3 }] }, size: 'Free size' })
    syncGuestCart()()
    await act(async () => renderScreen(() => <CartView {...viewProps} store={useGuestCartStore()} onOrder={() => {}} />))
    expect(screen.getByText('· Free size')).toBeTruthy()
    expect(screen.queryByRole('combobox')).toBeNull()
  })

  test('a sold-out item disables the order until it is removed', async () => {
    const user = await openGuestCart({ stock: 0 })
    expect(screen.getByText('Sold out since you added it. Remove it to order the rest.')).toBeTruthy()
    expect(button('Order').disabled).toBe(true)
    await user.click(button('Remove Tee, size M'))
    expect(button('Order').disabled).toBe(false)
    await user.click(button(/^Remove Jogger/))
    expect(screen.getByText('Your cart is empty.')).toBeTruthy()
  })

  test('a sold-out item counts neither in the subtotal nor in the total', async () => {
    const user = await openGuestCart({ stock: 0 })
    expect(screen.getByText('Subtotal, 1 item').nextElementSibling?.textContent).toBe('₹100')
    expect(screen.getByText('Total').nextElementSibling?.textContent).toBe('₹100')
    expect(screen.getByText(/Items that are sold out or short are not in the total/)).toBeTruthy()
    await user.click(button('Remove Tee, size M'))
    expect(screen.queryByText(/not in the total/)).toBeNull()
  })

  test('the order starts only if the check before it finds nothing', async () => {
    const onOrder = vi.fn()
    let product = sampleProduct
    fakeApi({ 'GET /products/:id': () => product })
    addToGuestCart({ product, size: 'M' })
    syncGuestCart()()
    await act(async () => renderScreen(() => <CartView {...viewProps} store={useGuestCartStore()} onOrder={onOrder} />))
    const user = userEvent.setup()
    product = { ...sampleProduct, price: 899 }
    await user.click(button('Order'))
    expect(await screen.findByText('Your cart has changed. Please check it, then go on.')).toBe(document.activeElement)
    product = { ...product, stock: 0 }
    await user.click(button('Order'))
    expect(await screen.findByText(/^Your cart has changed. Update or remove the marked items/)).toBeTruthy()
    expect(onOrder).not.toHaveBeenCalled()
    product = { ...product, stock: 4 }
    await act(async () => window.dispatchEvent(new Event('focus')))
    await user.click(button('Order'))
    expect(onOrder).toHaveBeenCalledTimes(1)
  })

  test('the order starts when the check gets no answer', async () => {
    const onOrder = vi.fn()
    fakeApi({ 'GET /products/:id': () => 'offline' })
    addToGuestCart({ product: sampleProduct, size: 'M' })
    syncGuestCart()()
    await act(async () => renderScreen(() => <CartView {...viewProps} store={useGuestCartStore()} onOrder={onOrder} />))
    await userEvent.click(button('Order'))
    expect(onOrder).toHaveBeenCalledTimes(1)
  })

  test('a size that the cart already has is refused', async () => {
    const user = await openGuestCart()
    act(() => void addToGuestCart({ product: sampleProduct, size: 'XL' }))
    await user.selectOptions(screen.getAllByLabelText(/^Size of Tee/)[0] as HTMLElement, 'XL')
    expect(showToast).toHaveBeenCalledWith({ text: 'Item already added to the cart', kind: 'info' })
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      'Tee · M',
      'Jogger · L',
      'Tee · XL',
      'Summary',
    ])
  })

  test('after a removal the focus moves to the next item', async () => {
    const user = await openGuestCart()
    await user.click(button('Remove Tee, size M'))
    expect(document.activeElement?.closest('li')).toBe(screen.getByText('Jogger').closest('li'))
  })
})

describe('undo in the guest cart', () => {
  async function openCart() {
    fakeApi({ 'GET /products/:id': () => 'offline' })
    for (const [id, size] of [
      ['a', 'M'],
      ['b', 'L'],
      ['c', undefined],
    ] as const)
      addToGuestCart({ product: { ...sampleProduct, _id: id, name: `Tee ${id}` }, size })
    syncGuestCart()()
    await act(async () => renderScreen(() => <CartView {...viewProps} store={useGuestCartStore()} onOrder={() => {}} />))
    return userEvent.setup()
  }

  const headings = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)

  test('a removed item returns to its place with its quantity, and gets the focus', async () => {
    const user = await openCart()
    await user.click(button('Increase quantity of Tee b, size L'))
    const before = localStorage.getItem('cartItems')
    await user.click(button('Remove Tee b, size L'))
    expect(headings()).toEqual(['Tee a · M', 'Tee c', 'Summary'])
    expect(screen.getByText('Tee b, size L was removed from your cart.')).toBeTruthy()
    await user.click(button('Undo: put Tee b, size L back'))
    expect(headings()).toEqual(['Tee a · M', 'Tee b · L', 'Tee c', 'Summary'])
    expect(localStorage.getItem('cartItems')).toBe(before)
    expect(document.activeElement?.closest('li')).toBe(screen.getByText('Tee b').closest('li'))
    expect(screen.queryByText(/was removed/)).toBeNull()
  })

  test('several removed items return in any order, also into an empty cart', async () => {
    const user = await openCart()
    for (const name of ['Tee a, size M', 'Tee c', 'Tee b, size L']) await user.click(button(`Remove ${name}`))
    expect(screen.getByText('Your cart is empty.')).toBeTruthy()
    expect(document.activeElement).toBe(button(/^Undo: put Tee b/))
    for (const name of ['Tee c', 'Tee a, size M', 'Tee b, size L']) await user.click(button(`Undo: put ${name} back`))
    expect(headings()).toEqual(['Tee a · M', 'Tee b · L', 'Tee c', 'Summary'])
    expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull()
  })

  test('a removed item that another tab adds again is not offered twice', async () => {
    const user = await openCart()
    await user.click(button('Remove Tee a, size M'))
    act(() => void addToGuestCart({ product: { ...sampleProduct, _id: 'a', name: 'Tee a' }, size: 'M' }))
    expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull()
    expect(getQuantities()).toEqual(['1', '1', '1'])
  })
})

test('a line links to its product and shows its size once', async () => {
  fakeApi({ 'GET /products/:id': () => sampleProduct })
  addToGuestCart({ product: sampleProduct, size: 'M' })
  syncGuestCart()()
  await act(async () => renderScreen(() => <CartView {...viewProps} store={useGuestCartStore()} onOrder={() => {}} />))
  const row = screen.getByText('Tee').closest('li')
  expect(screen.getByRole('link', { name: 'Tee' }).getAttribute('href')).toBe('/product/tee/tee')
  expect(row?.querySelector('a[aria-hidden] img')).toBeTruthy()
  expect(row?.querySelector('h2')?.textContent).toBe('Tee · M')
  const options = within(screen.getByLabelText('Size of Tee')).getAllByRole('option')
  expect(options.map(({ textContent }) => textContent)).toEqual(['Size M', 'Size L', 'Size XL', 'Size XXL'])
})

describe('the shopper’s cart', () => {
  const line: CartLine = { product: sampleProduct, size: 'M', quantity: 1, problem: null, notice: null }

  async function openShopperCart(loaded: LoadedCart = { lines: [line], error: undefined }) {
    const onOrder = vi.fn()
    await act(async () => renderScreen(() => <CartView {...viewProps} store={useShopperCartStore(loaded)} onOrder={onOrder} />))
    return { user: userEvent.setup(), onOrder }
  }

  test('a change shows when the server has confirmed it, and blocks others until then', async () => {
    const { promise, resolve } = Promise.withResolvers<FakeAnswer>()
    const calls = fakeApi({ 'PATCH /cart/:productId': () => promise })
    const { user } = await openShopperCart()
    await user.click(button(/^Increase/))
    expect(getQuantities()).toEqual(['1'])
    for (const name of [/^Increase/, /^Remove/, 'Order']) expect(button(name).disabled).toBe(true)
    await act(async () => resolve({ cart: [{ ...line, quantity: 2 }] }))
    expect(getQuantities()).toEqual(['2'])
    expect(calls.map(({ path, body }) => [path, body])).toEqual([['/cart/tee', { size: 'M', quantity: 2 }]])
    expect(document.activeElement).toBe(button(/^Increase/))
  })

  test('a refused change shows the error and what the server has now', async () => {
    const message = 'Only 1 left of Tee.'
    fakeApi({
      'PATCH /cart/:productId': () => errorAnswer({ status: 409, code: 'not_enough_stock', message }),
      'GET /cart': () => ({ cart: [{ ...line, product: { ...sampleProduct, stock: 1 } }], deliveryAddress: null }),
    })
    const { user } = await openShopperCart()
    await user.click(button(/^Increase/))
    expect(await screen.findByText(`Failed to update quantity: ${message}`)).toBeTruthy()
    expect(await screen.findByText('Only 1 left')).toBeTruthy()
    expect(button(/^Increase/).disabled).toBe(true)
  })

  test('a removal without an answer shows the text of the specification', async () => {
    fakeApi({ 'DELETE /cart/:productId/:size': () => 'offline', 'GET /cart': () => 'offline' })
    const { user } = await openShopperCart()
    await user.click(button(/^Remove/))
    expect(await screen.findByText('Failed to remove item.')).toBeTruthy()
    expect(getQuantities()).toEqual(['1'])
  })

  test('a removed line without a size is put back once, also when the answer to the first attempt was lost', async () => {
    const sizeless: CartLine = { ...line, size: null, quantity: 2 }
    let attempts = 0
    const calls = fakeApi({
      'DELETE /cart/:productId/:size': () => ({ cart: [] }),
      'GET /cart': () => ({ cart: [], deliveryAddress: null }),
      'POST /cart/merge': () => {
        attempts += 1
        return attempts === 1 ? 'offline' : { cart: [sizeless], notices: [] }
      },
    })
    const { user } = await openShopperCart({ lines: [sizeless], error: undefined })
    expect(screen.getByRole('link', { name: 'Tee' }).getAttribute('href')).toBe('/UserDashboard/productPage/tee')
    await user.click(button(/^Remove/))
    await user.click(button(/^Undo/))
    expect(await screen.findByText('The item could not be put back. Please try again.')).toBeTruthy()
    await user.click(button(/^Undo/))
    expect(getQuantities()).toEqual(['2'])
    expect(document.activeElement?.closest('li')).toBe(screen.getByText('Tee').closest('li'))
    const merges = calls.filter(({ route }) => route === 'POST /cart/merge')
    expect(merges[0]?.body).toEqual({ lines: [{ product: 'tee', name: 'Tee', price: 799, quantity: 2 }] })
    expect(merges[0]?.headers['idempotency-key']).toBeTruthy()
    expect(merges[1]?.headers).toEqual(merges[0]?.headers)
  })

  test('a removed line that has sold out meanwhile is not put back, and the cart says why', async () => {
    fakeApi({
      'DELETE /cart/:productId/:size': () => ({ cart: [] }),
      'POST /cart/merge': () => ({ cart: [], notices: ['Tee is sold out.'] }),
    })
    const { user } = await openShopperCart()
    await user.click(button(/^Remove/))
    await user.click(button(/^Undo/))
    expect(await screen.findByText('Tee is sold out.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull()
    expect(screen.getByText('Your cart is empty.')).toBeTruthy()
  })

  test('a gone product has no link', async () => {
    await openShopperCart({ lines: [{ ...line, problem: 'gone', notice: 'Tee is no longer available.' }], error: undefined })
    expect(screen.queryByRole('link', { name: 'Tee' })).toBeNull()
  })

  test('a new price blocks the order until it is accepted', async () => {
    const calls = fakeApi({
      'PATCH /cart/:productId': () => ({ cart: [line] }),
      'GET /cart': () => ({ cart: [line], deliveryAddress: null }),
    })
    const notice = 'The price changed from ₹700 to ₹799.'
    const { user, onOrder } = await openShopperCart({ lines: [{ ...line, problem: 'price', notice }], error: undefined })
    expect(screen.getByText(notice)).toBeTruthy()
    expect(button('Order').disabled).toBe(true)
    await user.click(button('Accept new price'))
    expect(calls[0]?.body).toEqual({ size: 'M', quantity: 1 })
    await user.click(button('Order'))
    expect(onOrder).toHaveBeenCalledTimes(1)
  })

  test.each(['sold_out', 'short', 'gone'] as const)('a line with the problem %s is not in the total', async (problem) => {
    const other: CartLine = { ...line, product: { ...sampleProduct, _id: 'jogger', price: 100 } }
    await openShopperCart({ lines: [{ ...line, problem, notice: 'Not enough.' }, other], error: undefined })
    expect(screen.getByText('Subtotal, 1 item').nextElementSibling?.textContent).toBe('₹100')
  })

  test('an item that has sold out meanwhile keeps the checkout closed', async () => {
    const soldOut: CartLine = { ...line, problem: 'sold_out', notice: 'Tee is sold out. Please remove it.' }
    fakeApi({ 'GET /cart': () => ({ cart: [soldOut], deliveryAddress: null }) })
    const { user, onOrder } = await openShopperCart()
    await user.click(button('Order'))
    expect(await screen.findByText('Tee is sold out. Please remove it.')).toBeTruthy()
    expect(onOrder).not.toHaveBeenCalled()
    expect(screen.getByText('Subtotal, 0 items')).toBeTruthy()
  })

  test('returning to the window shows what another device has changed', async () => {
    fakeApi({ 'GET /cart': () => ({ cart: [{ ...line, quantity: 3 }], deliveryAddress: null }) })
    await openShopperCart()
    await act(async () => window.dispatchEvent(new Event('focus')))
    expect(getQuantities()).toEqual(['3'])
  })

  test('a refresh that began before a change does not undo it', async () => {
    const { promise, resolve } = Promise.withResolvers<FakeAnswer>()
    fakeApi({ 'GET /cart': () => promise, 'PATCH /cart/:productId': () => ({ cart: [{ ...line, quantity: 2 }] }) })
    const { user } = await openShopperCart()
    act(() => void window.dispatchEvent(new Event('focus')))
    await user.click(button(/^Increase/))
    await act(async () => resolve({ cart: [line], deliveryAddress: null }))
    expect(getQuantities()).toEqual(['2'])
  })

  test('a cart that could not be loaded shows why', async () => {
    await openShopperCart({ lines: undefined, error: 'Failed to load cart. Please try again.' })
    expect(within(screen.getByRole('alert')).getByText('Failed to load cart. Please try again.')).toBeTruthy()
    expect(screen.queryByText('Your cart is empty.')).toBeNull()
  })
})
