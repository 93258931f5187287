import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

/** The characters of the shop's own texts: ASCII and the punctuation that they use. web/ui/fonts.css names the same ones. */
const characters = `${String.fromCharCode(...Array.from({ length: 95 }, (_, index) => 32 + index))}\u00a0©·×–—‘’“”…→←`

/** Kerning and figures of one width. The others are ligatures, and letters of languages that the subset does not have. */
const features = ['kern', 'tnum']

interface Face {
  readonly family: string
  readonly source: string
  /** the weights that the stylesheet uses: one, or a range */
  readonly wght: number | { readonly min: number; readonly max: number }
}

const faces: readonly Face[] = [
  {
    family: 'fraunces',
    source: import.meta.resolve('@fontsource-variable/fraunces/files/fraunces-latin-wght-normal.woff2'),
    wght: 400,
  },
  {
    family: 'instrument-sans',
    source: import.meta.resolve('@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2'),
    wght: { min: 400, max: 700 },
  },
]

for (const { family, source, wght } of faces) {
  const font = await readFile(fileURLToPath(source))
  // A variable, because the types of the package lack `keepFeatures`.
  const options = { targetFormat: 'woff2' as const, variationAxes: { wght }, keepFeatures: features }
  const subset = await subsetFont(font, characters, options)
  await writeFile(join(import.meta.dirname, `../../web/ui/fonts/${family}.woff2`), subset)
  console.log(`${family}: ${subset.length} bytes`)
}
