/** An empty line ends a paragraph. */
const paragraphEnd = /\r?\n[^\S\n]*\r?\n\s*/

/** The first paragraph of a collection's text, which introduces it, and the further ones, which tell its story. */
export function splitCollectionText(text: string): { introduction: string; story: readonly string[] } {
  const [introduction = '', ...story] = text.trim().split(paragraphEnd)
  return { introduction, story }
}
