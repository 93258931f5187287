import { z } from 'zod'
import { type CallName, type calls, calls as table } from './calls.ts'

/** The schemas of one call. `reply` is keyed by the status of success. */
export interface EndpointSchemas {
  readonly summary: string
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly headers?: z.ZodObject
  readonly body?: z.ZodType
  /** the body comes as multipart/form-data, because it holds a file */
  readonly form?: true
  readonly reply: { readonly [status: number]: z.ZodType }
}

export type Endpoint<Name extends CallName = CallName, S extends EndpointSchemas = EndpointSchemas> = S &
  (typeof calls)[Name] & { readonly name: Name }

/** Joins a call of the table with its schemas: one value that the server serves and the API page describes. */
export function defineEndpoint<const Name extends CallName, const S extends EndpointSchemas>(name: Name, shapes: S): Endpoint<Name, S> {
  return { name, ...table[name], ...shapes }
}

/** The body of every refusal. The same text twice, because callers read either field. */
export const apiError = z
  .object({
    error: z.string(),
    message: z.string(),
    code: z.string().describe('snake_case, stable'),
    fields: z.record(z.string(), z.string()).optional().describe('path of a field → what is wrong with it'),
  })
  .meta({ id: 'Refusal' })
export type ApiErrorBody = z.infer<typeof apiError>

/** Names the order, so that a retry gives the same answer and never a second order. */
export const idempotencyHeaders = z.object({
  'idempotency-key': z.string().trim().min(1).max(255).optional().describe('any text that is new for each new order'),
})

/** How many days figures are asked for, today included. Days are India's. */
export const daysQuery = z.object({ days: z.coerce.number().int().min(1).max(366).default(30) })

/** More than any order can come to, and far from where whole paise would lose their last digit. */
const maxRupees = 100_000_000_000

/** Rupees with at most two decimals. */
export const rupees = z
  .number()
  .nonnegative()
  .max(maxRupees)
  // Written out and read again, because a large amount times a hundred is not quite whole.
  .refine((value) => Number(value.toFixed(2)) === value, 'At most two decimals.')
  .describe('rupees, at most two decimals')

/** An amount as a shopper saw it: only compared, so it need not be one of ours. */
export const quotedRupees = z.number().min(0).max(maxRupees)
