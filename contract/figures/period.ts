import { z } from 'zod'

/** Of orders, items, persons or visits. */
export const count = z.int().min(0)

/** Days in India, both included. */
export const period = z.object({ from: z.iso.date(), to: z.iso.date() })
