import { z } from 'zod'
import { maxLengths } from './business.ts'

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
