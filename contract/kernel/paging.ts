import { z } from 'zod'

/** Which page of a list is asked for, from 1. */
export const pageQuery = z.object({ page: z.coerce.number().int().min(1).max(1_000_000).default(1) })

/** What the reply of a list says of its page. */
export const paged = { total: z.int(), page: z.int(), totalPages: z.int() }
