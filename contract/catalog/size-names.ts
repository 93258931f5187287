/** Sizes of letters from small to large, in all the ways in which they are written. */
export const letterSizes: readonly string[] = [
  ...['3XS', 'XXS', 'XS', 'S', 'M', 'L', 'XL', 'XXL', '2XL', 'XXXL', '3XL', '4XL', '5XL', '6XL', '7XL', '8XL', '9XL', '10XL'],
]

/** The size of a product that comes in one size only. */
export const freeSize = 'Free size'

const knownSizes = new Map([...letterSizes, freeSize].map((size) => [size.toLowerCase(), size] as const))

/** A known size as the shop writes it (`xl` is `XL`), others as they are. The database does the same (`spell_size`). */
export const spellSize = (text: string): string => knownSizes.get(text.trim().toLowerCase()) ?? text.trim()
