import type { ImportField } from '#contract/catalog-admin/import-fields.ts'
import { importTexts } from '#contract/catalog-admin/import-texts.ts'
import { findDetailField } from './column-names.ts'
import type { ImportOption, ImportRow } from './import-row.ts'

const isSize = (name: string) =>
  /\bsizes?\b|^(waist|length|inseam|chest|bust|age|inches)\b|^(talles?|tallas?|taille|tamanho|größe|taglia|maat|rozmiar|размер)$/i.test(
    name,
  )
const isColour = (name: string) => /\b(colou?rs?|shades?)\b/i.test(name)
/** The option of a product without options. */
const isDefault = ({ name, value }: ImportOption) => /^title$/i.test(name) && /^default( title)?$/i.test(value)

interface Options {
  readonly variants: readonly ImportRow[]
  readonly colours: readonly string[]
  readonly notes: readonly string[]
}

/** Turns options of variants into sizes and colours. An unknown option with several values is a size too. */
export function parseOptions(rows: readonly ImportRow[]): Options {
  const optioned = readOptions(rows)
  const all = optioned.flatMap(({ options }) => options)
  if (all.length === 0) return { variants: optioned.map(({ row }) => row), colours: [], notes: [] }
  const names = [...new Set(all.map(({ name }) => name))]
  const count = (name: string) => new Set(all.filter((option) => option.name === name).map(({ value }) => value)).size
  const colourName = names.find(isColour)
  const sizeNames = names.filter((name) => name !== colourName && (isSize(name) || count(name) > 1))
  const others = names.filter((name) => name !== colourName && !sizeNames.includes(name))

  const variants = optioned.map(({ row, options }, index) => {
    const size = options.flatMap(({ name, value }) => (sizeNames.includes(name) ? [value] : [])).join(' / ')
    const colour = options.find(({ name }) => name === colourName)?.value
    // Once, for the whole product.
    const details = options.flatMap(({ name, value }) => {
      const field = index === 0 && others.includes(name) ? findDetailField(name) : undefined
      return field === undefined ? [] : [[field, value] as const]
    })
    return { ...row, cells: { ...Object.fromEntries(details), ...row.cells, ...(size && { size }), ...(colour && { colour }) } }
  })
  return {
    variants,
    colours: [...new Set(variants.flatMap(({ cells }) => cells.colour ?? []))],
    notes: [
      ...sizeNames.filter((name) => !isSize(name)).map((name) => importTexts.optionIsSize(name)),
      ...others
        .filter((name) => findDetailField(name) === undefined)
        .map((name) => importTexts.optionLeftOut(name, all.find((option) => option.name === name)?.value ?? '')),
    ],
  }
}

/** The options of each line. Shopify has their names on the first line of a product only. */
function readOptions(rows: readonly ImportRow[]): { row: ImportRow; options: readonly ImportOption[] }[] {
  const numbers = [1, 2, 3] as const
  const names = numbers.map((number) => rows.find(({ cells }) => cells[`option${number}Name`])?.cells[`option${number}Name`])
  return rows.map((row) => {
    if (row.options) return { row, options: row.options }
    const { option1Name, option2Name, option3Name, option1Value, option2Value, option3Value, ...cells } = row.cells
    const options = [option1Value, option2Value, option3Value].flatMap((value, index) => {
      const option = { name: names[index] ?? `Option ${index + 1}`, value: value ?? '' }
      return value === undefined || isDefault(option) ? [] : [option]
    })
    return { row: { ...row, cells: cells satisfies Partial<Record<ImportField, string>> }, options }
  })
}
