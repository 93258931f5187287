/** The picture that the front page opens with, beside a link to the newest collection. It takes few bytes: a phone loads it first. */
export const demoHero = {
  picture: 'demo-hero',
  /** The wall beside the light. */
  backdrop: '#a9927f',
  alt: 'A turmeric-yellow kurta with a madder border on a wooden hanger, in the light of a window',
} as const

/**
 * The collections of the demo shop. The last one is the newest.
 * Their products are named by their slugs, their pictures by the files in `demo/pictures/`.
 */
export const demoCollections = [
  {
    slug: 'monsoon-ready',
    title: 'Monsoon ready',
    text: `Easy to wash and dark enough for a puddle: what we wear from June to September. The tees dry overnight under a fan, and the zip hoodies are for the ride home.

In July everything in the city is either wet or about to be. So these are the clothes that stay at the front of our own cupboards: greys that do not show the auto, black that does not show the chai, and trousers that roll above the ankle before the crossing.

None of it is waterproof. It is cotton, it gets wet, it dries, and it looks the same afterwards. Carry an umbrella.`,
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
    text: `Kurtas to the knee and shirts with a curved hem, in slub cotton and poplin. Hang them up while they are damp, and the iron can rest until the wedding.

Knitted cloth stretches to fit; woven cloth has to be cut to fit. We spent a year on the shoulder: it sits a little forward, where your arms are when you ride, type or carry a child, and so the back does not pull.

Slub cotton is spun unevenly on purpose. The thick and thin places catch the dye differently, which is why a plain green kurta is never quite plain. Poplin is the opposite: fine, even and crisp, for the days that begin with a meeting.`,
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
  {
    slug: 'earth-colours',
    title: 'Earth colours',
    text: `Madder, haldi, neem and the browns between them: colours of roots, bark and clay. They go together without thinking, so pack any three for a weekend away.

The palette began with a shelf of jars in our studio: powdered madder, turmeric, neem leaf, and clay from three rivers. We do not sell what is in the jars, and our mill dyes with modern, fast colours; but every shade here was matched to one of them, by daylight, with the window open.

That is why the reds lean to brown and the yellow is never lemon. Put the Multani joggers under the Madder Sun tee, or the Haldi Block tee over the Tobacco cargos, and you will not need a mirror.`,
    picture: 'folded-pile',
    backdrop: '#cdbda6',
    products: [
      'haldi-festive-kurta',
      'three-earths-hoodie-pack',
      'haldi-block-tee',
      'madder-sun-tee',
      'neem-henley-tee',
      'tobacco-heavy-cargo',
      'multani-knee-jogger',
    ],
  },
] as const
