import type { DrawnProduct } from './product.ts'

export const hoodiePacks: readonly DrawnProduct[] = [
  {
    slug: 'indigo-and-haldi-hoodie-pair',
    name: 'Indigo & Haldi Hoodie Pair',
    description:
      'Two pullover hoodies in 320 GSM brushed cotton fleece, one deep indigo, one turmeric. Regular fit, kangaroo pocket, lined hood with a flat cord. Bought apart they are ₹3,198; the pair saves you ₹699. Wash cold, inside out.',
    pricePaise: 249900,
    category: 'HOODIE',
    stock: 34,
    backdrop: '#c6b3aa',
    drawing: {
      garment: 'hoodie-pack',
      seed: 31,
      layout: 'cascade',
      hoodies: [
        { colour: '#2f3b57', lining: '#46557a', cord: '#d9d0bd', weave: 'fleece', front: 'pullover' },
        { colour: '#c9a05c', lining: '#b98f4d', cord: '#f1e7d3', weave: 'fleece', front: 'pullover' },
      ],
    },
  },
  {
    slug: 'three-earths-hoodie-pack',
    name: 'Three Earths Hoodie Pack',
    description:
      'Madder, sand and kohl: three hoodies that go with everything you own. 300 GSM loopback cotton, regular fit, ribs that spring back. Three for ₹3,299 instead of ₹4,497, so ₹1,198 saved. Wash cold with like colours.',
    pricePaise: 329900,
    category: 'HOODIE',
    stock: 22,
    backdrop: '#b9bca8',
    drawing: {
      garment: 'hoodie-pack',
      seed: 32,
      layout: 'fan',
      hoodies: [
        { colour: '#2c2929', lining: '#403b3a', cord: '#cfc5b2', weave: 'terry', front: 'pullover' },
        { colour: '#e0d3ba', lining: '#c9b897', cord: '#8a6a4c', weave: 'terry', front: 'pullover' },
        { colour: '#8f3b32', lining: '#70302a', cord: '#ecdcc0', weave: 'terry', front: 'pullover' },
      ],
    },
  },
  {
    slug: 'hill-station-zip-pair',
    name: 'Hill Station Zip Pair',
    description:
      'Two full-zip hoodies for the ride up: pine green and ash. 340 GSM cotton fleece, a metal zip with a long pull, thumb-friendly cuffs. ₹2,799 for both, ₹799 less than one by one. Close the zip before washing.',
    pricePaise: 279900,
    category: 'HOODIE',
    stock: 17,
    backdrop: '#cdbfb2',
    drawing: {
      garment: 'hoodie-pack',
      seed: 33,
      layout: 'side-by-side',
      hoodies: [
        { colour: '#a5a29c', lining: '#8d8a84', cord: '#efe8da', weave: 'melange', front: 'zip' },
        { colour: '#37503f', lining: '#c4b48f', cord: '#e6dcc6', weave: 'fleece', front: 'zip' },
      ],
    },
  },
  {
    slug: 'gulmohar-yoke-pair',
    name: 'Gulmohar Yoke Pair',
    description:
      'Colour-blocked at the chest: gulmohar on cream, ink on dusk blue. 300 GSM French terry with a roomy hood and a deep pocket. The pair is ₹2,599, a saving of ₹599. Machine wash cold, inside out.',
    pricePaise: 259900,
    category: 'HOODIE',
    stock: 41,
    backdrop: '#adb3ac',
    drawing: {
      garment: 'hoodie-pack',
      seed: 34,
      layout: 'cascade-back',
      hoodies: [
        {
          colour: '#7d93a8',
          lining: '#62778c',
          cord: '#e9dfcb',
          weave: 'terry',
          front: 'pullover',
          detail: { kind: 'yoke', colour: '#29344c' },
        },
        {
          colour: '#e2d6bf',
          lining: '#c95f3c',
          cord: '#7b3322',
          weave: 'terry',
          front: 'pullover',
          detail: { kind: 'yoke', colour: '#c0553a' },
        },
      ],
    },
  },
  {
    slug: 'kohl-and-rann-hoodie-pair',
    name: 'Kohl & Rann Hoodie Pair',
    description:
      'One black, one salt white: the two you will reach for most. 320 GSM brushed fleece, regular fit, double-layer hood. Together ₹2,299, which is ₹499 less than two singles. Wash apart, cold.',
    pricePaise: 229900,
    category: 'HOODIE',
    stock: 92,
    backdrop: '#b89c88',
    drawing: {
      garment: 'hoodie-pack',
      seed: 35,
      layout: 'side-by-side',
      hoodies: [
        { colour: '#2a2828', lining: '#3d3939', cord: '#e6dccb', weave: 'fleece', front: 'pullover' },
        { colour: '#e8e1d3', lining: '#cfc4b0', cord: '#3a332e', weave: 'fleece', front: 'pullover' },
      ],
    },
  },
  {
    slug: 'orchard-hoodie-trio',
    name: 'Orchard Hoodie Trio',
    description:
      'Jamun, guava and leaf: three light hoodies in 260 GSM terry for the months that cannot decide. Relaxed fit, flat cords, soft ribs. All three for ₹3,499, with ₹1,298 saved. Wash cold with like colours.',
    pricePaise: 349900,
    category: 'HOODIE',
    stock: 14,
    backdrop: '#cfc5b4',
    drawing: {
      garment: 'hoodie-pack',
      seed: 36,
      layout: 'column',
      hoodies: [
        { colour: '#57384f', lining: '#6c4862', cord: '#e3cfae', weave: 'terry', front: 'pullover' },
        { colour: '#cf8f80', lining: '#b97769', cord: '#f0e4d2', weave: 'terry', front: 'pullover' },
        { colour: '#63744f', lining: '#52613f', cord: '#e9dfc9', weave: 'terry', front: 'pullover' },
      ],
    },
  },
  {
    slug: 'varsity-band-pair',
    name: 'Varsity Band Pair',
    description:
      'A broad chest band, set in rather than printed: cream across bottle green, madder across grey. 320 GSM fleece, regular fit, kangaroo pocket. ₹2,699 for two, ₹699 saved. Wash cold, inside out.',
    pricePaise: 269900,
    category: 'HOODIE',
    stock: 2,
    backdrop: '#c2b1a6',
    drawing: {
      garment: 'hoodie-pack',
      seed: 37,
      layout: 'cascade',
      hoodies: [
        {
          colour: '#9b9994',
          lining: '#84827d',
          cord: '#efe8da',
          weave: 'melange',
          front: 'pullover',
          detail: { kind: 'chest-band', colour: '#8a3831' },
        },
        {
          colour: '#2c4a3d',
          lining: '#23392f',
          cord: '#e6dac2',
          weave: 'fleece',
          front: 'pullover',
          detail: { kind: 'chest-band', colour: '#e0d3b8' },
        },
      ],
    },
  },
  {
    slug: 'first-light-hoodie-pair',
    name: 'First Light Hoodie Pair',
    description:
      'Rose-clay and oat, the colours of a terrace at six in the morning. 280 GSM cotton terry, easy fit, long cords. The pair is ₹1,999, ₹599 below two singles. Machine wash cold, dry in shade.',
    pricePaise: 199900,
    category: 'HOODIE',
    stock: 75,
    backdrop: '#9fa8ae',
    drawing: {
      garment: 'hoodie-pack',
      seed: 38,
      layout: 'side-by-side-back',
      hoodies: [
        { colour: '#d9cbb2', lining: '#c2b294', cord: '#8f6f50', weave: 'terry', front: 'pullover' },
        { colour: '#bd8474', lining: '#a66e5f', cord: '#f0e4d2', weave: 'terry', front: 'pullover' },
      ],
    },
  },
  {
    slug: 'weekend-sleeve-trio',
    name: 'Weekend Sleeve Trio',
    description:
      'Three hoodies with sleeves in a second colour: navy and sand, clay and cream, grey and ink. 300 GSM loopback cotton, regular fit. ₹3,199 for all three, ₹1,298 less than one at a time. Wash cold, inside out.',
    pricePaise: 319900,
    category: 'HOODIE',
    stock: 19,
    backdrop: '#b3b9a8',
    drawing: {
      garment: 'hoodie-pack',
      seed: 39,
      layout: 'fan',
      hoodies: [
        {
          colour: '#b5795a',
          lining: '#99634a',
          cord: '#efe4cf',
          weave: 'terry',
          front: 'pullover',
          detail: { kind: 'sleeves', colour: '#e4d8c0' },
        },
        {
          colour: '#a6a39c',
          lining: '#8c8983',
          cord: '#2b3142',
          weave: 'melange',
          front: 'zip',
          detail: { kind: 'sleeves', colour: '#2b3142' },
        },
        {
          colour: '#2d3850',
          lining: '#3e4a66',
          cord: '#e2d5ba',
          weave: 'terry',
          front: 'pullover',
          detail: { kind: 'sleeves', colour: '#d3c09a' },
        },
      ],
    },
  },
]
