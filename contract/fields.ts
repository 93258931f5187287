import { z } from 'zod'

/** A text that must not be empty, with a sentence for each mistake. */
export const requiredText = (label: string, maxLength: number) =>
  z
    .string({ error: `${label} is required.` })
    .trim()
    .min(1, `${label} is required.`)
    .max(maxLength, `${label} is too long.`)
