/**
 * The fabrics that the shop filters by. A product has those that its declared fabric names: `80% cotton, 20% polyester fleece` is cotton,
 * polyester and fleece. Other words are not a choice, so that the choices stay few.
 */
export const fabrics = [
  'Cotton',
  'Linen',
  'Khadi',
  'Denim',
  'Fleece',
  'Corduroy',
  'Silk',
  'Wool',
  'Viscose',
  'Rayon',
  'Modal',
  'Lyocell',
  'Bamboo',
  'Hemp',
  'Polyester',
  'Nylon',
] as const
