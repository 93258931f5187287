import { expect, test } from 'vitest'
import { splitCollectionText } from './collection-text.ts'

test.each([
  ['', '', []],
  ['For the evening.\nAnd for the night.', 'For the evening.\nAnd for the night.', []],
  ['One. Two.\n\nThree.\r\n \r\n\nFour.\n', 'One. Two.', ['Three.', 'Four.']],
])('an empty line ends a paragraph of %j', (text, introduction, story) => {
  expect(splitCollectionText(text)).toEqual({ introduction, story })
})
