import { categoryLimits } from '#contract/catalog/categories.ts'
import { toSlug } from '#contract/catalog/product-url.ts'
import type { ImportSource } from '#contract/catalog-admin/import-fields.ts'
import type { CategoryChoice } from '#contract/catalog-admin/product-import.ts'
import { toCategoryKey } from '#contract/kernel/business.ts'
import { cutText } from '#contract/kernel/cut-text.ts'
import type { Database } from '../../../database/schema.ts'
import { inSlices } from '../../../kernel/in-slices.ts'
import type { ProductRecord } from '../read/product-record.ts'

export interface ChosenCategory {
  readonly key: string
  readonly name: string
  /** of its products that have none; a new category has none */
  readonly hsnCode?: string | null
}

export interface Choices {
  /** the category of a product; undefined when none is known or chosen */
  readonly find: (fields: ProductRecord['fields']) => ChosenCategory | undefined
  /** what no category of the shop is called */
  readonly unknown: readonly CategoryChoice[]
  /** the shop cannot have all new categories of the file */
  readonly isFull: boolean
}

interface CategoryInput {
  readonly database: Database
  readonly records: readonly ProductRecord[]
  readonly earlier: readonly CategoryChoice[]
  readonly source: ImportSource
}

const maxValueLength = 200

/** A name in one way of writing: `T-Shirts` and `tshirt` are the same. */
const fold = (text: string): string => {
  const letters = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
  return letters.replace(/(?<=..)s$/, '') || text.trim()
}

const findLastPart = (path: string): string => path.split('>').at(-1)?.trim() ?? ''

/**
 * Which category each product of a file is in: by its type, else by the last part of its path, else by a tag; else it is one of the
 * products without a category. What the shop does not know is as an administrator has chosen in this import or an earlier one; of another
 * shop's files it is proposed as a new category.
 */
export async function chooseCategories({ database, records, earlier, source }: CategoryInput): Promise<Choices> {
  const categories = await database.selectFrom('categories').select(['key', 'name', 'hsn_code as hsnCode']).orderBy('position').execute()
  const isOwn = source === 'own'
  const toKey = isOwn ? toCategoryKey : fold
  const known = new Map(categories.toReversed().flatMap((each) => [[toKey(each.name), each] as const, [toKey(each.key), each] as const]))
  const findValue = createValueReader({ source, known })
  const counts = new Map<string, number>()
  for await (const { fields, error } of inSlices(records)) {
    if (error === undefined) counts.set(findValue(fields), (counts.get(findValue(fields)) ?? 0) + 1)
  }
  const remembered = await readChoices({ database, earlier, toKey: isOwn ? (value) => value : fold })
  const keys = new Set(categories.map(({ key }) => key))
  const added = new Map<string, ChosenCategory>()
  const addCategory = (name: string): ChosenCategory | undefined => {
    const earlierOne = added.get(fold(name))
    if (earlierOne || added.size >= categoryLimits.categories - categories.length) return earlierOne
    const category = { key: findFreeKey({ name, taken: keys }), name }
    keys.add(category.key)
    added.set(fold(name), category)
    return category
  }
  const unknown = [...counts]
    .filter(([value]) => (value === '' ? !isOwn : !known.has(toKey(value))))
    // The largest ones first, because a shop has a limited number of categories.
    .toSorted(([a, ofA], [b, ofB]) => Number(a === '') - Number(b === '') || ofB - ofA)
    .map(([value, products]): CategoryChoice => {
      const choice = remembered.get(isOwn ? value : fold(value))
      const chosen = categories.find(({ key }) => key === choice?.category)
      if (chosen && !choice?.isNew) return { value, category: chosen.key, isNew: false, products }
      if (!choice?.isNew && (isOwn || choice !== undefined)) return { value, category: null, isNew: false, products }
      const name = choice?.name || toName(value)
      const same = categories.find((each) => each.name.toLowerCase() === name.toLowerCase())
      if (same) return { value, category: same.key, isNew: false, products }
      const category = addCategory(name)
      if (!category) return { value, category: null, isNew: false, products }
      return { value, category: category.key, isNew: true, name: category.name, products }
    })
  const chosen = new Map(unknown.map((choice) => [choice.value, choice] as const))
  return {
    unknown,
    isFull:
      !isOwn &&
      added.size > 0 &&
      added.size >= categoryLimits.categories - categories.length &&
      unknown.some(({ category }) => category === null),
    find: (fields) => {
      const value = findValue(fields)
      const choice = chosen.get(value)
      if (!choice) return value === '' ? undefined : known.get(toKey(value))
      if (choice.category === null) return undefined
      const { name = '', hsnCode = null } = categories.find(({ key }) => key === choice.category) ?? {}
      return { key: choice.category, name: choice.name ?? name, hsnCode }
    },
  }
}

interface ValueReader extends Pick<CategoryInput, 'source'> {
  /** by their folded names and keys */
  readonly known: ReadonlyMap<string, ChosenCategory>
}

/** Reads what a product's category is called. `Wig`, `wigs` and `WIGS` of one file are one value, in its first spelling. */
function createValueReader({ source, known }: ValueReader): (fields: ProductRecord['fields']) => string {
  if (source === 'own') return ({ category = '' }) => cutText(category, maxValueLength)
  const spellings = new Map<string, string>()
  return ({ category, productCategory, searchWords = '' }) => {
    const named = [category, productCategory].map((text) => findLastPart(text ?? '')).find((text) => !/^(uncategori[sz]ed)?$/i.test(text))
    const tags = named === undefined ? searchWords.split(',').map((text) => text.trim()) : []
    const value = cutText(named ?? tags.find((text) => text !== '' && known.has(fold(text))) ?? '', maxValueLength)
    const spelled = spellings.get(fold(value))
    if (spelled === undefined) spellings.set(fold(value), value)
    return spelled ?? value
  }
}

/** The newest choice of each value: that of this import, or of one that was started. */
async function readChoices({
  database,
  earlier,
  toKey,
}: Pick<CategoryInput, 'database' | 'earlier'> & { toKey: (value: string) => string }) {
  const others = await database
    .selectFrom('product_imports')
    .select('categories')
    .where('state', 'in', ['running', 'done'])
    .orderBy('created_at', 'desc')
    .limit(10)
    .execute()
  const made = others.flatMap((row) => row.categories).filter((choice) => choice.isNew || choice.category !== null)
  return new Map([...earlier, ...made].toReversed().map((choice) => [toKey(choice.value), choice] as const))
}

/** A short name for a new category. */
function toName(value: string): string {
  const text = value.replace(/\s+/g, ' ').trim() || 'Other'
  const isLoud = text.length > 4 && text === text.toUpperCase()
  const words = isLoud ? text.toLowerCase() : text
  const name = words.charAt(0).toUpperCase() + words.slice(1)
  if (name.length <= categoryLimits.nameLength) return name
  const space = name.lastIndexOf(' ', categoryLimits.nameLength)
  return cutText(name, space > 0 ? space : categoryLimits.nameLength)
}

/** A key that no category has: a number follows where a shorter one is taken. */
function findFreeKey({ name, taken }: { name: string; taken: ReadonlySet<string> }): string {
  const cut = (length: number) => toSlug(name).toUpperCase().slice(0, length).replace(/-$/, '') || 'OTHER'
  const key = cut(categoryLimits.keyLength)
  if (!taken.has(key)) return key
  for (let number = 2; ; number += 1) {
    const numbered = `${cut(categoryLimits.keyLength - 4)}-${number}`
    if (!taken.has(numbered)) return numbered
  }
}
