import { z } from 'zod'

/** A number of orders, items, persons or visits. */
export const count = z.int().min(0)

/** Days in India, both included. */
export const period = z.object({ from: z.iso.date(), to: z.iso.date() })
