import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { fakeApi, sampleProduct } from '../api/fake-api.ts'
import { showToast } from '../ui/toast.ts'
import { button, getQuantities, renderCart } from './render-cart.tsx'
import { addToGuestCart, syncGuestCart } from './state/guest-cart.ts'
import { useGuestCartStore } from './use-guest-cart-store.ts'

vi.mock('../layout/store-config.ts', async () => {
  const { policy } = await import('#contract/kernel/limits/policy-numbers.ts')
  return { usePolicies: () => policy, useStoreConfig: () => ({ policies: policy }) }
})
vi.mock('../ui/toast.ts', () => ({ showToast: vi.fn() }))

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
    await renderCart({ useStore: useGuestCartStore })
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
    await renderCart({ useStore: useGuestCartStore })
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
    await renderCart({ useStore: useGuestCartStore, onOrder })
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
    await renderCart({ useStore: useGuestCartStore, onOrder })
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
    await renderCart({ useStore: useGuestCartStore })
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
  await renderCart({ useStore: useGuestCartStore })
  const row = screen.getByText('Tee').closest('li')
  expect(screen.getByRole('link', { name: 'Tee' }).getAttribute('href')).toBe('/product/tee/tee')
  expect(row?.querySelector('a[aria-hidden] img')).toBeTruthy()
  expect(row?.querySelector('h2')?.textContent).toBe('Tee · M')
  const options = within(screen.getByLabelText('Size of Tee')).getAllByRole('option')
  expect(options.map(({ textContent }) => textContent)).toEqual(['Size M', 'Size L', 'Size XL', 'Size XXL'])
})
