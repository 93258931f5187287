import { denimCargos } from './denim.ts'
import { hoodiePacks } from './hoodies.ts'
import { joggers } from './joggers.ts'
import { kurtas } from './kurtas.ts'
import type { DemoProduct } from './product.ts'
import { shirts } from './shirts.ts'
import { tees } from './tees.ts'

export type { DemoProduct } from './product.ts'

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
] as const

const bySlug = new Map(
  [...tees, ...joggers, ...hoodiePacks, ...denimCargos, ...kurtas, ...shirts].map((product) => [product.slug, product]),
)

export const demoProducts: readonly DemoProduct[] = ORDER.map((slug) => {
  const product = bySlug.get(slug)
  if (!product) throw new Error(`ORDER names ${slug}, which no category file has.`)
  return product
})
