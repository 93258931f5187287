import { z } from 'zod'
import { maxLengths, quantities } from './business.ts'
import { moreRowsPerPage } from './limits/paging.ts'
import { parsePrice } from './parse-price.ts'

/** A text that must not be empty, with a sentence for each mistake. */
export const requiredText = (label: string, maxLength: number) =>
  z
    .string({ error: `${label} is required.` })
    .trim()
    .min(1, `${label} is required.`)
    .max(maxLength, { error: `${label} is too long.`, abort: true })

/** A required text of one line, which mails and files show as it is. */
export const requiredLine = (label: string, maxLength: number) =>
  requiredText(label, maxLength).refine((text) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text), `${label} must be one line.`)

/** A PIN. The maximum bounds the work that hashing and comparing one take. */
export const pinText = z
  .string({ error: 'PIN is required.' })
  .min(1, 'PIN is required.')
  .max(maxLengths.pin, { error: `PIN must have at most ${maxLengths.pin} characters.`, abort: true })

/** A code of an authenticator app or an email, or a recovery code. */
export const codeText = z.string().max(maxLengths.code, { error: 'This code is too long.', abort: true })

/** Digits as typed, such as a phone number or a PIN code. `error` says what they look like, `normalize` writes them in one way. */
export const digitsText = (label: string, pattern: RegExp, error: string, normalize = (text: string) => text) =>
  z
    .string({ error: `${label} is required.` })
    .trim()
    .max(maxLengths.typedNumber, { error, abort: true })
    .overwrite(normalize)
    .regex(pattern, error)

export const hsnCodeText = digitsText('HSN code', /^(\d{4}|\d{6}|\d{8})$/, 'An HSN code has 4, 6 or 8 digits.')

/** Rows of a page of a list of administrators. */
export const chosenRows = z.coerce
  .number()
  .int()
  .min(1)
  .max(Math.max(...moreRowsPerPage))
  .optional()
  .describe('rows of a page; missing: as many as this list usually has')

/** Notes about an uploaded file. */
export const fileNotes = z.array(z.string()).describe('how the file was read, such as its encoding when it is not UTF-8')

/** Lines that are pasted or uploaded. */
export const pastedText = z.string().max(maxLengths.pastedText, 'These are too many lines at once. Please paste fewer.')

/** The version of a row as the editor saw it. The next one must be an integer of PostgreSQL, too. */
export const rowVersion = z.int().min(0).max(1_000_000_000)

/** The id of one row in a path. */
export const byId = z.object({ id: z.string().max(64) })

/** A price of a form or a file, which arrives as text: see `parsePrice`. */
export const priceText = (label: string) =>
  requiredText(label, 30).transform((text, context) => {
    const price = parsePrice(text)
    if (price !== undefined && price > 0) return price
    const isComma = /^[\d.]*,[\d,.]*$/.test(text.replace(/[^\d,.]/g, ''))
    const hint = isComma
      ? `Check the commas in the ${label.toLowerCase()}: 1299 is written 1,299.`
      : `${label} must be a number such as 799 or 799.50.`
    context.addIssue(price === 0 ? `${label} must be more than 0.` : hint)
    return z.NEVER
  })

/** Null for an empty text. */
export function optionalPriceText(label: string) {
  // Once, because an import parses thousands of prices.
  const price = priceText(label)
  return z
    .string()
    .max(maxLengths.typedNumber, { error: `${label} is too long.`, abort: true })
    .transform((text, context) => {
      if (text.trim() === '') return null
      const { data, error } = price.safeParse(text)
      if (data !== undefined) return data
      context.addIssue(error?.issues[0]?.message ?? '')
      return z.NEVER
    })
}

/** A stock of a form. */
export const stockText = requiredText('Stock', 10)
  .regex(/^\d+$/, 'Stock must be a whole number.')
  .pipe(z.coerce.number<string>().int().max(quantities.maxStock, 'Stock is too large.'))
