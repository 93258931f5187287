import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { World } from '../world.ts'
import { makeFaultBody } from './errors.ts'

/**
 * What goes wrong with a merchant's call. `status` and `html` answer so, `drop` cuts the connection, `delay` answers when
 * the simulator's clock has moved on. `after` lets the call do its work first: the answer is lost, the effect is not.
 */
export interface FaultRule {
  readonly kind: 'status' | 'html' | 'drop' | 'delay'
  readonly when: 'before' | 'after'
  readonly method: string | null
  /** matches when the path contains it */
  readonly path: string | null
  readonly status: number
  readonly seconds: number
  left: number
}

const HTML = '<html><body><h1>502 Bad Gateway</h1></body></html>'

export function installFaults({ app, world }: { app: FastifyInstance; world: World }): void {
  const chosen = new WeakMap<FastifyRequest, FaultRule>()

  app.addHook('onRequest', async (request, reply) => {
    const rule = takeFault({ world, request })
    if (!rule) return
    if (rule.when === 'after') chosen.set(request, rule)
    else if (rule.kind === 'delay') await waitOnClock({ world, seconds: rule.seconds })
    else if (rule.kind === 'drop') {
      reply.hijack()
      request.raw.socket.destroy()
    } else {
      reply.status(rule.kind === 'html' ? 502 : rule.status)
      if (rule.kind === 'status' && rule.status === 429) reply.header('retry-after', '1')
      return rule.kind === 'html' ? reply.type('text/html').send(HTML) : reply.send({ error: makeFaultBody({ status: rule.status }) })
    }
  })

  app.addHook('onSend', async (request, reply, payload) => {
    const rule = chosen.get(request)
    if (!rule) return payload
    if (rule.kind === 'delay') await waitOnClock({ world, seconds: rule.seconds })
    if (rule.kind === 'drop') request.raw.socket.destroy()
    if (rule.kind !== 'status' && rule.kind !== 'html') return payload
    reply.removeHeader('content-length')
    reply.status(rule.kind === 'html' ? 502 : rule.status)
    if (rule.kind === 'html') reply.type('text/html')
    return rule.kind === 'html' ? HTML : JSON.stringify({ error: makeFaultBody({ status: rule.status }) })
  })
}

function takeFault({ world, request }: { world: World; request: FastifyRequest }): FaultRule | undefined {
  const rule = world.state.faultRules.find(
    (candidate) =>
      candidate.left > 0 &&
      (candidate.method === null || candidate.method === request.method) &&
      (candidate.path === null || request.url.includes(candidate.path)),
  )
  if (rule) rule.left -= 1
  return rule
}

function waitOnClock({ world, seconds }: { world: World; seconds: number }): Promise<void> {
  return new Promise((resolve) => void world.clock.schedule({ seconds, run: resolve }))
}
