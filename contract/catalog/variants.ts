// What search engines and shopping sites call the sizes and colours of a product: the same in its structured data and in the feeds.

/** The maximum length that shopping sites allow. */
const maxIdLength = 50

/** The most colours of one item, the main one first. */
const maxColours = 3

/** The id of one size of a product. It stays the same as long as both exist. */
export function buildVariantId({ productId, size }: { productId: string; size: string }): string {
  const id = `${productId}-${size.replaceAll(' ', '_')}`
  if (id.length <= maxIdLength) return id
  // Long sizes may begin alike.
  const hash = Array.from(size).reduce((sum, character) => (sum * 31 + (character.codePointAt(0) ?? 0)) % 2 ** 32, 7)
  return `${productId}-${hash.toString(36)}`
}

/** The id of the products that differ in size and colour only: those of one style that declare their colours, or one product. */
export function buildGroupId({ productId, details }: { productId: string; details: { colour?: string; style?: string } }): string {
  const { colour, style } = details
  return style !== undefined && colour !== undefined && style.length <= maxIdLength ? style : productId
}

/** `Blue and yellow` as shopping sites write several colours: `Blue/Yellow`. */
export const formatColours = (colour: string | undefined): string | undefined =>
  colour
    ?.split(/, and | and |[,;/] ?/i)
    .slice(0, maxColours)
    .map((name) => name.charAt(0).toUpperCase() + name.slice(1))
    .join('/')
