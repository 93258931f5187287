/** What the first page of the storefront may weigh at 390 px, in bytes as they travel: text in gzip, 1 KB = 1000 bytes. */
export const budgets = {
  script: { name: 'JavaScript', most: 120_000 },
  stylesheet: { name: 'CSS', most: 20_000 },
  font: { name: 'Fonts', most: 60_000 },
  image: { name: 'Pictures', most: 250_000 },
} as const

export type Kind = keyof typeof budgets

/** What one kind weighed, and whether that is within its budget. */
export interface Weight {
  readonly kind: Kind
  readonly bytes: number
  readonly files: readonly string[]
  readonly within: boolean
}

export function compareWithBudgets(files: readonly { kind: string; path: string; bytes: number }[]): Weight[] {
  return (Object.keys(budgets) as Kind[]).map((kind) => {
    const ofKind = files.filter((file) => file.kind === kind)
    const bytes = ofKind.reduce((sum, file) => sum + file.bytes, 0)
    return { kind, bytes, files: ofKind.map((file) => `${file.bytes} ${file.path}`), within: bytes > 0 && bytes <= budgets[kind].most }
  })
}
