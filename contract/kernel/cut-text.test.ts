import { expect, test } from 'vitest'
import { cutText } from './cut-text.ts'

const texts = [
  'Kurta 🌸 with flowers',
  'Family 👨‍👩‍👧‍👦 set',
  'Thumb 👍🏽 print',
  'Made in 🇮🇳🇫🇷🇮🇳',
  'क्षत्रिय कुर्ता',
  'বাংলা শাড়ি',
  'e\u0301te\u0301 cafe\u0301',
  '🌸🌸🌸',
  '1️⃣2️⃣3️⃣',
]
const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

test.each(texts)('%s is cut between characters at each length', (text) => {
  const boundaries = [0, ...Array.from(segmenter.segment(text), ({ index, segment }) => index + segment.length)]
  for (let length = 0; length <= text.length; length += 1) {
    const expected = boundaries.findLast((boundary) => boundary <= length) ?? 0
    expect(cutText(text, length)).toBe(text.slice(0, expected))
  }
})

test('a text of one endless character is cut between its marks', () => {
  const text = `e${'\u0301'.repeat(500)}`
  expect(cutText(text, 100)).toBe(text.slice(0, 100))
})

test('half of a surrogate pair is replaced', () => {
  expect(cutText('a\ud83c', 10)).toBe('a\ufffd')
  expect(cutText('\udf38 flower', 3)).toBe('\ufffd f')
})
