import type { FastifyRequest } from 'fastify'
import type { Settings } from '../settings.ts'

/** `https://shop.example`: what absolute links start with. */
export function readOrigin({ settings, request }: { settings: Pick<Settings, 'PUBLIC_URL'>; request: FastifyRequest }): string {
  return settings.PUBLIC_URL ?? `${request.protocol}://${request.host}`
}
