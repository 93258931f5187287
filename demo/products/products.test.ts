import { readdir, readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { demoCategories } from './categories.ts'
import { demoCollections, demoHero } from './collections.ts'
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

const folder = new URL('../pictures/', import.meta.url)

async function expectPicture({ file, maxBytes = 300_000 }: { file: string; maxBytes?: number }): Promise<void> {
  const bytes = await readFile(new URL(file, folder))
  expect(bytes.length, file).toBeLessThan(maxBytes)
  expect(await sharp(bytes).metadata(), file).toMatchObject({ width: 1920, height: 2400 })
}

describe('the demo products', () => {
  it('has at least 36 distinct products', () => {
    expect(demoProducts.length).toBeGreaterThanOrEqual(36)
    expect(new Set(demoProducts.map((product) => product.slug)).size).toBe(demoProducts.length)
    expect(new Set(demoProducts.map((product) => product.name)).size).toBe(demoProducts.length)
  })

  it('shows every category on the first page', () => {
    expect(new Set(demoProducts.slice(0, 7).map((product) => product.category)).size).toBe(4)
  })

  it('has prices in whole paise within the range of the category', () => {
    for (const { slug, pricePaise, category } of demoProducts) {
      const [min, max] = PRICES[category as keyof typeof PRICES]
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

  it('has four pictures of 1920 × 2400 pixels of each product, one of each piece of a pack, and those of the collections', async () => {
    for (const { slug, backdrop, pictures, details } of demoProducts) {
      expect(pictures, slug).toHaveLength(4)
      const pieces = pictures.filter(({ file }) => file.includes('-piece-'))
      expect(pieces, slug).toHaveLength(details.itemsInPack === 1 ? 0 : details.itemsInPack)
      expect(
        pictures.slice(1).every(({ alt }) => alt !== ''),
        slug,
      ).toBe(true)
      for (const { file } of pictures) await expectPicture({ file, ...(/-(back|piece-\d)\./.test(file) && { maxBytes: 200_000 }) })
      expect(backdrop).toMatch(/^#[0-9a-f]{6}$/)
    }
    for (const { picture } of demoCollections) await expectPicture({ file: `${picture}.webp` })
    await expectPicture({ file: `${demoHero.picture}.webp` })
    expect(demoCollections.map(({ picture }) => picture)).not.toContain(demoHero.picture)
  })

  it('has no picture that nothing shows', async () => {
    const shown = [
      ...demoProducts.flatMap(({ pictures }) => pictures.map(({ file }) => file)),
      ...[demoHero, ...demoCollections].map(({ picture }) => `${picture}.webp`),
    ]
    expect((await readdir(folder)).toSorted()).toEqual(shown.toSorted())
  })

  it('has no MRP below the price', () => {
    const priced = demoProducts.filter(({ mrpPaise }) => mrpPaise !== undefined)
    expect(priced.length).toBeGreaterThanOrEqual(8)
    for (const { slug, pricePaise, mrpPaise } of priced) expect(mrpPaise, slug).toBeGreaterThan(pricePaise)
  })
})
