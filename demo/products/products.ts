import { denimCargos } from './denim.ts'
import { hoodiePacks } from './hoodies.ts'
import { joggers } from './joggers.ts'
import { kurtas } from './kurtas.ts'
import { type DemoProduct, listViews } from './product.ts'
import { shirts } from './shirts.ts'
import { tees } from './tees.ts'

export type { DemoProduct, View } from './product.ts'

/**
 * Listing order, newest first, in pages of seven. The first is the hero; each page mixes categories and colours.
 */
const ORDER = [
  'three-earths-hoodie-pack',
  'harbour-stripe-tee',
  'mid-indigo-cargo',
  'peepal-everyday-jogger',
  'haldi-block-tee',
  'kohl-black-cargo',
  'sanganer-sprig-tee',

  'indigo-and-haldi-hoodie-pair',
  'madder-sun-tee',
  'ash-melange-jogger',
  'olive-field-cargo',
  'rann-white-pocket-tee',
  'track-stripe-jogger',
  'sun-bleached-cargo',

  'gulmohar-yoke-pair',
  'kohl-boxy-tee',
  'multani-knee-jogger',
  'raw-indigo-cargo',
  'neem-henley-tee',
  'hill-station-zip-pair',
  'madder-block-jogger',

  'kohl-and-rann-hoodie-pair',
  'indigo-dip-tee',
  'ecru-workshop-cargo',
  'jamun-fleece-jogger',
  'chai-stripe-tee',
  'varsity-band-pair',
  'kohl-patch-jogger',

  'orchard-hoodie-trio',
  'stepwell-tee',
  'turn-up-indigo-cargo',
  'oat-lounge-jogger',
  'jamun-ringer-tee',
  'first-light-hoodie-pair',
  'monsoon-grey-cargo',

  'weekend-sleeve-trio',
  'sky-arches-tee',
  'dusk-blue-jogger',
  'tobacco-heavy-cargo',
  'monsoon-melange-tee',

  'indigo-sprig-kurta',
  'haldi-festive-kurta',
  'madder-yoke-kurta',
  'neem-everyday-kurta',
  'harbour-popover-shirt',
  'olive-popover-shirt',
  'chai-pocket-shirt',

  'rann-white-kurta',
  'stepwell-kurta',
  'monsoon-dip-shirt',

  'madder-everyday-kurta',
  'sky-pocket-shirt',
  'jamun-festive-kurta',
  'ecru-popover-shirt',
] as const

/** Maximum retail prices in rupees of those that are sold below them. */
const mrps: Readonly<Record<string, number>> = {
  'harbour-stripe-tee': 1299,
  'haldi-block-tee': 1199,
  'madder-sun-tee': 1199,
  'kohl-boxy-tee': 1099,
  'indigo-dip-tee': 1499,
  'peepal-everyday-jogger': 1899,
  'track-stripe-jogger': 2199,
  'three-earths-hoodie-pack': 3999,
  'gulmohar-yoke-pair': 3299,
  'indigo-and-haldi-hoodie-pair': 3199,
  'hill-station-zip-pair': 3599,
  'kohl-and-rann-hoodie-pair': 2799,
  'orchard-hoodie-trio': 4799,
  'varsity-band-pair': 3399,
  'first-light-hoodie-pair': 2599,
  'weekend-sleeve-trio': 4499,
  'mid-indigo-cargo': 2999,
}

const hsnCodes = { TEE: '6109', JOGGER: '6103', HOODIE: '6110', KURTA: '6211', SHIRT: '6205', DENIM: '6203' } as const

const bySlug = new Map(
  [...tees, ...joggers, ...hoodiePacks, ...denimCargos, ...kurtas, ...shirts].map((product) => [product.slug, product]),
)

export const demoProducts: readonly DemoProduct[] = ORDER.map((slug) => {
  const product = bySlug.get(slug)
  if (!product) throw new Error(`ORDER names ${slug}, which no category file has.`)
  const mrp = mrps[slug]
  const { fabric, care, colour, weightGrams, style, category } = product
  return {
    ...product,
    details: {
      fabric,
      care,
      colour,
      weightGrams,
      ...(style !== undefined && { style }),
      hsnCode: hsnCodes[category],
      itemsInPack: product.itemsInPack ?? 1,
    },
    views: listViews(product),
    ...(mrp !== undefined && { mrpPaise: mrp * 100 }),
  }
})
