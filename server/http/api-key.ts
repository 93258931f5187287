import type { FastifyInstance, FastifyRequest } from 'fastify'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { apiKeyLimits, apiKeyPrefix } from '#contract/accounts/api-keys.ts'
import { AppError } from '../kernel/errors.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** id of the API key that was sent in place of a session */
    apiKey: string | null
  }
}

const bearerPattern = new RegExp(`^Bearer +(${apiKeyPrefix}\\S+)$`, 'i')

/** The key of `Authorization: Bearer shopkey_…`; undefined without one, because a proxy may use the header for something else. */
export const readApiKey = ({ headers: { authorization = '' } }: FastifyRequest): string | undefined =>
  bearerPattern.exec(authorization)?.[1]

interface KeyResolver<Found> {
  readonly api: FastifyInstance
  /** undefined for a key that is not valid */
  readonly findApiKey: (key: string) => Promise<Found | undefined>
  readonly factor: number
}

/** Finds what belongs to a key, whose requests of a minute are limited in each process. */
export function createApiKeyResolver<Found extends { readonly keyId: string }>({ api, findApiKey, factor }: KeyResolver<Found>) {
  api.decorateRequest('apiKey', null)
  const limit = new RateLimiterMemory({ points: Math.ceil(apiKeyLimits.requestsPerMinute * factor), duration: 60 })
  /**
   * @throws AppError 401 for a key that is not valid.
   * @throws AppError 429 after too many requests.
   */
  return async function resolveApiKey(request: FastifyRequest, key: string): Promise<Found> {
    const found = await findApiKey(key)
    if (!found) throw new AppError('api_key_invalid')
    const isWithinLimit = await limit.consume(found.keyId).then(
      () => true,
      () => false,
    )
    if (!isWithinLimit) throw new AppError('too_many_requests', { retryAfterSeconds: 60 })
    request.apiKey = found.keyId
    return found
  }
}
