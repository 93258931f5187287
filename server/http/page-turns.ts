import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createTurns } from '../turns.ts'

/**
 * Pages that are made at once; the others wait in the order they came. Making them is work of one thread: many pages
 * begun together would all be late together, and fill the memory meanwhile.
 */
const pagesAtOnce = 4

/**
 * Lets pages wait at the door, before anything is made for them: what hung on a page that has to wait would be taken for
 * something that stays, and would fill the memory until the next thorough tidying up.
 */
export function queuePages(app: FastifyInstance): void {
  const turns = createTurns({ atOnce: pagesAtOnce })
  const begun = new Set<FastifyRequest>()
  const endTurn = (request: FastifyRequest) => {
    if (begun.delete(request)) turns.leave()
  }
  app.decorate('endTurn', endTurn)
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.routeOptions.config.isPage) return done()
    turns.enter(() => {
      // Whoever went away while waiting gets no page, and nobody hears this.
      if (request.raw.destroyed) return turns.leave()
      begun.add(request)
      // A page that is refused on its way is never made.
      reply.raw.once('close', () => endTurn(request))
      done()
    })
  })
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** a page of the shop, made by this server */
    isPage?: boolean
  }
  interface FastifyInstance {
    /** The page is made, and the next one may begin; how long it travels does not matter. */
    endTurn(request: FastifyRequest): void
  }
}
