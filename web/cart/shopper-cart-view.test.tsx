import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import type { CartLine } from '#contract/cart/cart.ts'
import { errorAnswer, type FakeAnswer, fakeApi, sampleProduct } from '../api/fake-api.ts'
import { button, getQuantities, renderCart } from './render-cart.tsx'
import { type LoadedCart, useShopperCartStore } from './use-shopper-cart-store.ts'

vi.mock('../layout/store-config.ts', async () => {
  const { policy } = await import('#contract/kernel/limits/policy-numbers.ts')
  return { usePolicies: () => policy, useStoreConfig: () => ({ policies: policy }) }
})
vi.mock('../ui/toast.ts', () => ({ showToast: vi.fn() }))

describe('the shopper’s cart', () => {
  const line: CartLine = { product: sampleProduct, size: 'M', quantity: 1, problem: null, notice: null }

  async function openShopperCart(loaded: LoadedCart = { lines: [line], error: undefined }) {
    const onOrder = vi.fn()
    await renderCart({ useStore: () => useShopperCartStore(loaded), onOrder })
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

  test('an older refresh that is answered last does not undo a newer one', async () => {
    const older = Promise.withResolvers<FakeAnswer>()
    const soldOut: CartLine = { ...line, problem: 'sold_out', notice: 'Tee is sold out. Please remove it.' }
    const replies = [older.promise, Promise.resolve<FakeAnswer>({ cart: [soldOut], deliveryAddress: null })]
    fakeApi({ 'GET /cart': () => replies.shift() ?? 'offline' })
    const { user } = await openShopperCart()
    act(() => void window.dispatchEvent(new Event('focus')))
    await user.click(button('Order'))
    expect(await screen.findByText('Tee is sold out. Please remove it.')).toBeTruthy()
    await act(async () => older.resolve({ cart: [line], deliveryAddress: null }))
    expect(screen.getByText('Tee is sold out. Please remove it.')).toBeTruthy()
  })

  test('an older refresh shows what it found when a newer one fails', async () => {
    const older = Promise.withResolvers<FakeAnswer>()
    const soldOut: CartLine = { ...line, problem: 'sold_out', notice: 'Tee is sold out. Please remove it.' }
    const replies = [older.promise, Promise.resolve<FakeAnswer>('offline')]
    fakeApi({ 'GET /cart': () => replies.shift() ?? 'offline' })
    const { user } = await openShopperCart()
    await user.click(button('Order'))
    await act(async () => void window.dispatchEvent(new Event('focus')))
    await act(async () => older.resolve({ cart: [soldOut], deliveryAddress: null }))
    expect(screen.getByText('Tee is sold out. Please remove it.')).toBeTruthy()
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
