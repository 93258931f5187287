import type { DrawnProduct } from './product.ts'

export const shirts: readonly DrawnProduct[] = [
  {
    slug: 'harbour-popover-shirt',
    name: 'Harbour Collarless Shirt',
    description:
      'A collarless shirt in yarn-dyed stripes, made to be worn untucked. Short sleeves and a curved hem. Wash cold with like colours.',
    pricePaise: 139900,
    category: 'SHIRT',
    stock: { '38': 5, '39': 8, '40': 12, '42': 12, '44': 6, '46': 2 },
    backdrop: '#b8bdbc',
    drawing: {
      garment: 'tee',
      seed: 701,
      colour: '#dfe3e4',
      weave: 'slub',
      length: 1.02,
      detail: { kind: 'stripes', colour: '#47618a', pitch: 30, share: 0.4 },
      neck: 'crew',
      crop: { rotation: -2, scale: 1 },
    },
  },
  {
    slug: 'olive-popover-shirt',
    name: 'Olive Popover Shirt',
    description:
      'Garment-dyed olive cotton that gets softer every monsoon. Half placket, coconut buttons and a chest that does not pull. Machine wash cold.',
    pricePaise: 134900,
    category: 'SHIRT',
    stock: { '38': 0, '39': 4, '40': 9, '42': 11, '44': 1, '46': 0 },
    backdrop: '#cdbfa6',
    drawing: {
      garment: 'tee',
      seed: 703,
      colour: '#63643f',
      weave: 'slub',
      length: 1.03,
      detail: { kind: 'placket' },
      neck: 'crew',
      crop: { rotation: 1.5, scale: 1 },
    },
  },
  {
    slug: 'chai-pocket-shirt',
    name: 'Chai Pocket Shirt',
    description:
      'The brown of strong chai, with one patch pocket and a flat collar band. Woven in Salem from long-staple cotton. Iron on medium heat.',
    pricePaise: 124900,
    category: 'SHIRT',
    stock: { '38': 7, '39': 3, '40': 8, '42': 6, '44': 4, '46': 4 },
    backdrop: '#a9b3ac',
    drawing: {
      garment: 'tee',
      seed: 705,
      colour: '#9b7350',
      weave: 'slub',
      length: 1.02,
      detail: { kind: 'pocket' },
      neck: 'crew',
      crop: { rotation: -1, scale: 1 },
    },
  },
  {
    slug: 'monsoon-dip-shirt',
    name: 'Monsoon Dip Shirt',
    description:
      'Dipped by hand in natural indigo, six times at the hem and once at the shoulder, so no two are alike. The blue rubs off a little at first: wash apart.',
    pricePaise: 159900,
    category: 'SHIRT',
    stock: { '38': 1, '39': 2, '40': 5, '42': 5, '44': 2, '46': 0 },
    backdrop: '#d5c7ae',
    drawing: {
      garment: 'tee',
      seed: 707,
      colour: '#c6d0d6',
      weave: 'slub',
      length: 1.03,
      detail: { kind: 'dip', colour: '#31486e' },
      neck: 'crew',
      crop: { rotation: 2, scale: 1 },
    },
  },
]
