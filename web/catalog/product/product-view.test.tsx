import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { MemoryRouter, useLocation } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Product } from '#contract/catalog/products.ts'
import type { Size } from '#contract/kernel/business.ts'
import { sampleStoreConfig } from '../../api/fake-store-config.ts'
import { useStoreConfigIfLoaded } from '../../layout/store-config.ts'
import { showToast } from '../../ui/toast.ts'
import { addToCart } from '../shared/add-to-cart.ts'
import { ProductView } from './product-view.tsx'

vi.mock('../../layout/store-config.ts', async () => {
  const { policy } = await import('#contract/kernel/limits/policy-numbers.ts')
  return { usePolicies: () => policy, useStoreConfig: () => ({ policies: policy }), useStoreConfigIfLoaded: vi.fn() }
})
vi.mock('../shared/add-to-cart.ts', () => ({ addToCart: vi.fn(), useIsShopper: () => false }))
vi.mock('../../ui/toast.ts', () => ({ showToast: vi.fn() }))

const product: Product = {
  _id: 'id-1',
  name: 'Red Tee',
  description: 'A red tee.',
  price: 799,
  image: '/images/red-tee/800.jpeg',
  backdrop: '#eeeeee',
  category: 'TEE',
  stock: 20,
  sizes: ['M', 'L'],
}

const user = userEvent.setup()

beforeEach(() => void vi.mocked(addToCart).mockReset())

function ShownLocation() {
  const { pathname, search } = useLocation()
  return <output data-testid="location">{pathname + search}</output>
}

function Page({ change }: { change: Partial<Product> }) {
  const [size, setSize] = useState<Size>()
  return (
    <MemoryRouter>
      <ProductView
        product={{ ...product, ...change }}
        size={size}
        onSizeChange={setSize}
        cartHref="/homecart"
        listHref="/buy"
        categoryHref="/buy?category=TEE"
        categoryName="Tees"
      />
      <ShownLocation />
    </MemoryRouter>
  )
}

const renderProduct = (change: Partial<Product> = {}) => render(<Page change={change} />)

const isChecked = (size: string) => screen.getByRole<HTMLInputElement>('radio', { name: size }).checked

test('adding without a size asks for one, until one is selected', async () => {
  renderProduct()
  await user.click(screen.getByRole('button', { name: 'Add to Cart' }))
  expect(screen.getByRole('alert').textContent).toBe('Please select a size before adding to the cart!')
  expect(addToCart).not.toHaveBeenCalled()
  await user.click(screen.getByRole('radio', { name: 'L' }))
  expect(screen.getByRole('alert').textContent).toBe('')
})

test('adds the selected size once while a request is in flight', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  vi.mocked(addToCart).mockReturnValue(promise)
  renderProduct()
  await user.click(screen.getByRole('radio', { name: 'L' }))
  await user.click(screen.getByRole('button', { name: 'Add to Cart' }))
  await user.click(screen.getByRole('button', { name: 'Adding…' }))
  resolve()
  await screen.findByRole('button', { name: 'Add to Cart' })
  expect(addToCart).toHaveBeenCalledExactlyOnceWith({ product, size: 'L' })
  expect(isChecked('L')).toBe(true)
})

test('the selected size stays after adding', async () => {
  renderProduct()
  await user.click(screen.getByRole('radio', { name: 'M' }))
  await user.click(screen.getByRole('button', { name: 'Add to Cart' }))
  await screen.findByRole('button', { name: 'Add to Cart' })
  expect(isChecked('M')).toBe(true)
})

test('a product without an id cannot be added', async () => {
  renderProduct({ _id: '' })
  await user.click(screen.getByRole('radio', { name: 'M' }))
  await user.click(screen.getByRole('button', { name: 'Add to Cart' }))
  expect(showToast).toHaveBeenCalledWith({ text: 'Product ID is missing.', kind: 'error' })
  expect(addToCart).not.toHaveBeenCalled()
})

test('a sold-out product cannot be added and leads to its category', () => {
  renderProduct({ stock: 0 })
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Sold out' }).disabled).toBe(true)
  expect(screen.getByRole('link', { name: 'View all tees' }).getAttribute('href')).toBe('/buy?category=TEE')
})

