import type { AgeGroup, Gender } from '#contract/catalog/audience.ts'
import type { ImportField } from '#contract/catalog-admin/import-fields.ts'
import type { ImportCells } from './import-row.ts'

const listFields: readonly ImportField[] = ['fabric', 'care', 'fit', 'colour', 'countryOfOrigin', 'gender', 'ageGroup']

const priceFields = ['price', 'mrp', 'cost'] as const

const gramsPerUnit = { weightKilograms: 1_000, weightPounds: 453.592, weightOunces: 28.3495 } as const
const weightUnits = Object.keys(gramsPerUnit) as (keyof typeof gramsPerUnit)[]

/** The cells of another shop's file with weights in grams, lists separated by commas, and audiences in the words of this shop. */
export function cleanCells(cells: ImportCells): ImportCells {
  const cleaned: Partial<Record<ImportField, string>> = { ...cells }
  for (const field of listFields) {
    const text = cells[field]
    const list = text === undefined ? '' : toList(text)
    if (list === '') delete cleaned[field]
    else cleaned[field] = field === 'gender' ? toGender(list) : field === 'ageGroup' ? toAgeGroup(list) : list
  }
  for (const field of priceFields) {
    const text = cleaned[field]
    if (text !== undefined) cleaned[field] = dropNoise(text)
  }
  for (const unit of weightUnits) {
    const weight = Number(cells[unit])
    if (weight > 0) cleaned.weightGrams ??= String(weight * gramsPerUnit[unit])
    delete cleaned[unit]
  }
  if (cleaned.weightGrams !== undefined) cleaned.weightGrams = String(Math.round(Number(cleaned.weightGrams)) || cleaned.weightGrams)
  return cleaned
}

/** The digits that programs add when they calculate with prices: `58.120000000000005` is 58.12. Other texts stay as they are. */
function dropNoise(text: string): string {
  const price = Number(text)
  const rounded = price.toFixed(2)
  return /^\d+\.\d{3,20}$/.test(text) && Math.abs(price - Number(rounded)) < 0.000001 ? rounded : text
}

/** `["beige","pink"]` and `beige; pink` as `Beige, pink`. References to other records of the shop are left out. */
function toList(text: string): string {
  const parts = text
    .replace(/^\[|\]$/g, '')
    .split(/[;|\n]|"\s*,\s*"/)
    .map((part) => part.replace(/^"|"$/g, '').trim())
  const list = [...new Set(parts)].filter((part) => part !== '' && !part.startsWith('gid://')).join(', ')
  return list.charAt(0).toUpperCase() + list.slice(1)
}

function toGender(text: string): Gender | string {
  if (/^[fmwu]$/i.test(text)) return { f: 'female', w: 'female', m: 'male', u: 'unisex' }[text.toLowerCase()] ?? text
  const isFemale = /\b(female|wom[ae]n|ladies|lady|girls?)/i.test(text)
  const isMale = /\b(male|m[ae]n|gents|boys?)(\b|'?s)/i.test(text)
  if ((isFemale && isMale) || /unisex|\ball\b/i.test(text)) return 'unisex'
  return isFemale ? 'female' : isMale ? 'male' : text
}

function toAgeGroup(text: string): AgeGroup | string {
  if (/adult|all ages/i.test(text)) return 'adult'
  if (/newborn/i.test(text)) return 'newborn'
  if (/infant|bab(y|ies)/i.test(text)) return 'infant'
  if (/toddler/i.test(text)) return 'toddler'
  return /kid|child|teen|boys|girls/i.test(text) ? 'kids' : text
}
