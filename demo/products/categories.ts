/** Whom the clothes of the demo shop are for. */
export const demoAudience = { gender: 'unisex', age_group: 'adult' } as const

/** The categories that the demo shop has beside the first four. */
export const demoCategories = [
  {
    key: 'KURTA',
    name: 'Kurtas',
    description:
      'Straight to the knee, with side slits and a band or round neck, in slub cotton and poplin. Plain ones for every day, and bordered and printed ones for when there is music.',
    keywords: 'kurta kurtas kurti tunic ethnic festive कुर्ता कुर्ते कुर्ती',
    sizes: ['S', 'M', 'L', 'XL', 'XXL', '3XL'],
    sizeGuide: {
      note: 'Chest, waist and hip are measured on the body; shoulder, sleeve and length on the kurta, laid flat. It is cut straight and about 15 cm wider than the chest. If you are between two sizes, choose the larger one for a relaxed fit.',
      measures: ['chest', 'waist', 'hip', 'shoulder', 'sleeve', 'backLength'],
      rows: [
        { size: 'S', values: ['86–91', '70–75', '90–95', '43', '59', '102'] },
        { size: 'M', values: ['92–97', '76–81', '96–101', '44.5', '60', '104'] },
        { size: 'L', values: ['98–103', '82–87', '102–107', '46', '61', '106'] },
        { size: 'XL', values: ['104–110', '88–94', '108–113', '47.5', '62', '107'] },
        { size: 'XXL', values: ['111–117', '95–101', '114–119', '49', '63', '108'] },
        { size: '3XL', values: ['118–124', '102–108', '120–126', '50.5', '63.5', '109'] },
      ],
    },
    hsnCode: '6211',
    // Traditional and ceremonial clothing.
    googleCategory: 5388,
  },
  {
    key: 'SHIRT',
    name: 'Shirts',
    description:
      'Button fronts, popovers and one without a collar, cut to be worn outside the trousers. Poplin for the office, slub cotton for the day after.',
    keywords: 'shirt shirts button-down oxford collar formal शर्ट कमीज़',
    sizes: ['38', '39', '40', '42', '44', '46'],
    sizeGuide: {
      note: 'The size is that of the collar in centimetres. Chest is measured on the body; shoulder, sleeve and length on a long-sleeved shirt, laid flat, which is about 12 cm wider than the chest.',
      measures: ['chest', 'shoulder', 'sleeve', 'backLength'],
      rows: [
        { size: '38', values: ['92–95', '44', '62', '74'] },
        { size: '39', values: ['96–99', '45', '63', '75'] },
        { size: '40', values: ['100–103', '46', '64', '76'] },
        { size: '42', values: ['104–109', '47.5', '65', '77'] },
        { size: '44', values: ['110–116', '49', '66', '78.5'] },
        { size: '46', values: ['117–123', '50.5', '66.5', '80'] },
      ],
    },
    hsnCode: '6205',
    // Shirts and tops.
    googleCategory: 212,
  },
] as const

/** The descriptions of the first four categories, which every shop has. */
export const firstDescriptions = {
  TEE: 'Cotton jersey in the weights that a year in India asks for, from 190 GSM for May to 260 GSM for December. Dyed and printed in small runs, so a colour that is gone may stay gone.',
  JOGGER:
    'Terry and brushed fleece, tapered to a ribbed cuff, with pockets that hold a phone. For the early train, the late flight and the sofa between them.',
  HOODIE: 'Two or three hoodies in colours that go together, at less than they cost one by one. Share them, or keep them all.',
  DENIM:
    'Straight-leg cargos in cotton denim from 11 to 14 oz, with pockets at the thigh. Some start soft, some start stiff, and all of them fade along the lines of your own life.',
} as const
