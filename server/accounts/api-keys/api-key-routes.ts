import type { FastifyInstance } from 'fastify'
import { recordActivity } from '../../activity/record-activity.ts'
import type { Database } from '../../database/schema.ts'
import { defineRoute } from '../../http/define-route.ts'
import { requireUser } from '../../http/session.ts'
import { AppError } from '../../kernel/errors.ts'
import { createApiKey, listApiKeys, revokeApiKey } from './api-keys.ts'

/** The keys of other programs. */
export function apiKeyRoutes(api: FastifyInstance, { database }: { database: Database }): void {
  defineRoute(api, 'getApiKeys', async () => ({ keys: await listApiKeys({ database }) }))

  defineRoute(api, 'createApiKey', async ({ body, request }) => {
    const { id, secret } = await createApiKey({ database, creator: requireUser(request), ...body })
    const key = (await listApiKeys({ database })).find(({ _id }) => _id === id)
    await recordActivity({ database, actorId: requireUser(request).id, call: 'createApiKey', subject: { id, name: body.name } })
    if (!key) throw new AppError('api_key_not_found')
    return { message: `The key ${key.name} is made. Copy it now: it is not shown again.`, key, secret }
  })

  defineRoute(api, 'revokeApiKey', async ({ params, request }) => {
    const name = await revokeApiKey({ database, id: params.id })
    await recordActivity({ database, actorId: requireUser(request).id, call: 'revokeApiKey', subject: { id: params.id, name } })
    return { message: `The key ${name} is revoked.` }
  })
}
