import { expect, test } from 'vitest'
import css from './print-documents.css?raw'

/** The keywords of https://www.w3.org/TR/css-page-3/#page-size: a browser ignores any other, such as A6, and prints on its usual paper. */
const keywords = ['a5', 'a4', 'a3', 'b5', 'b4', 'jis-b5', 'jis-b4', 'letter', 'legal', 'ledger']

test('each printed document has a paper size that browsers know', () => {
  const sizes = [...css.matchAll(/@page [^{]+\{\s*size: (?<size>[^;]+);/g)].map(({ groups }) => groups?.size?.toLowerCase() ?? '')
  expect(sizes).toHaveLength(css.match(/@page/g)?.length ?? 0)
  expect(sizes.filter((size) => !keywords.includes(size) && !/^\d+(mm|in) \d+(mm|in)$/.test(size))).toEqual([])
})
