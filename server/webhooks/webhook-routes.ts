import type { FastifyInstance, FastifyRequest } from 'fastify'
import { webhookLimits } from '#contract/webhooks/webhook-limits.ts'
import { type NewActivity, recordActivity } from '../activity/record-activity.ts'
import { createRateLimit } from '../database/rate-limit.ts'
import { defineRoute } from '../http/define-route.ts'
import { requireRight, requireUser } from '../http/session.ts'
import { addEndpoint, deleteEndpoint, type EndpointContext, editEndpoint, listEndpoints, rotateSecret, testEndpoint } from './endpoints.ts'
import { listDeliveries, listEvents, resendDelivery } from './list-deliveries.ts'
import { isSuccess } from './send-event.ts'

interface RouteDependencies extends EndpointContext {
  readonly requestDeliveries: () => void
}

/** Webhooks and events for other programs. */
export function webhookRoutes(api: FastifyInstance, { requestDeliveries, ...dependencies }: RouteDependencies): void {
  const { database, webhookSender, webhookKey } = dependencies
  const context = { database, webhookSender, webhookKey }
  const testLimit = createRateLimit({ name: 'webhook-tests', points: webhookLimits.testsPerHour, seconds: 3_600, database, factor: 1 })

  const record = ({ request, ...activity }: Pick<NewActivity, 'call' | 'subject'> & { request: FastifyRequest }) =>
    recordActivity({ database, actorId: requireUser(request).id, ...activity })

  defineRoute(api, 'getWebhooks', async () => ({ endpoints: await listEndpoints({ database }) }))

  defineRoute(api, 'addWebhook', async ({ body, request }) => {
    // A receiver gets orders with their addresses.
    requireRight(request, 'exports')
    const added = await addEndpoint({ ...context, ...body })
    await record({ request, call: 'addWebhook', subject: { id: added.endpoint._id, name: added.endpoint.url } })
    requestDeliveries()
    return { message: 'The webhook is added.', ...added }
  })

  defineRoute(api, 'editWebhook', async ({ params, body, request }) => {
    requireRight(request, 'exports')
    const endpoint = await editEndpoint({ ...context, ...params, ...body })
    await record({ request, call: 'editWebhook', subject: { id: endpoint._id, name: endpoint.url } })
    requestDeliveries()
    return { message: 'The webhook is changed.', endpoint }
  })

  defineRoute(api, 'deleteWebhook', async ({ params, request }) => {
    await deleteEndpoint({ database, ...params })
    await record({ request, call: 'deleteWebhook', subject: { id: params.id, name: '' } })
    return { message: 'The webhook is deleted.' }
  })

  defineRoute(api, 'rotateWebhookSecret', async ({ params, body, request }) => {
    const rotated = await rotateSecret({ ...context, ...params, ...body })
    await record({ request, call: 'rotateWebhookSecret', subject: { id: params.id, name: rotated.endpoint.url } })
    return { message: 'The secret is new.', ...rotated }
  })

  defineRoute(api, 'testWebhook', async ({ params, request }) => {
    await testLimit.consume(requireUser(request).id)
    const attempt = await testEndpoint({ ...context, ...params })
    const { status, answer } = attempt
    const isError = !isSuccess(attempt)
    const outcome = status === null ? answer : `It answered ${status}.`
    return { message: isError ? `The test failed. ${outcome}` : `The test event has arrived. ${outcome}`, isError, status, answer }
  })

  defineRoute(api, 'getWebhookDeliveries', ({ params: { id: endpointId }, query }) => listDeliveries({ database, endpointId, ...query }))

  defineRoute(api, 'resendWebhookDelivery', async ({ params, request }) => {
    await resendDelivery({ database, ...params })
    await record({ request, call: 'resendWebhookDelivery', subject: { id: params.id, name: '' } })
    requestDeliveries()
    return { message: 'The event is sent again.' }
  })

  defineRoute(api, 'getEvents', ({ query: { type, ...query } }) =>
    listEvents({ database, ...query, types: type === undefined ? undefined : [type] }),
  )
}
