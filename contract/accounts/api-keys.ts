import { z } from 'zod'
import { defineCalls } from '../kernel/endpoint.ts'
import { byId, requiredLine } from '../kernel/field-schemas.ts'
import { rights } from '../kernel/rights.ts'

/** Every key begins with it, so that scanners of source code recognise one that was published by mistake. */
export const apiKeyPrefix = 'shopkey_'

export const apiKeyLimits = { keys: 50, name: 60, requestsPerMinute: 600 } as const

/** Rights that a key can have: who gives rights is a person. */
export const apiKeyRights = rights.filter((right): right is Exclude<(typeof rights)[number], 'staff'> => right !== 'staff')

/** How long a key is valid; `never`: until it is revoked. */
export const apiKeyTerms = ['90', '365', 'never'] as const

const apiKey = z.object({
  _id: z.string(),
  name: z.string(),
  rights: z.array(z.enum(rights)),
  end: z.string().describe('the last four characters of the key'),
  createdAt: z.iso.datetime(),
  createdBy: z.string().describe('the administrator in whose name it acts'),
  expiresAt: z.iso.datetime().nullable(),
  lastUsedAt: z.iso.datetime().nullable().describe('within ten minutes'),
  state: z
    .enum(['valid', 'revoked', 'expired', 'without_owner'])
    .describe('`without_owner`: the administrator who made it is disabled or deleted'),
})
export type ApiKey = z.infer<typeof apiKey>

export const apiKeyCalls = defineCalls({
  getApiKeys: {
    route: 'GET /api-keys',
    right: 'staff',
    summary: 'The keys of other programs, newest first',
    reply: { 200: z.object({ keys: z.array(apiKey) }) },
  },

  createApiKey: {
    route: 'POST /api-keys',
    right: 'staff',
    changes: 'nothing',
    summary: 'Make a key for another program. Needs the PIN again',
    body: z.object({
      name: requiredLine('Name', apiKeyLimits.name),
      rights: z
        .array(z.enum(apiKeyRights))
        .min(1, 'Choose what the program may do.')
        .max(apiKeyRights.length)
        .refine((chosen) => new Set(chosen).size === chosen.length, 'A right is listed twice.'),
      term: z.enum(apiKeyTerms).default('365').describe('days, or `never`'),
    }),
    reply: { 201: z.object({ message: z.string(), key: apiKey, secret: z.string().describe('shown only once') }) },
  },

  revokeApiKey: {
    route: 'DELETE /api-keys/:id',
    right: 'staff',
    changes: 'nothing',
    summary: 'Revoke a key: its next request is refused',
    params: byId,
    reply: { 200: z.object({ message: z.string() }) },
  },
})
