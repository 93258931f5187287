import Fastify, { type FastifyInstance } from 'fastify'
import { ZodError } from 'zod'
import { ApiError, createBadRequest, createFaultBody, createUnknownUrlError } from './api/errors.ts'
import { apiRoutes } from './api/routes.ts'
import { FRAME_CALLS_PATH, TEXTS } from './assumptions.ts'
import { assetRoutes } from './checkout/assets.ts'
import { frameRoutes } from './checkout/frame-routes.ts'
import { controlRoutes } from './control/routes.ts'
import { webhookControlRoutes } from './control/webhook-routes.ts'
import { resumeJobs } from './resume.ts'
import { createState, isLoopback, SimulatorError, type SimulatorState, type StartOptions } from './state.ts'

export interface Simulator {
  /** Listens on 127.0.0.1 and returns the URL. Port 0 takes any free port. */
  listen(input?: { port?: number }): Promise<string>
  close(): Promise<void>
}

/** The default key. It is public and accepted by the simulator only. */
export const DEMO_KEY = { keyId: 'rzp_test_LoomLaneDemo01', keySecret: 'loomlanedemosecret000001' } as const

export type SimulatorOptions = Partial<StartOptions>

/** A local Razorpay: the API, the checkout form and the webhooks of test mode, and a control API for tests. */
export function createSimulator(options: SimulatorOptions = {}): Simulator {
  const state = createState({ start: { key: DEMO_KEY, endpoints: [], clock: 'manual', settings: {}, stateFile: null, ...options } })
  resumeJobs({ state })
  const app = createServer({ state })
  return {
    listen: ({ port = 0 } = {}) => app.listen({ port, host: '127.0.0.1' }),
    async close() {
      state.clock.clear()
      await app.close()
    },
  }
}

function createServer({ state }: { state: SimulatorState }): FastifyInstance {
  const app = Fastify({ forceCloseConnections: true, routerOptions: { ignoreTrailingSlash: true } })
  acceptJsonOnly({ app })
  rejectForeignHosts({ app })
  handleErrors({ app })
  saveChanges({ app, state })
  app.register(assetRoutes)
  app.register(apiRoutes, { state, prefix: '/v1' })
  app.register(frameRoutes, { state, prefix: FRAME_CALLS_PATH })
  app.register(controlRoutes, { state, prefix: '/_simulator' })
  app.register(webhookControlRoutes, { state, prefix: '/_simulator' })
  return app
}

/** Before the reply: what was answered is not lost. */
function saveChanges({ app, state }: { app: FastifyInstance; state: SimulatorState }): void {
  app.addHook('onSend', async (request) => {
    if (request.method !== 'GET') state.save()
  })
}

/** Web pages of other origins cannot post JSON without a CORS permission, which is never given. */
function acceptJsonOnly({ app }: { app: FastifyInstance }): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, async (_request: unknown, text: string): Promise<unknown> => {
    if (text.trim() === '') return {}
    try {
      return JSON.parse(text) as unknown
    } catch {
      throw createBadRequest({ description: TEXTS.jsonInvalid })
    }
  })
}

/** Protects against DNS rebinding: a foreign host name that resolves to this machine is not served. */
function rejectForeignHosts({ app }: { app: FastifyInstance }): void {
  app.addHook('onRequest', async (request) => {
    if (!isLoopback({ hostname: request.hostname })) throw createUnknownUrlError()
  })
}

function handleErrors({ app }: { app: FastifyInstance }): void {
  app.setNotFoundHandler((_request, reply) => {
    const { status, body } = createUnknownUrlError()
    return reply.status(status).send({ error: body })
  })
  app.setErrorHandler((cause, request, reply) => {
    const error = toApiError({ cause })
    if (error) return reply.status(error.status).send({ error: error.body })
    console.error(`${request.method} ${request.url}`, cause)
    return reply.status(500).send({ error: createFaultBody({ status: 500 }) })
  })
}

function toApiError({ cause }: { cause: unknown }): ApiError | undefined {
  if (cause instanceof ApiError) return cause
  if (cause instanceof ZodError)
    return createBadRequest({ description: cause.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ') })
  if (cause instanceof SimulatorError) return createBadRequest({ description: cause.message })
  const status = (cause as { statusCode?: unknown } | null)?.statusCode
  return typeof status === 'number' && status < 500 ? createBadRequest({ description: (cause as Error).message }) : undefined
}
