import { describe, expect, it } from 'vitest'
import { demoCategories, firstDescriptions } from './categories.ts'
import { demoCollections } from './collections.ts'
import { demoProducts } from './products.ts'

const texts = [
  ...demoProducts.map(({ slug, description }) => ({ slug, text: description })),
  ...demoCollections.map(({ slug, text }) => ({ slug, text })),
  ...demoCategories.map(({ key, description }) => ({ slug: key, text: description })),
  ...Object.entries(firstDescriptions).map(([key, text]) => ({ slug: key, text })),
]
const products = demoProducts.map(({ slug, description, details }) => ({ slug, description: description.toLowerCase(), details }))

/** Words for a cloth. One that the description uses is in the declared fabric too. */
const cloths = [
  'terry',
  'fleece',
  'jersey',
  'slub',
  'denim',
  'twill',
  'poplin',
  'loopback',
  'brushed',
  'combed',
  'melange',
  'polyester',
  'linen',
  'silk',
  'wool',
]

describe('the descriptions of the demo products', () => {
  it('name no amount of money', () => {
    for (const { slug, text } of texts) expect(text, slug).not.toMatch(/₹|\brs\.?\s?\d|rupee|\bsav(e|es|ed|ing)\b/i)
  })

  it('name the weight of the cloth that is declared', () => {
    const weighed = products.filter(({ description }) => description.includes('gsm'))
    expect(weighed.length).toBeGreaterThan(30)
    for (const { slug, description, details } of weighed)
      expect(description.match(/\d+ gsm/g), slug).toEqual(details.fabric.toLowerCase().match(/\d+ gsm/g))
  })

  it('name no cloth that is not declared', () => {
    for (const { slug, description, details } of products)
      for (const cloth of cloths.filter((word) => new RegExp(`\\b${word}\\b`).test(description)))
        expect(details.fabric.toLowerCase(), slug).toContain(cloth)
  })

  it('speak of stretch where the fabric has elastane, and only there', () => {
    for (const { slug, description, details } of products)
      expect(/\bstretch/.test(description), slug).toBe(details.fabric.includes('elastane'))
  })

  it('leave washing to the care instructions, but say what is washed by hand', () => {
    for (const { slug, description, details } of products) {
      const care = details.care.toLowerCase()
      expect(/machine wash/.test(care) !== /hand wash/.test(care), slug).toBe(true)
      expect(description.includes('hand wash'), slug).toBe(care.includes('hand wash'))
      for (const instruction of care.split(/[,;]/)) expect(description, slug).not.toContain(instruction.trim())
      expect(description, slug).not.toMatch(/machine wash|\b(wash|iron|dry) (cold|inside|apart|in shade|flat)/)
    }
  })

  it('call no cloth handloom', () => {
    for (const { slug, text } of texts) expect(text, slug).not.toMatch(/hand.?loom/i)
    for (const { slug, details } of products) expect(details.fabric, slug).not.toMatch(/hand.?loom/i)
  })
})

describe('the declarations of the demo products', () => {
  it('are complete: fabric, care, colour, weight, pieces and HSN code', () => {
    for (const { slug, details } of products) {
      expect(details, slug).toMatchObject({
        fabric: expect.stringMatching(/cotton.*, \d+ GSM$/),
        care: expect.stringMatching(/wash/i),
        colour: expect.stringMatching(/^[A-Z][a-z, ]+$/),
        weightGrams: expect.any(Number),
        itemsInPack: expect.any(Number),
        hsnCode: expect.stringMatching(/^6\d{3}$/),
      })
    }
  })

  it('add the shares of the fibres up to 100 %', () => {
    for (const { slug, details } of products) {
      const shares = [...details.fabric.matchAll(/(\d+)%/g)].map(([, share]) => Number(share))
      expect(
        shares.reduce((sum, share) => sum + share, 0),
        slug,
      ).toBe(100)
    }
  })

  it('count the pieces of a pack, each of which has a colour, and give packs an MRP', () => {
    const packs = demoProducts.filter(({ category }) => category === 'HOODIE')
    for (const { slug, name, details, mrpPaise } of packs) {
      expect(details.colour.split(/, | and /), slug).toHaveLength(details.itemsInPack)
      expect(details.itemsInPack, slug).toBe(/pair/i.test(name) ? 2 : 3)
      expect(mrpPaise, slug).toBeDefined()
    }
  })

  it('share a style only between different colours of one category', () => {
    const styles = Map.groupBy(
      demoProducts.filter(({ details }) => details.style !== undefined),
      ({ details }) => details.style,
    )
    expect(styles.size).toBeGreaterThanOrEqual(3)
    for (const [style, members] of styles) {
      expect(members.length, style).toBeGreaterThanOrEqual(2)
      expect(new Set(members.map(({ details }) => details.colour)).size, style).toBe(members.length)
      expect(new Set(members.map(({ category }) => category)).size, style).toBe(1)
    }
  })
})
