import type { SelectedOption } from '#contract/ucp/catalog-requests.ts'

/** An option of a variant, such as the size M. */
export interface VariantOption {
  readonly name: string
  readonly label: string
}

/** What can be chosen. */
export interface SelectableVariant {
  readonly options: readonly VariantOption[]
  readonly isInStock: boolean
}

const normalizeLabel = (label: string): string => label.trim().toLowerCase()

/** `Color` is accepted for `Colour`. */
const normalizeName = (name: string): string => normalizeLabel(name).replace(/^color$/, 'colour')

const isSame = (a: VariantOption, b: VariantOption): boolean =>
  normalizeName(a.name) === normalizeName(b.name) && normalizeLabel(a.label) === normalizeLabel(b.label)

/** Whether a variant has all of these options. */
export const hasOptions = ({ options }: SelectableVariant, selected: readonly VariantOption[]): boolean =>
  selected.every((option) => options.some((own) => isSame(own, option)))

interface Selection {
  readonly variants: readonly SelectableVariant[]
  readonly selected: readonly SelectedOption[]
  /** names of options, the most important first; by default the colour before the size */
  readonly preferences?: readonly string[] | undefined
}

/** The selected options that some variant has together: while there is none, the least important option is left out. */
export function relaxSelection({ variants, selected, preferences = [] }: Selection): VariantOption[] {
  const names = [...new Set(variants.flatMap(({ options }) => options.map(({ name }) => name)))]
  const order = [...preferences, ...names].map(normalizeName)
  const rank = ({ name }: VariantOption) => order.indexOf(normalizeName(name))
  const kept = selected.filter((option) => rank(option) >= 0 && names.some((name) => normalizeName(name) === normalizeName(option.name)))
  const sorted = kept.toSorted((a, b) => rank(a) - rank(b))
  while (sorted.length > 0 && !variants.some((variant) => hasOptions(variant, sorted))) sorted.pop()
  const sample = variants.find((variant) => hasOptions(variant, sorted))
  // As the shop writes them.
  return (sample?.options ?? []).filter((own) => sorted.some((option) => isSame(own, option)))
}

/** The options of the variants, and of each value whether a variant has it together with the other selected options. */
export function describeOptions({ variants, selected }: { variants: readonly SelectableVariant[]; selected: readonly VariantOption[] }) {
  const all = variants.flatMap(({ options }) => options)
  const names = [...new Set(all.map(({ name }) => name))]
  return names.map((name) => {
    const labels = [...new Set(all.filter((option) => option.name === name).map(({ label }) => label))]
    const others = selected.filter((option) => option.name !== name)
    const values = labels.map((label) => {
      const matching = variants.filter((variant) => hasOptions(variant, [...others, { name, label }]))
      return { label, available: matching.some(({ isInStock }) => isInStock), exists: matching.length > 0 }
    })
    return { name, values }
  })
}
