import { z } from 'zod'
import { maxLengths, quantities } from './business.ts'

/** A text that must not be empty, with a sentence for each mistake. */
export const requiredText = (label: string, maxLength: number) =>
  z
    .string({ error: `${label} is required.` })
    .trim()
    .min(1, `${label} is required.`)
    .max(maxLength, `${label} is too long.`)

/** Lines that are pasted or uploaded. */
export const pastedText = z.string().max(maxLengths.pastedText, 'These are too many lines at once. Please paste fewer.')

/** The version of a row as the editor saw it: an integer of PostgreSQL. */
export const rowVersion = z.int().min(0).max(2_147_483_647)

/** The id of one row in a path. */
export const byId = z.object({ id: z.string().max(64) })

/** A price of a form, which arrives as text: `₹ 1,29,900.50/-` is 129900.5. Commas group by two or three digits. */
export const priceText = (label: string) =>
  requiredText(label, 20)
    .overwrite((text) => text.replace(/\s/g, '').replace(/^(₹|rs\.?|inr)|\/-$/gi, ''))
    .refine((text) => !/^[\d,]*,[\d,.]*$/.test(text) || /^\d{1,3}((,\d{2})*|(,\d{3})*),\d{3}(\.|$)/.test(text), {
      error: `Check the commas in the ${label.toLowerCase()}: 1299 is written 1,299.`,
      abort: true,
    })
    .overwrite((text) => text.replaceAll(',', ''))
    .regex(/^\d{1,7}(\.\d{1,2})?$/, `${label} must be a number such as 799 or 799.50.`)
    .pipe(z.coerce.number<string>().positive(`${label} must be more than 0.`))

/** Null for an empty text. */
export const optionalPriceText = (label: string) =>
  z.string().transform((text, context) => {
    if (text.trim() === '') return null
    const { data, error } = priceText(label).safeParse(text)
    if (data !== undefined) return data
    context.addIssue(error?.issues[0]?.message ?? '')
    return z.NEVER
  })

/** A stock of a form. */
export const stockText = requiredText('Stock', 10)
  .regex(/^\d+$/, 'Stock must be a whole number.')
  .pipe(z.coerce.number<string>().int().max(quantities.maxStock, 'Stock is too large.'))
