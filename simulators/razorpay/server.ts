import Fastify, { type FastifyInstance } from 'fastify'
import { ZodError } from 'zod'
import { ApiError, makeBadRequest, makeUnknownUrl } from './api/errors.ts'
import { parseForm } from './api/parse-form.ts'
import { serveApi } from './api/routes.ts'
import { serveAssets } from './checkout/assets.ts'
import { serveFrameCalls } from './checkout/frame-routes.ts'
import { serveControls } from './control/routes.ts'
import { serveWebhookControls } from './control/webhook-routes.ts'
import { FRAME_CALLS_PATH, TEXTS } from './guesses.ts'
import { Refused } from './simulator-error.ts'
import { createWorld, isLoopback, type StartOptions, type World } from './world.ts'

export interface Simulator {
  /** Listens on 127.0.0.1 and answers with the address. Port 0 takes any free one. */
  listen(input?: { port?: number }): Promise<string>
  close(): Promise<void>
  /** such as `http://127.0.0.1:40123`; throws before `listen` */
  readonly url: string
}

/** The keys that a simulator has when none are given. They open nothing but a simulator. */
export const DEMO_KEY = { keyId: 'rzp_test_LoomLaneDemo01', keySecret: 'loomlanedemosecret000001' } as const

export type SimulatorOptions = Partial<StartOptions>

/** A local Razorpay: the API, the checkout form and the webhooks that a shop meets in test mode, and levers for tests. */
export function createSimulator(options: SimulatorOptions = {}): Simulator {
  const world = createWorld({
    start: {
      keys: options.keys ?? [DEMO_KEY],
      endpoints: options.endpoints ?? [],
      clock: options.clock ?? 'manual',
      settings: options.settings ?? {},
    },
  })
  const app = createServer({ world })
  let url: string | undefined
  return {
    async listen({ port = 0 } = {}) {
      url = await app.listen({ port, host: '127.0.0.1' })
      return url
    },
    async close() {
      world.clock.clear()
      await app.close()
    },
    get url() {
      if (url === undefined) throw new Error('The simulator does not listen yet.')
      return url
    },
  }
}

function createServer({ world }: { world: World }): FastifyInstance {
  const app = Fastify({ forceCloseConnections: true, routerOptions: { ignoreTrailingSlash: true } })
  readBodies({ app })
  refuseStrangers({ app })
  answerErrors({ app })
  app.register(serveAssets)
  app.register(serveApi, { world, prefix: '/v1' })
  app.register(serveFrameCalls, { world, prefix: FRAME_CALLS_PATH })
  app.register(serveControls, { world, prefix: '/_simulator' })
  app.register(serveWebhookControls, { world, prefix: '/_simulator' })
  return app
}

function readBodies({ app }: { app: FastifyInstance }): void {
  // Without a text/plain reader no foreign web page can post here: JSON needs a CORS permission that is never given.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, async (_request: unknown, text: string): Promise<unknown> => {
    if (text.trim() === '') return {}
    try {
      return JSON.parse(text) as unknown
    } catch {
      throw makeBadRequest({ description: TEXTS.jsonInvalid })
    }
  })
  app.addContentTypeParser<string>(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: unknown, text: string): Promise<unknown> => parseForm({ text }),
  )
}

/** A name that is not this machine's means that a web page pointed its own domain here (DNS rebinding). */
function refuseStrangers({ app }: { app: FastifyInstance }): void {
  app.addHook('onRequest', async (request) => {
    const { hostname } = new URL(`http://${request.headers.host ?? 'localhost'}`)
    if (!isLoopback({ hostname })) throw makeUnknownUrl()
  })
}

function answerErrors({ app }: { app: FastifyInstance }): void {
  app.setNotFoundHandler((_request, reply) => {
    const { status, body } = makeUnknownUrl()
    return reply.status(status).send({ error: body })
  })
  app.setErrorHandler((cause, request, reply) => {
    const error = toApiError({ cause })
    if (error) return reply.status(error.status).send({ error: error.body })
    // A fault of the simulator itself: say so where its developer looks.
    console.error(`${request.method} ${request.url}`, cause)
    return reply
      .status(500)
      .send({ error: { code: 'SERVER_ERROR', description: TEXTS.serverError, source: 'NA', step: 'NA', reason: 'NA', metadata: {} } })
  })
}

function toApiError({ cause }: { cause: unknown }): ApiError | undefined {
  if (cause instanceof ApiError) return cause
  if (cause instanceof ZodError)
    return makeBadRequest({ description: cause.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ') })
  if (cause instanceof Refused) return makeBadRequest({ description: cause.message })
  const status = (cause as { statusCode?: unknown } | null)?.statusCode
  return typeof status === 'number' && status < 500 ? makeBadRequest({ description: (cause as Error).message }) : undefined
}
