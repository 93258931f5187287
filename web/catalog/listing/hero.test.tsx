import { act, render, screen, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import type { CollectionCard } from '#contract/catalog/collections.ts'
import type { Product } from '#contract/catalog/products.ts'
import type { Call } from '../../api/client.ts'
import type { StoreConfig } from '../../api/load-context.ts'
import { Hero, loadHeroPiece } from './hero.tsx'

const { hero } = vi.hoisted(() => ({
  hero: { headline: ['Simple cuts,'], text: [], button: null, picture: null } as StoreConfig['hero'],
}))
vi.mock('../../layout/store-config.ts', async () => {
  const { firstCategories } = await import('#contract/catalog/categories.ts')
  return { useStoreConfig: () => ({ categories: firstCategories, hero }) }
})

const createProduct = (values: Partial<Product>): Product => ({
  _id: 'a',
  name: 'Madder Tee',
  description: '',
  price: 500,
  image: '/images/a/800.jpeg',
  backdrop: '#eeeeee',
  category: 'TEE',
  stock: 3,
  sizes: ['M'],
  ...values,
})
interface Shop {
  packs: readonly Product[]
  listed: readonly Product[]
  collections?: readonly CollectionCard[]
}
const load = ({ packs, listed, collections = [] }: Shop) =>
  loadHeroPiece({
    call: (async () => ({ products: packs })) as unknown as Call,
    collections: Promise.resolve(collections),
    listing: Promise.resolve({ products: [...listed], total: 1, page: 1, pages: 1, error: undefined }),
  })
const renderHero = (piece: Parameters<typeof Hero>[0]['piece']) =>
  act(async () => render(<RouterProvider router={createMemoryRouter([{ path: '*', element: <Hero piece={piece} /> }])} />))

test('a shop with collections opens with the newest one, and links to all products below', async () => {
  const [newest, older] = ['Diwali', 'Monsoon'].map((title) => ({
    slug: title.toLowerCase(),
    title,
    introduction: '',
    image: `/images/${title}/800.jpeg`,
    backdrop: '#eeeeee',
  })) as [CollectionCard, CollectionCard]
  const { container } = await renderHero(load({ packs: [], listed: [createProduct({})], collections: [newest, older] }))
  expect(screen.getByRole('link', { name: 'Shop Diwali' }).getAttribute('href')).toBe('/collection/diwali')
  expect(screen.getByRole('link', { name: 'Shop all' }).getAttribute('href')).toBe('/#listing')
  expect(container.querySelector('img')?.getAttribute('src')).toBe('/images/Diwali/800.jpeg')
})

test('a shop with hoodie packs opens with one of them', async () => {
  await renderHero(await load({ packs: [createProduct({ name: 'Earth Pack', category: 'HOODIE' })], listed: [createProduct({})] }))
  expect(screen.getByRole('link', { name: 'Shop hoodie packs' }).getAttribute('href')).toBe('/buy?category=HOODIE')
  expect(screen.getByRole('img', { name: 'Earth Pack' })).toBeDefined()
})

test('a shop without hoodie packs opens with its first product and a link to its category', async () => {
  await renderHero(load({ packs: [], listed: [createProduct({})] }))
  expect(screen.getByRole('link', { name: 'Shop tees' }).getAttribute('href')).toBe('/buy?category=TEE')
  expect(screen.getByRole('img', { name: 'Madder Tee' })).toBeDefined()
})

test('an empty shop opens without a link', async () => {
  await renderHero(await load({ packs: [], listed: [] }))
  expect(screen.queryByRole('link')).toBeNull()
})

const picture = (name: string) => ({ image: `/images/${name}/800.webp`, alt: name, backdrop: '#eeeeee' })

test('several pictures are a region that the keyboard scrolls; only the first is loaded at once, and none moves by itself', async () => {
  vi.useFakeTimers()
  Object.assign(hero, { picture: picture('Looms'), morePictures: [picture('Dyes'), picture('Yarns')] })
  try {
    await renderHero(undefined)
    const region = screen.getByRole('region', { name: 'Pictures' })
    expect(region.tabIndex).toBe(0)
    const images = within(region).getAllByRole('img')
    expect(images.map((image) => [image.getAttribute('alt'), image.getAttribute('loading')])).toEqual([
      ['Looms', 'eager'],
      ['Dyes', 'lazy'],
      ['Yarns', 'lazy'],
    ])
    expect(vi.getTimerCount()).toBe(0)
  } finally {
    Object.assign(hero, { picture: null, morePictures: undefined })
    vi.useRealTimers()
  }
})

test('one picture of the owner is no region', async () => {
  Object.assign(hero, { picture: picture('Looms') })
  try {
    await renderHero(undefined)
    expect(screen.getByRole('img', { name: 'Looms' })).toBeDefined()
    expect(screen.queryByRole('region', { name: 'Pictures' })).toBeNull()
  } finally {
    Object.assign(hero, { picture: null })
  }
})
