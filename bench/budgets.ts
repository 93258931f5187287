/** What the first page of the storefront may weigh at 390 px, in transferred bytes: text as gzip, 1 KB = 1000 bytes. */
export const budgets = {
  script: { name: 'JavaScript', maxBytes: 135_900 },
  stylesheet: { name: 'CSS', maxBytes: 17_500 },
  font: { name: 'Fonts', maxBytes: 32_000 },
  image: { name: 'Images', maxBytes: 75_000 },
} as const

/** What the JavaScript of a product page may weigh, measured in the same way: no form library and no validator. */
export const productScriptMaxBytes = 165_000

/** What the HTML of pages may have, in bytes before it is compressed and in elements: rendering and hydration take as long as it is large. */
export const htmlBudgets = {
  '/buy': { maxBytes: 57_800, maxElements: 560 },
  '/buy?category=TEE': { maxBytes: 48_900, maxElements: 485 },
  '/buy?q=tee': { maxBytes: 46_900, maxElements: 480 },
  product: { maxBytes: 43_600, maxElements: 325 },
} as const

export type ResourceKind = keyof typeof budgets

export interface Weight {
  readonly kind: ResourceKind
  readonly bytes: number
  readonly files: readonly string[]
  readonly isWithinBudget: boolean
}

export function compareWithBudgets(files: readonly { kind: string; path: string; bytes: number }[]): Weight[] {
  return (Object.keys(budgets) as ResourceKind[]).map((kind) => {
    const ofKind = files.filter((file) => file.kind === kind)
    const bytes = ofKind.reduce((sum, file) => sum + file.bytes, 0)
    const isWithinBudget = bytes > 0 && bytes <= budgets[kind].maxBytes
    return { kind, bytes, files: ofKind.map((file) => `${file.bytes} ${file.path}`), isWithinBudget }
  })
}
