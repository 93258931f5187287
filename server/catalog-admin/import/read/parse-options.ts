import type { ImportField } from '#contract/catalog-admin/import-fields.ts'
import { importTexts } from '#contract/catalog-admin/import-texts.ts'

/** One line of a file by field; empty cells are left out. */
export interface ImportRow {
  readonly line: number
  readonly cells: Readonly<Partial<Record<ImportField, string>>>
}

const isSize = (name: string) => /^sizes?$/i.test(name)
const isColour = (name: string) => /^colou?rs?$/i.test(name)
/** The option of a product without options. */
const isDefault = (name: string, value: string) => /^title$/i.test(name) && /^default title$/i.test(value)

type Options = { readonly variants: readonly ImportRow[]; readonly colours: readonly string[] } | { readonly error: string }

/** Turns options of variants into sizes and colours. The names of options stand on the first line of a product. */
export function parseOptions(rows: readonly ImportRow[]): Options {
  const names = ([1, 2, 3] as const).map((number) => rows.find(({ cells }) => cells[`option${number}Name`])?.cells[`option${number}Name`])
  if (names.every((name) => name === undefined)) return { variants: rows, colours: [] }
  const values = names.map((_, index) => new Set(rows.flatMap(({ cells }) => cells[`option${(index + 1) as 1 | 2 | 3}Value`] ?? [])))
  const unknown = names.find((name, index) => name !== undefined && !isSize(name) && !isColour(name) && (values[index]?.size ?? 0) > 1)
  if (unknown !== undefined) return { error: importTexts.optionUnknown(unknown) }
  const variants = rows.map(({ line, cells: { option1Name, option2Name, option3Name, ...cells } }) => {
    const { option1Value, option2Value, option3Value, ...rest } = cells
    const options = [option1Value, option2Value, option3Value].flatMap((value, index) =>
      value === undefined || isDefault(names[index] ?? '', value) ? [] : [{ name: names[index] ?? '', value }],
    )
    const size = options.find(({ name }) => isSize(name))?.value
    const colour = options.find(({ name }) => isColour(name))?.value
    return { line, cells: { ...rest, ...(size !== undefined && { size }), ...(colour !== undefined && { colour }) } }
  })
  const colours = new Set(variants.flatMap(({ cells }) => cells.colour ?? []))
  return { variants, colours: [...colours] }
}
