import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readWoff2 } from './woff2.ts'

const read = (path: string) => readWoff2(readFileSync(fileURLToPath(path)))

const faces = [
  {
    family: 'fraunces',
    source: import.meta.resolve('@fontsource-variable/fraunces/files/fraunces-latin-wght-normal.woff2'),
  },
  {
    family: 'instrument-sans',
    source: import.meta.resolve('@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2'),
  },
]

test.each(faces)('$family differs from its source only in the variations of unused characters and in glyph names', ({ family, source }) => {
  const before = read(source).tables
  const after = read(new URL(`../../web/ui/fonts/${family}.woff2`, import.meta.url).href).tables
  const changed = after.filter(({ tag, content }) => !before.find((table) => table.tag === tag)?.content.equals(content))
  expect(after.map(({ tag }) => tag)).toEqual(before.map(({ tag }) => tag))
  expect(changed.map(({ tag }) => tag)).toEqual(['gvar', 'post'])
})
