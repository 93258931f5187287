import type { FastifyInstance, FastifyRequest } from 'fastify'

/** An escape sequence of JSON: a surrogate pair, half of one, or any other. */
const escapes = /\\(?:u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|(u[dD][89a-fA-F][\da-fA-F]{2})|.)/gs

/** Replaces each half of a surrogate pair, which PostgreSQL does not store, by the replacement character. */
const replaceLoneSurrogates = (json: string): string =>
  json.includes('\\u') ? json.replace(escapes, (sequence, half) => (half === undefined ? sequence : '\\ufffd')) : json

interface JsonOptions {
  /** called with the bytes of each body */
  readonly onBody?: (request: FastifyRequest, bytes: Buffer) => void
  /** a request may name JSON and send nothing */
  readonly acceptsEmpty?: boolean
}

/** Parses JSON bodies into well-formed text. */
export function parseWellFormedJson(app: FastifyInstance, { onBody, acceptsEmpty = false }: JsonOptions = {}): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    onBody?.(request, body as Buffer)
    if (acceptsEmpty && body.length === 0) return done(null, undefined)
    return parse(request, replaceLoneSurrogates(String(body)), done)
  })
}
