/** The characters of each glyph of a font, from its table of characters. */
function readCharacters(table: string): Map<number, string> {
  const characters = new Map<number, string>()
  for (const [, first = '', list = ''] of table.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[(.*?)\]/gs)) {
    const values = Array.from(list.matchAll(/<([0-9a-f]+)>/g), ([, value = '']) => value)
    for (const [index, value] of values.entries()) {
      const units = Array.from(value.matchAll(/.{4}/g), ([unit]) => Number.parseInt(unit, 16))
      characters.set(Number.parseInt(first, 16) + index, String.fromCharCode(...units))
    }
  }
  return characters
}

/** The texts of each page of a PDF that is not compressed, in the order in which they are drawn, each on a line. */
export function readPdfPages(pdf: Buffer): string[] {
  const objects = new Map(
    Array.from(pdf.toString('latin1').matchAll(/^(\d+) 0 obj\n(.*?)\nendobj/gms), ([, id = '', body = '']) => [id, body]),
  )
  const read = (id: string | undefined): string => objects.get(id ?? '') ?? ''
  const pages = [...objects.values()].filter((body) => /\/Type \/Page\n/.test(body))
  return pages.map((page) => {
    const resources = read(/\/Resources (\d+) 0 R/.exec(page)?.[1])
    const fonts = new Map(
      Array.from(resources.matchAll(/\/(F\d+) (\d+) 0 R/g), ([, name = '', id]) => [
        name,
        readCharacters(read(/\/ToUnicode (\d+) 0 R/.exec(read(id))?.[1])),
      ]),
    )
    const content = read(/\/Contents (\d+) 0 R/.exec(page)?.[1])
    const texts = Array.from(content.matchAll(/\/(F\d+) [\d.]+ Tf\n\[(.*?)\] TJ/gs), ([, font = '', glyphs = '']) => {
      const codes = Array.from(glyphs.matchAll(/<([0-9a-f]+)>/g), ([, hex = '']) => hex.match(/.{4}/g) ?? []).flat()
      return codes.map((code) => fonts.get(font)?.get(Number.parseInt(code, 16)) ?? '').join('')
    })
    return texts.join('\n')
  })
}
