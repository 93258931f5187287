import type { FastifyInstance } from 'fastify'
import { webhookLimits } from '#contract/webhooks/webhook-limits.ts'
import { createRateLimit } from '../database/rate-limit.ts'
import { defineRoute } from '../http/define-route.ts'
import { requireUser } from '../http/session.ts'
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

  defineRoute(api, 'getWebhooks', async () => ({ endpoints: await listEndpoints({ database }) }))

  defineRoute(api, 'addWebhook', async ({ body }) => {
    const added = await addEndpoint({ ...context, ...body })
    requestDeliveries()
    return { message: 'The webhook is added.', ...added }
  })

  defineRoute(api, 'editWebhook', async ({ params, body }) => {
    const endpoint = await editEndpoint({ ...context, ...params, ...body })
    requestDeliveries()
    return { message: 'The webhook is changed.', endpoint }
  })

  defineRoute(api, 'deleteWebhook', async ({ params }) => {
    await deleteEndpoint({ database, ...params })
    return { message: 'The webhook is deleted.' }
  })

  defineRoute(api, 'rotateWebhookSecret', async ({ params, body }) => ({
    message: 'The secret is new.',
    ...(await rotateSecret({ ...context, ...params, ...body })),
  }))

  defineRoute(api, 'testWebhook', async ({ params, request }) => {
    await testLimit.consume(requireUser(request).id)
    const attempt = await testEndpoint({ ...context, ...params })
    const { status, answer } = attempt
    const isError = !isSuccess(attempt)
    const outcome = status === null ? answer : `It answered ${status}.`
    return { message: isError ? `The test failed. ${outcome}` : `The test event has arrived. ${outcome}`, isError, status, answer }
  })

  defineRoute(api, 'getWebhookDeliveries', ({ params: { id: endpointId }, query }) => listDeliveries({ database, endpointId, ...query }))

  defineRoute(api, 'resendWebhookDelivery', async ({ params }) => {
    await resendDelivery({ database, ...params })
    requestDeliveries()
    return { message: 'The event is sent again.' }
  })

  defineRoute(api, 'getEvents', ({ query: { type, ...query } }) =>
    listEvents({ database, ...query, types: type === undefined ? undefined : [type] }),
  )
}