const bySize = {
  stock: 9,
  sizes: ['M', 'L', 'XL'],
  sizeStock: [
    { size: 'M', stock: 0 },
    { size: 'L', stock: 2 },
    { size: 'XL', stock: 7 },
  ],
}

test('a size that is sold out is announced and cannot be chosen', async () => {
  renderProduct(bySize)
  const soldOut = screen.getByRole<HTMLInputElement>('radio', { name: 'M sold out' })
  expect(soldOut.getAttribute('aria-disabled')).toBe('true')
  await user.click(soldOut)
  expect(soldOut.checked).toBe(false)
  await user.click(screen.getByRole('button', { name: 'Add to Cart' }))
  expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'L' }))
  expect(addToCart).not.toHaveBeenCalled()
})

test('what is left is said for the chosen size', async () => {
  renderProduct(bySize)
  expect(screen.queryByText(/left/)).toBeNull()
  await user.click(screen.getByRole('radio', { name: 'L' }))
  screen.getByText('Only 2 left in L')
  await user.click(screen.getByRole('radio', { name: 'XL' }))
  expect(screen.queryByText(/left/)).toBeNull()
})

test('the only size of a product is selected', () => {
  renderProduct({ sizes: ['Free size'], sizeStock: [{ size: 'Free size', stock: 20 }] })
  expect(isChecked('Free size')).toBe(true)
})

test('the selected size goes with the shopper to another colour', async () => {
  const colours = ['Red', 'Indigo'].map((colour, index) => ({ ...product, _id: `id-${index + 1}`, colour }))
  renderProduct({ colours })
  const indigo = screen.getByRole('link', { name: 'Indigo' })
  expect(indigo.getAttribute('href')).toBe('/product/id-2/red-tee')
  await user.click(screen.getByRole('radio', { name: 'L' }))
  expect(indigo.getAttribute('href')).toBe('/product/id-2/red-tee?size=L')
})

test('a question on WhatsApp names the product and the size, and is missing without a number', async () => {
  const { unmount } = renderProduct()
  expect(screen.queryByRole('link', { name: 'Ask on WhatsApp' })).toBeNull()
  unmount()
  const whatsapp = { number: '9876543210', hours: 'Mon to Sat' }
  vi.mocked(useStoreConfigIfLoaded).mockReturnValue({ ...sampleStoreConfig, whatsapp })
  renderProduct()
  await user.click(screen.getByRole('radio', { name: 'M' }))
  const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'Ask on WhatsApp' })
  expect([new URL(link.href).pathname, new URL(link.href).searchParams.get('text'), link.target, link.rel]).toEqual([
    '/919876543210',
    'Hello Asha, I have a question about Red Tee, size M: https://asha.example/product/id-1/red-tee',
    '_blank',
    'noopener',
  ])
  screen.getByText('Mon to Sat')
})

test('Buy now opens the checkout with the chosen size, and asks for one before', async () => {
  renderProduct()
  await user.click(screen.getByRole('button', { name: 'Buy now' }))
  expect(screen.getByRole('alert').textContent).toBe('Please select a size before adding to the cart!')
  await user.click(screen.getByRole('radio', { name: 'M' }))
  await user.click(screen.getByRole('button', { name: 'Buy now' }))
  expect(screen.getByTestId('location').textContent).toBe('/orderNow?buy=id-1&size=M&quantity=1')
  expect(addToCart).not.toHaveBeenCalled()
})

test('a product that is sold out cannot be bought at once', () => {
  renderProduct({ stock: 0 })
  expect(screen.queryByRole('button', { name: 'Buy now' })).toBeNull()
})

test('a pre-order says from which day it leaves instead of in how many days', () => {
  renderProduct({ dispatchDays: 13, availableFrom: '2026-12-12' })
  expect(screen.getByText('Pre-order · leaves from 12 December')).toBeTruthy()
  expect(screen.getByText('Pre-order · leaves from 12 December.')).toBeTruthy()
  expect(screen.queryByText(/13 days/)).toBeNull()
})
