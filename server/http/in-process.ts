import type { FastifyRequest } from 'fastify'

/** Is it a page that asks the API while it is rendered? Such a request has come in already, as the page's own. */
export function isInProcess({ raw }: Pick<FastifyRequest, 'raw'>): boolean {
  return '_lightMyRequest' in raw
}
