/** The colours that plain words stand for, as cloth has them. */
const tones: Readonly<Record<string, string>> = {
  black: '#2b2827',
  white: '#f6f2e8',
  grey: '#8f9295',
  beige: '#d8c8aa',
  brown: '#7d5a3d',
  red: '#973b31',
  orange: '#c8683d',
  pink: '#cf9088',
  yellow: '#cf9a35',
  green: '#5b6d4a',
  blue: '#3f5b8c',
  purple: '#5d3c56',
}

/** The tones that a colour names: one for `Madder red`, two for `Blue and yellow`, none for `Teal`. */
const findTones = (colour: string): string[] =>
  colour
    .toLowerCase()
    .match(/[a-z]+/g)
    ?.flatMap((word) => tones[word] ?? []) ?? []

/** The tone, or a stripe for each of several. */
const paint = (shown: readonly string[]): string | undefined =>
  shown.length < 2
    ? shown[0]
    : `linear-gradient(120deg, ${shown.map((tone, index) => `${tone} ${(100 * index) / shown.length}% ${(100 * (index + 1)) / shown.length}%`).join(', ')})`

/** The colours of a style: a dot for each, or their number when one of them has no known tone. */
export function ColourDots({ colours }: { colours: readonly string[] }) {
  const dots = colours.map(findTones)
  const isKnown = dots.every((shown) => shown.length > 0)
  return (
    <p className="colour-dots">
      <span className="sr-only">In {colours.join(', ')}</span>
      {isKnown ? (
        dots.map((shown) => (
          <span key={shown.join()} className="size-3 rounded-full border border-edge" style={{ background: paint(shown) }} />
        ))
      ) : (
        <span aria-hidden="true">{colours.length} colours</span>
      )}
    </p>
  )
}
