import type { FastifyInstance, FastifyRequest } from 'fastify'
import { parseWellFormedJson } from '../../http/json-body.ts'
import { readClientIpRange } from '../../http/session.ts'
import { getOrigin } from '../../http/url.ts'
import type { Settings } from '../../kernel/settings.ts'
import type { AgentProfiles } from '../agents/agent-profiles.ts'
import { verifySignature } from '../agents/verify-signature.ts'
import { UcpError, UcpOutcome } from '../protocol/ucp-error.ts'

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

/** Checks of a request whose agent is known, in this order. */
export interface AgentChecks {
  /** Reads the profile of the agent, which must have the capability of the call. */
  readonly readProfile: (request: FastifyRequest) => Promise<void>
  readonly checkSignature: (request: FastifyRequest) => void
}

/** Reads the profile of the agent of each request, checks that it has the capability of the call, and verifies its signature. */
export function identifyAgents(app: FastifyInstance, { settings, agentProfiles, countRequest }: Identification): AgentChecks {
  app.decorateRequest('ucpCall', null)
  app.decorateRequest('ucpProfile', null)
  app.decorateRequest('bodyBytes', null)
  app.removeContentTypeParser('application/json')
  parseWellFormedJson(app, {
    // Some clients name JSON in each request, also to cancel, which has no body.
    acceptsEmpty: true,
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

  async function readProfile(request: FastifyRequest): Promise<void> {
    const { ucpAgent } = request
    if (!ucpAgent) return
    request.ucpProfile = await agentProfiles.find({ url: ucpAgent.profileUrl, network: readClientIpRange(request) })
    countRequest(ucpAgent.name)
    const [root] = request.ucpCall?.capabilities ?? []
    if (root !== undefined && !request.ucpProfile.capabilities.has(root)) throw incompatible()
  }

  function checkSignature(request: FastifyRequest): void {
    const { ucpProfile } = request
    if (!ucpProfile) return
    const isSigned = verifySignature({ request: toSigned(request), keys: ucpProfile.keys, now: Date.now() })
    if (!isSigned && request.ucpCall?.needsSignature) throw new UcpError('signature_missing', 'This call needs a signature.')
  }

  app.addHook('onRequest', async (request) => {
    request.ucpCall = request.routeOptions.config.ucpCall ?? null
    await readProfile(request)
  })
  app.addHook('preValidation', async (request) => checkSignature(request))
  return { readProfile, checkSignature }
}
