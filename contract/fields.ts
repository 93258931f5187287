import { z } from 'zod'

/** A text that must not be empty, with a sentence for each mistake. */
export const requiredText = (label: string, maxLength: number) =>
  z
    .string({ error: `${label} is required.` })
    .trim()
    .min(1, `${label} is required.`)
    .max(maxLength, `${label} is too long.`)

/** The version of a row as the editor saw it: an integer of PostgreSQL. */
export const rowVersion = z.int().min(0).max(2_147_483_647)
