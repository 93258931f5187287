import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type FaultRule, type SimulatorState, takeRule } from '../state.ts'
import { createFaultBody } from './errors.ts'

const HTML = '<html><body><h1>502 Bad Gateway</h1></body></html>'

export function installFaultInjection({ app, state }: { app: FastifyInstance; state: SimulatorState }): void {
  const rulesAfter = new WeakMap<FastifyRequest, FaultRule>()

  app.addHook('onRequest', async (request, reply) => {
    const rule = takeRule({
      rules: state.faultRules,
      matches: ({ method, path }) => (method ?? request.method) === request.method && request.url.includes(path ?? ''),
    })
    if (!rule) return
    if (rule.when === 'after') rulesAfter.set(request, rule)
    else if (rule.kind === 'delay') await waitOnClock({ state, seconds: rule.seconds })
    else if (rule.kind === 'drop') {
      reply.hijack()
      request.raw.socket.destroy()
    } else return reply.send(prepareFaultReply({ reply, rule }))
  })

  app.addHook('onSend', async (request, reply, payload) => {
    const rule = rulesAfter.get(request)
    if (!rule) return payload
    if (rule.kind === 'delay') await waitOnClock({ state, seconds: rule.seconds })
    if (rule.kind === 'drop') request.raw.socket.destroy()
    if (rule.kind !== 'status' && rule.kind !== 'html') return payload
    reply.removeHeader('content-length')
    return prepareFaultReply({ reply, rule })
  })
}

/** Sets status and headers; returns the body. */
function prepareFaultReply({ reply, rule }: { reply: FastifyReply; rule: FaultRule }): string {
  if (rule.kind === 'html') {
    reply.status(502).type('text/html')
    return HTML
  }
  reply.status(rule.status).type('application/json')
  if (rule.status === 429) reply.header('retry-after', '1')
  return JSON.stringify({ error: createFaultBody({ status: rule.status }) })
}

function waitOnClock({ state, seconds }: { state: SimulatorState; seconds: number }): Promise<void> {
  return new Promise((resolve) => void state.clock.schedule({ seconds, run: resolve }))
}
