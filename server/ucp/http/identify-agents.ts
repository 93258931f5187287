import type { FastifyInstance, FastifyRequest } from 'fastify'
import { parseWellFormedJson } from '../../http/json-body.ts'
import { readClientIpRange } from '../../http/session.ts'
import { getOrigin } from '../../http/url.ts'
import type { Settings } from '../../kernel/settings.ts'
import type { AgentProfiles } from '../agents/agent-profiles.ts'
import { verifySignature } from '../agents/verify-signature.ts'
import { UcpError, UcpOutcome } from '../ucp-error.ts'

interface Identification {
  readonly settings: Pick<Settings, 'PUBLIC_URL'>
  readonly agentProfiles: AgentProfiles
  /** called with the name of the agent of each request whose profile was read */
  readonly countRequest: (agent: string) => void
}

declare module 'fastify' {
  interface FastifyRequest {
    /** the bytes of a body, which a signature proves */
    bodyBytes: Buffer | null
  }
}

const incompatible = () =>
  new UcpOutcome({
    messages: [
      {
        type: 'error',
        code: 'capabilities_incompatible',
        content: 'The profile of the agent does not have the capability of this call in the version of the shop.',
        severity: 'unrecoverable',
      },
    ],
  })

/** Reads the profile of the agent of each request, checks that it has the capability of the call, and verifies its signature. */
export function identifyAgents(app: FastifyInstance, { settings, agentProfiles, countRequest }: Identification): void {
  app.decorateRequest('ucpProfile', null)
  app.decorateRequest('bodyBytes', null)
  app.removeContentTypeParser('application/json')
  parseWellFormedJson(app, {
    onBody: (request, bytes) => {
      request.bodyBytes = bytes
    },
  })

  const toSigned = (request: FastifyRequest) => ({
    method: request.method,
    authority: new URL(getOrigin({ settings, request })).host,
    url: request.originalUrl,
    headers: request.headers,
    body: request.bodyBytes ?? undefined,
  })

  app.addHook('onRequest', async (request) => {
    const { ucpAgent } = request
    if (!ucpAgent) return
    request.ucpProfile = await agentProfiles.find({ url: ucpAgent.profileUrl, network: readClientIpRange(request) })
    countRequest(ucpAgent.name)
    const [root] = request.routeOptions.config.capabilities ?? []
    if (root !== undefined && !request.ucpProfile.capabilities.has(root)) throw incompatible()
  })

  app.addHook('preValidation', async (request) => {
    const { ucpProfile } = request
    if (!ucpProfile) return
    const isSigned = verifySignature({ request: toSigned(request), keys: ucpProfile.keys, now: Date.now() })
    if (!isSigned && request.routeOptions.config.needsSignature) throw new UcpError('signature_missing', 'This call needs a signature.')
  })
}
