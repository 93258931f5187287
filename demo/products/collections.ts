/** The collections of the demo shop, the last of which is the newest. Their products are named by their slugs. */
export const demoCollections = [
  {
    slug: 'earth-colours',
    title: 'Earth colours',
    text: 'Madder, haldi, neem and the browns between them: colours that come from roots, bark and clay, and that go together without thinking.',
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
    text: 'Quick to dry, easy to wash and dark enough for a puddle. What we wear from June to September.',
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
] as const
