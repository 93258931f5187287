import type { FastifyRequest } from 'fastify'
import { createRateLimit, ipRangeFactor, type RateLimitOptions } from '../database/rate-limit.ts'
import { readClientIp, readClientIpRange } from './session.ts'

/** Allows `points` per IP address, and five times as many per network, in `seconds`. */
export function createClientLimit(options: RateLimitOptions) {
  const { name, points } = options
  const ofIp = createRateLimit(options)
  const ofRange = createRateLimit({ ...options, name: `${name}-range`, points: points * ipRangeFactor })
  return {
    /** Uses one point. Throws `AppError` (429) when none is left. */
    async consume(request: FastifyRequest): Promise<void> {
      await ofIp.consume(readClientIp(request))
      await ofRange.consume(readClientIpRange(request))
    },
  }
}
