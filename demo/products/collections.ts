/**
 * The collections of the demo shop, the last of which is the newest. Their products are named by their slugs, their pictures by the
 * files in `demo/pictures/`.
 */
export const demoCollections = [
  {
    slug: 'earth-colours',
    title: 'Earth colours',
    text: 'Madder, haldi, neem and the browns between them: colours that come from roots, bark and clay. They go together without thinking, so pack any three for a weekend away.',
    picture: 'folded-pile',
    backdrop: '#cdbda6',
    products: [
      'three-earths-hoodie-pack',
      'haldi-block-tee',
      'madder-sun-tee',
      'neem-henley-tee',
      'tobacco-heavy-cargo',
      'multani-knee-jogger',
    ],
  },
  {
    slug: 'monsoon-ready',
    title: 'Monsoon ready',
    text: 'Easy to wash and dark enough for a puddle: what we wear from June to September. The tees dry overnight under a fan, and the zip hoodies are for the ride home.',
    picture: 'flat-lay',
    backdrop: '#b7a795',
    products: [
      'monsoon-grey-cargo',
      'monsoon-melange-tee',
      'ash-melange-jogger',
      'kohl-boxy-tee',
      'hill-station-zip-pair',
      'track-stripe-jogger',
      'olive-field-cargo',
    ],
  },
  {
    slug: 'woven-cotton',
    title: 'Woven cotton',
    text: 'Kurtas to the knee and shirts with a curved hem, in slub cotton and poplin. Hang them up while they are damp, and the iron can rest until the wedding.',
    picture: 'rail',
    backdrop: '#c3c2b4',
    products: [
      'indigo-sprig-kurta',
      'chai-pocket-shirt',
      'haldi-festive-kurta',
      'harbour-popover-shirt',
      'neem-everyday-kurta',
      'monsoon-dip-shirt',
      'rann-white-kurta',
    ],
  },
] as const
