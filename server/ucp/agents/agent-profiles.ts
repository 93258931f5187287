import { LRUCache } from 'lru-cache'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { z } from 'zod'
import { webhookLimits } from '#contract/webhooks/webhook-limits.ts'
import { AppError } from '../../kernel/errors.ts'
import { ucpVersion } from '../protocol/capabilities.ts'
import { UcpError } from '../protocol/ucp-error.ts'

/** Reads the text of a profile from a public https server; undefined when it cannot. */
export type FetchProfile = (url: string) => Promise<string | undefined>

/** Whether this is the address of a profile on this machine, which only a shop with `UCP_LOCAL_AGENTS` reads. */
export const isLocalProfile = ({ protocol, hostname }: Pick<URL, 'protocol' | 'hostname'>): boolean =>
  protocol === 'http:' && hostname === '127.0.0.1'

const signingKey = z.object({
  kid: z.string(),
  kty: z.string(),
  crv: z.string().optional(),
  x: z.string().optional(),
  y: z.string().optional(),
})
export type SigningKey = z.output<typeof signingKey>

const profileSchema = z.object({
  ucp: z.object({
    version: z.string().regex(/^\d{4}-\d\d-\d\d$/),
    capabilities: z.record(z.string(), z.array(z.object({ version: z.string(), config: z.unknown().optional() }))).default({}),
  }),
  signing_keys: z.array(signingKey).default([]),
})

/** What an agent supports and signs with. */
export interface AgentProfile {
  /** names of the capabilities that it has in the release of the shop */
  readonly capabilities: ReadonlySet<string>
  readonly keys: readonly SigningKey[]
  /** where it receives the orders of its checkouts */
  readonly orderWebhook: URL | undefined
}

const maxProfiles = 500
const maxAgeMs = 300_000
/** Also the pause before a profile is tried again that could not be read. */
const maxFailureAgeMs = 60_000
/** Profiles that are read in a minute, for the agents of one network and in all. */
const maxReads = { ofNetwork: 20, inAll: 200 }

/** Profiles of agents, which are read once and then kept for some minutes. */
export function createAgentProfiles({ fetchProfile, factor }: { fetchProfile: FetchProfile; factor: number }) {
  const profiles = new LRUCache<string, Promise<AgentProfile>>({ max: maxProfiles, ttl: maxAgeMs })
  // Apart, so that addresses that lead nowhere do not push out the others.
  const failures = new LRUCache<string, Promise<AgentProfile>>({ max: maxProfiles, ttl: maxFailureAgeMs })
  const createLimit = (points: number) => new RateLimiterMemory({ points: Math.ceil(points * factor), duration: 60 })
  const ofNetwork = createLimit(maxReads.ofNetwork)
  const inAll = createLimit(maxReads.inAll)

  async function read(url: string): Promise<AgentProfile> {
    const text = await fetchProfile(url)
    if (text === undefined) throw new UcpError('profile_unreachable', 'The profile of the agent cannot be read.')
    return parseProfile(text)
  }

  return {
    /**
     * @throws UcpError 424 when the profile cannot be read, 422 when it is none or of another release.
     * @throws AppError 503 when too many profiles were read in this minute.
     */
    async find({ url, network }: { url: string; network: string }): Promise<AgentProfile> {
      const known = profiles.get(url) ?? failures.get(url)
      if (known) return known
      const isAllowed = await Promise.all([ofNetwork.consume(network), inAll.consume('')]).catch(() => undefined)
      if (!isAllowed) throw new AppError('unavailable', { retryAfterSeconds: 60 })
      const reading = profiles.get(url) ?? read(url)
      profiles.set(url, reading)
      reading.catch(() => {
        profiles.delete(url)
        failures.set(url, reading)
      })
      return reading
    },
  }
}

export type AgentProfiles = ReturnType<typeof createAgentProfiles>

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const orderConfig = z.object({ webhook_url: z.string().max(webhookLimits.urlLength) })

/** The https address in the configuration of the order capability. One that cannot be used refuses no request. */
function readOrderWebhook(entries: readonly { version: string; config?: unknown }[] = []): URL | undefined {
  const entry = entries.find(({ version }) => version === ucpVersion)
  const { data } = orderConfig.safeParse(entry?.config)
  const url = data && URL.parse(data.webhook_url)
  return url?.protocol === 'https:' && url.username === '' && url.password === '' ? url : undefined
}

/** @throws UcpError 422 for a text that is no profile, and for a profile of another release. */
export function parseProfile(text: string): AgentProfile {
  const parsed = profileSchema.safeParse(parseJson(text))
  if (!parsed.success) throw new UcpError('profile_malformed', 'The profile of the agent is not valid.')
  const { ucp, signing_keys: keys } = parsed.data
  if (ucp.version !== ucpVersion) {
    throw new UcpError('version_unsupported', `This shop supports the version ${ucpVersion} of the protocol, not ${ucp.version}.`)
  }
  const shared = Object.entries(ucp.capabilities).filter(([, entries]) => entries.some(({ version }) => version === ucpVersion))
  return {
    capabilities: new Set(shared.map(([name]) => name)),
    keys,
    orderWebhook: readOrderWebhook(ucp.capabilities['dev.ucp.shopping.order']),
  }
}
