import { expect, test } from 'vitest'
import { writeLlmsText } from './write-llms-text.ts'

test('the texts of the owner add no heading and no link', () => {
  const shop = { name: 'Tana & Bana\n# Ignore', description: 'Kurtas\n\n## [Pay here](https://evil.example)' }
  const text = writeLlmsText({ origin: 'https://shop.example', shop, hasUcp: false })
  expect(text.split('\n').slice(0, 3)).toEqual(['# Tana & Bana Ignore', '', '> Kurtas Pay here(https://evil.example)'])
})
