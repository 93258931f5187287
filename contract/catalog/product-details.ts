import { z } from 'zod'
import { maxLengths } from '../kernel/business.ts'
import { defineCalls } from '../kernel/endpoint.ts'
import { byId, hsnCodeText } from '../kernel/field-schemas.ts'
import { parseDay } from '../kernel/parse-day.ts'
import { schemaRegistry } from '../kernel/schema-registry.ts'
import { ageGroups, genders } from './audience.ts'
import { maxDispatchDays } from './dispatch-days.ts'
import { isDayInReach } from './pre-order-day.ts'
import { returnRules } from './return-rules.ts'

const optionalText = (label: string, maxLength: number) =>
  z
    .string()
    .trim()
    .min(1, `${label} must not be empty.`)
    .max(maxLength, `${label} is too long.`)
    .refine((text) => !text.includes('\0'), `${label} has characters that cannot be stored.`)
    .optional()

/** One of these words, in any case. */
const choice = <const Word extends string>(words: readonly Word[], label: string) =>
  z
    .string()
    .max(40, { abort: true })
    .trim()
    .toLowerCase()
    .pipe(z.enum(words, `${label} must be one of ${words.join(', ')}.`))
    .optional()

const keywords = optionalText('The list of words for search', 2_000)

const optionalNumber = (error: string, max: number) => z.int(error).min(1, error).max(max, error).optional()

/** Days until a product leaves that is made to order. */
export const dispatchDays = z
  .int('Dispatch must be a whole number of days, such as 10.')
  .min(0, `Dispatch must be 0 to ${maxDispatchDays} days.`)
  .max(maxDispatchDays, `Dispatch must be 0 to ${maxDispatchDays} days.`)

/** The day in India from which a product leaves that can be ordered before; days as spreadsheets write them are accepted. */
const availableFrom = z
  .string()
  .max(40, 'The day is too long.')
  .overwrite((text) => parseDay(text.trim()) ?? text.trim())
  .pipe(
    z.iso
      .date({ error: 'Available from must be a day such as 2026-12-12.', abort: true })
      .refine(isDayInReach, 'Available from must be a day from 2000 on, at most a year ahead.'),
  )

/** What a product declares besides its name and description; what it does not declare is left out. */
export const productDetails = z
  .object({
    fabric: optionalText('Fabric', 200).describe('such as 100% cotton, 220 GSM'),
    care: optionalText('Care', 500),
    fit: optionalText('Fit', 100),
    colour: optionalText('Colour', maxLengths.colour).describe('several are separated by commas'),
    style: optionalText('Style', 60).describe('key that products in other colours share'),
    gender: choice(genders, 'Gender').describe('whom it is for; that of the category by default'),
    ageGroup: choice(ageGroups, 'Age group').describe('that of the category by default'),
    modelSize: optionalText('Size of the model', 100),
    weightGrams: optionalNumber('Weight must be whole grams, such as 220.', 100_000),
    itemsInPack: optionalNumber('Items in a pack must be a whole number, such as 2.', 1_000),
    dispatchDays: dispatchDays
      .optional()
      .describe('days until it leaves, of a product that is made to order; as the policies say by default'),
    availableFrom: availableFrom
      .optional()
      .describe('the day in India from which it leaves: a pre-order until then; a day that has passed has no effect'),
    hsnCode: hsnCodeText.optional(),
    taxPieces: optionalNumber('Pieces for the tax must be a whole number, such as 2.', 1_000).describe(
      'pieces that the rate of tax counts in one unit: `itemsInPack` by default, else 1; for administrators only',
    ),
    maker: optionalText('Maker', 300).describe('name and address; the store by default, unless the product needs declarations'),
    packer: optionalText('Packer', 300).describe('name and address'),
    importer: optionalText('Importer', 300).describe('name and address'),
    countryOfOrigin: optionalText('Country of origin', maxLengths.country).describe(
      'India by default, unless the product needs declarations',
    ),
    consumerCare: optionalText('Consumer care', 300).describe('the contact of the store by default'),
    seoTitle: optionalText('SEO title', maxLengths.seoTitle).describe('of the page in search engines; the name by default'),
    seoDescription: optionalText('SEO description', maxLengths.seoDescription).describe(
      'of the page in search engines; the description by default',
    ),
    returnRule: choice(returnRules, 'Return rule').describe('whether it comes back; by its category or its sale by default'),
    keywords: keywords.describe('what shoppers may also call it; for administrators only'),
  })
  .register(schemaRegistry, { id: 'ProductDetails' })
export type ProductDetails = z.infer<typeof productDetails>

/** As the database stores them: `searchWords` are the keywords. */
export const storedDetails = productDetails.omit({ keywords: true }).extend({ searchWords: keywords })
export type StoredDetails = z.infer<typeof storedDetails>

export const productDetailsCalls = defineCalls({
  changeProductDetails: {
    route: 'PATCH /products/:id/details',
    right: 'products',
    changes: 'products',
    summary: 'Replace what a product declares: fabric, care, maker, country of origin and so on',
    params: byId,
    body: z.object({
      version: z.int().min(1).max(1_000_000_000).describe('of the details as the editor saw them; 409 when they have changed since'),
      details: productDetails,
    }),
    reply: { 200: z.object({ message: z.string(), details: productDetails, detailsVersion: z.int() }) },
  },
})
