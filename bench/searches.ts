/** Words of the names in `seed.ts`, and a misspelt one. */
const words = [
  ['', 'indigo', 'madder', 'ecru', 'slate', 'olive', 'rust', 'ink', 'sand'],
  ['', 'lane', 'harbour', 'monsoon', 'terrace', 'quarry', 'orchard', 'lantern', 'lantren'],
  ['', 'tee', 'joggers', 'hoodie', 'cargos'],
] as const

/** One to three words, complete and without the last letter, as while somebody types: 808 different searches. */
export function listSearches(): string[] {
  const [colours, places, kinds] = words
  const complete = colours.flatMap((colour) =>
    places.flatMap((place) => kinds.map((kind) => [colour, place, kind].filter((word) => word !== '').join(' '))),
  )
  const texts = complete.filter((text) => text !== '')
  return [...new Set([...texts, ...texts.map((text) => text.slice(0, -1))])]
}
