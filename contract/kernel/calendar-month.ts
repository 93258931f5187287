import { z } from 'zod'

/** A calendar month. */
export const calendarMonth = z
  .string()
  .max(7)
  .regex(/^20\d{2}-(0[1-9]|1[0-2])$/, 'Enter a month.')
  .describe('such as 2026-03')
