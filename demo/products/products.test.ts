import { stat } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { demoCategories } from './categories.ts'
import { colours } from './colours.ts'
import { demoProducts } from './products.ts'

/** Minimum and maximum rupees of each category. */
const PRICES = {
  TEE: [599, 1299],
  JOGGER: [1199, 1899],
  HOODIE: [1999, 3499],
  DENIM: [1799, 2999],
  KURTA: [1199, 2499],
  SHIRT: [1199, 1999],
} as const

describe('the demo products', () => {
  it('has at least 36 distinct products', () => {
    expect(demoProducts.length).toBeGreaterThanOrEqual(36)
    expect(new Set(demoProducts.map((product) => product.slug)).size).toBe(demoProducts.length)
    expect(new Set(demoProducts.map((product) => product.name)).size).toBe(demoProducts.length)
    expect(new Set(demoProducts.map((product) => product.drawing.seed)).size).toBe(demoProducts.length)
  })

  it('declares a colour of each product, at most three, and of no other', () => {
    expect(Object.keys(colours).sort()).toEqual(demoProducts.map(({ slug }) => slug).sort())
    for (const { slug, details } of demoProducts) {
      expect(details.colour.length, slug).toBeLessThanOrEqual(40)
      expect(details.colour.split('/').length, slug).toBeLessThanOrEqual(3)
    }
  })

  it('shows every category on the first page', () => {
    expect(new Set(demoProducts.slice(0, 7).map((product) => product.category)).size).toBe(4)
  })

  it('has prices in whole paise within the range of the category', () => {
    for (const { slug, pricePaise, category } of demoProducts) {
      const [min, max] = PRICES[category]
      expect(Number.isInteger(pricePaise), slug).toBe(true)
      expect(pricePaise, slug).toBeGreaterThanOrEqual(min * 100)
      expect(pricePaise, slug).toBeLessThanOrEqual(max * 100)
    }
  })

  it('has at least 10 products with stock by size, in the sizes of their category, some of them sold out', () => {
    const bySize = demoProducts.flatMap(({ category, stock }) => (typeof stock === 'number' ? [] : [{ category, stock }]))
    expect(bySize.length).toBeGreaterThanOrEqual(10)
    for (const { category, stock } of bySize) {
      expect(Object.keys(stock).toSorted()).toEqual(demoCategories.find(({ key }) => key === category)?.sizes.toSorted())
    }
    expect(bySize.some(({ stock }) => Object.values(stock).includes(0))).toBe(true)
  })

  it('has size guides with the sizes of its categories', () => {
    for (const { key, sizes, sizeGuide } of demoCategories) {
      expect(
        sizeGuide.rows.map(({ size }) => size),
        key,
      ).toEqual(sizes)
      for (const { values } of sizeGuide.rows) expect(values, key).toHaveLength(sizeGuide.measures.length)
    }
  })

  it('has a picture under 150 kB for each product', async () => {
    for (const { slug, backdrop } of demoProducts) {
      const { size } = await stat(new URL(`../pictures/${slug}.webp`, import.meta.url))
      expect(size, slug).toBeLessThan(150_000)
      expect(backdrop).toMatch(/^#[0-9a-f]{6}$/)
    }
  })

  it('has four pictures of at least 12 products, the further ones under 70 kB', async () => {
    const pictured = demoProducts.filter(({ views }) => views.length === 3)
    expect(pictured.length).toBeGreaterThanOrEqual(12)
    for (const { slug, views } of pictured) {
      for (const view of views) {
        const { size } = await stat(new URL(`../pictures/${slug}-${view}.webp`, import.meta.url))
        expect(size, `${slug} ${view}`).toBeLessThan(70_000)
      }
    }
  })

  it('has no MRP below the price', () => {
    const priced = demoProducts.filter(({ mrpPaise }) => mrpPaise !== undefined)
    expect(priced.length).toBeGreaterThanOrEqual(8)
    for (const { slug, pricePaise, mrpPaise } of priced) expect(mrpPaise, slug).toBeGreaterThan(pricePaise)
  })
})
