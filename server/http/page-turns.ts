import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import { createSemaphore } from '../semaphore.ts'
import { sendsBody } from './bodies.ts'

/**
 * Pages that are made at once; the others wait in the order they came. Making them is work of one thread: many pages
 * begun together would all be late together, and fill the memory meanwhile.
 */
const pagesAtOnce = 4

const isPage = ({ routeOptions }: FastifyRequest) => routeOptions.config.isPage === true

/**
 * Lets pages wait at the door, before anything is made for them: what hung on a page that has to wait would be taken for
 * something that stays, and would fill the memory until the next thorough tidying up.
 */
export function queuePages(app: FastifyInstance): void {
  const turns = createSemaphore({ atOnce: pagesAtOnce })
  const begun = new Set<FastifyRequest>()
  const endTurn = (request: FastifyRequest) => {
    if (begun.delete(request)) turns.leave()
  }
  app.decorate('endTurn', endTurn)
  const awaitTurn = (request: FastifyRequest, reply: FastifyReply, done: (refused?: Error) => void) => {
    turns.enter(() => {
      begun.add(request)
      // Whoever went away while waiting gets no page. Nobody hears this, but what is held for an answer is held until there
      // is one: one that waits behind others of its connection is not even closed with it.
      if (request.raw.socket.destroyed) return done(new AppError('invalid_request'))
      reply.raw.once('close', () => endTurn(request))
      done()
    })
  }
  app.addHook('onRequest', (request, reply, done) => {
    if (!isPage(request) || sendsBody(request)) return done()
    awaitTurn(request, reply, done)
  })
  // What a page is sent may come late or never: others have their turn meanwhile.
  app.addHook('preValidation', (request, reply, done) => {
    if (!isPage(request) || !sendsBody(request)) return done()
    awaitTurn(request, reply, done)
  })
  // A page that is refused on its way is never made. That its answer is read may take as long as somebody likes.
  app.addHook('onSend', (request, _reply, _payload, done) => {
    endTurn(request)
    done()
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
