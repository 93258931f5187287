import './plain-messages.ts'
import { z } from 'zod'
import type { Right } from './rights.ts'
import { schemaRegistry } from './schema-registry.ts'

/** The callers of a call: `user` and `admin` are roles, and an administrator is not a shopper. */
export type Who = 'anyone' | 'user' | 'admin'

interface CallBase {
  readonly summary: string
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly headers?: z.ZodObject
  readonly body?: z.ZodType
  /** the body is multipart/form-data, because it contains a file */
  readonly form?: true
  /** keyed by the HTTP status of success */
  readonly reply: { readonly [status: number]: z.ZodType }
}

type Access =
  | { readonly who: 'anyone' | 'user'; readonly right?: undefined; readonly furtherRights?: undefined }
  | {
      readonly who?: undefined
      /** administrators with this right may call it; `own`: all administrators, because the call is about the own account */
      readonly right: Right | 'own'
      /** what it needs besides, for some or for all uses: its handler checks it, and screens hide such uses */
      readonly furtherRights?: readonly Right[]
    }

interface ReadCall extends CallBase {
  /** method and path */
  readonly route: `GET /${string}`
  readonly changes?: undefined
}

interface WriteCall extends CallBase {
  readonly route: `${'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`
  /** `products`: lists or product pages may show something else afterwards, so cached ones are dropped before the reply */
  readonly changes: 'products' | 'nothing'
}

/** One call of the API. */
export type Endpoint = (ReadCall | WriteCall) & Access

/** The calls of a feature by name. The server serves them, and the API docs describe them. */
export const defineCalls = <const Calls extends Readonly<Record<string, Endpoint>>>(calls: Calls): Calls => calls

/** The method and the path of a call, and who may call it. */
export function resolveCall({ route, who }: Endpoint) {
  const [method, path] = route.split(' ') as ['GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', string]
  const caller: Who = who ?? 'admin'
  return { method, path, who: caller }
}

/** A proof-of-work challenge of ALTCHA, version 2, which the server has signed. */
const challenge = z
  .object({ parameters: z.record(z.string(), z.unknown()), signature: z.string() })
  .describe('to solve with ALTCHA before the request is repeated with the solution')

/** Above any order, and far below the limit of exact integers in paise. */
const maxRupees = 100_000_000_000

/** Rupees with at most two decimals. */
export const rupees = z
  .number()
  .nonnegative()
  .max(maxRupees)
  // Compared as text, because large amounts multiplied by 100 are not exact.
  .refine((value) => Number(value.toFixed(2)) === value, 'At most two decimals.')
  .describe('rupees, at most two decimals')

/** The body of every error. `error` and `message` are the same text, because clients read either. */
export const apiError = z
  .object({
    error: z.string(),
    message: z.string(),
    code: z.string().describe('snake_case, stable'),
    fields: z.record(z.string(), z.string()).optional().describe('path of a field → what is wrong with it'),
    challenge: challenge.optional(),
    advance: rupees.optional().describe('what must be paid online of an order on delivery that is refused without it'),
  })
  .register(schemaRegistry, { id: 'ApiError' })
export type ApiErrorBody = z.infer<typeof apiError>

/** With the same key a retry gets the first reply and never a second order. */
export const idempotencyHeaders = z.object({
  'idempotency-key': z.string().trim().min(1).max(255).optional().describe('a text that is unique for each order'),
})

/** The older name of `message` in replies. The next version removes it. */
export const words = z.string().describe('older name of `message`')

/** The number of days of a report, today included, in Indian time. */
export const daysQuery = z.object({ days: z.coerce.number().int().min(1).max(366).default(30) })

/** An amount that the shopper saw: it is only compared. */
export const quotedRupees = z.number().min(0).max(maxRupees)
