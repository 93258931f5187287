import type { FastifyInstance } from 'fastify'
import type { Who } from '#contract/calls.ts'
import type { Parts } from '../parts.ts'
import { Refused } from './refusals.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    who?: Who
  }
}

/** Holds every call to the role that the contract names. */
export function guardRoles(api: FastifyInstance, _parts: Parts): void {
  api.addHook('onRequest', async (request) => {
    const { who = 'anyone' } = request.routeOptions.config
    if (who !== 'anyone') throw new Refused({ status: 401, code: 'not_signed_in' })
  })
}
