import { importTexts } from '#contract/catalog-admin/import-texts.ts'
import type { PlannedItem } from './import-plan.ts'

/** As many equal sentences are one about the file. */
const minProducts = 20
const maxErrors = 5

const countTexts = (texts: readonly string[]): [text: string, products: number][] =>
  [...Map.groupBy(texts, (text) => text)].map(([text, all]) => [text, all.length])

/** Notes that many products have become notes of the file; errors stay with their products, too. */
export function summarizeItems(items: readonly PlannedItem[]): { items: PlannedItem[]; notes: string[] } {
  const isMany = ([, products]: [text: string, products: number]) => products >= minProducts
  const errors = countTexts(items.flatMap(({ error }) => error ?? [])).filter(isMany)
  const common = countTexts(items.flatMap(({ warnings }) => [...new Set(warnings)])).filter(isMany)
  const texts = new Set(common.map(([text]) => text))
  const most = errors.toSorted(([, a], [, b]) => b - a).slice(0, maxErrors)
  return {
    items: items.map((item) => ({ ...item, warnings: item.warnings.filter((text) => !texts.has(text)) })),
    notes: [...most, ...common.toSorted(([, a], [, b]) => b - a)].map(([text, products]) => importTexts.products(products, text)),
  }
}
