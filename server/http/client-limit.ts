import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { createRateLimit, findIpFactor, ipRangeFactor, type RateLimitOptions } from '../database/rate-limit.ts'
import { readClientIp, readClientIpRange, readDevice } from './session.ts'

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

interface Person {
  readonly request: FastifyRequest
  /** the email address as one mailbox */
  readonly mailbox: string
}

/**
 * Allows `points` in `seconds` per account, browser and mailbox, and per IPv6 address; ten times as many per IPv4 address, which many people
 * share; and five times as many as an address per network.
 */
export function createPersonLimit({ secure, ...options }: RateLimitOptions & { readonly secure: boolean }) {
  const { name, points } = options
  const ofPerson = createRateLimit({ ...options, name: `${name}-person` })
  const limitAddress = (factor: number) => createClientLimit({ ...options, name: `${name}-${factor}`, points: points * factor })
  const ofAddress = new Map([findIpFactor('::'), findIpFactor('')].map((factor) => [factor, limitAddress(factor)]))
  return {
    /** Uses one point. Throws `AppError` (429) when none is left. */
    async consume({ request, mailbox }: Person): Promise<void> {
      const ip = readClientIp(request)
      const device = readDevice({ request, secure })
      // Strangers, who may enter any email address, do not use up the limit of the mailbox in other networks.
      const keys = [`${mailbox} ${ip}`, device, request.user?.id]
      for (const key of keys) if (key !== undefined) await ofPerson.consume(hash('sha256', key))
      await ofAddress.get(findIpFactor(ip))?.consume(request)
    },
  }
}
