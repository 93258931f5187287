/** What contradicts itself in a document. */
export const documentFaultTexts = {
  sums: 'its sums are not those of its lines',
  line: 'a line does not add up',
  rate: 'a tax is not that of its rate',
  place: 'its taxes are not those of the place of supply',
  'before order': 'it is older than its order',
  'before number': 'it is older than the number before it',
} as const
