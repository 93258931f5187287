import type { FastifyRequest } from 'fastify'
import type { Database } from '../../database/schema.ts'
import { createDeviceToken, readCookie } from '../../http/session.ts'
import { hashToken } from '../sessions/tokens.ts'

interface Browser {
  readonly database: Database
  readonly request: FastifyRequest
  readonly secure: boolean
}

/**
 * The token of the browser that signs in: the one that it has sent, if the shop has issued it. Before November 2026 tokens were not signed;
 * those of known devices stay.
 */
export async function readDeviceToken({ database, request, secure }: Browser): Promise<string> {
  const sent = readCookie({ request, name: 'device', secure })
  if (sent === undefined) return createDeviceToken(request)
  if (request.unsignCookie(sent).valid) return sent
  const known = database.selectFrom('known_devices').select('user_id').where('token_hash', '=', hashToken(sent))
  return (await known.limit(1).executeTakeFirst()) ? sent : createDeviceToken(request)
}
