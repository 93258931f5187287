import type { FastifyInstance } from 'fastify'

/** An escape sequence of JSON: a surrogate pair, half of one, or any other. */
const escapes = /\\(?:u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|(u[dD][89a-fA-F][\da-fA-F]{2})|.)/gs

/** Replaces each half of a surrogate pair, which PostgreSQL does not store, by the replacement character. */
const replaceLoneSurrogates = (json: string): string =>
  json.includes('\\u') ? json.replace(escapes, (sequence, half) => (half === undefined ? sequence : '\\ufffd')) : json

/** Parses JSON bodies into well-formed text. */
export function parseWellFormedJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    parse(request, replaceLoneSurrogates(String(body)), done),
  )
}
