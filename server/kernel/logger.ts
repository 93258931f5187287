/** Where features log. Fastify's logger, so that lines of requests carry the id of the request. */
export type { FastifyBaseLogger as Logger } from 'fastify'
