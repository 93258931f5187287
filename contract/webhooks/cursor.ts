import { z } from 'zod'

/** The number of the last event or change that a program has read; 0 for none. */
export const cursor = z
  .string()
  .max(15)
  .regex(/^\d{1,15}$/)
  .default('0')
