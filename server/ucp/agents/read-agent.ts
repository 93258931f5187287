import { UcpError } from '../protocol/ucp-error.ts'
import { isLocalProfile } from './agent-profiles.ts'

/** Who sends a request, as the header `UCP-Agent` says. Only a signature proves it. */
export interface Agent {
  /** address of the profile, which says what the agent supports */
  readonly profileUrl: string
  /** host of the profile, such as `agent.example` */
  readonly name: string
}

interface AgentAddress {
  /** address of its profile */
  readonly profileUrl: string | undefined
  /** also accepts a profile at http://127.0.0.1, for tests */
  readonly allowsLocal?: boolean
}

const maxLength = 500

/** The member `profile` of a dictionary of structured fields (RFC 8941). */
const profilePattern = /(?:^|[,;]\s*)profile="([^"\\]*)"/

/** The address in a header `UCP-Agent: profile="https://agent.example/profile.json"`; undefined without one. */
export function readProfileUrl(header: string | readonly string[] | undefined): string | undefined {
  const text = [header ?? ''].flat().join(', ')
  return text.length <= maxLength ? profilePattern.exec(text)?.[1] : undefined
}

/**
 * The agent with the profile at an address.
 * @throws UcpError 400 unless it is a https address.
 */
export function toAgent({ profileUrl, allowsLocal = false }: AgentAddress): Agent {
  const url = profileUrl !== undefined && profileUrl.length <= maxLength ? URL.parse(profileUrl) : null
  const hasProtocol = url?.protocol === 'https:' || (allowsLocal && url && isLocalProfile(url))
  if (!url || !hasProtocol || url.username !== '' || url.password !== '') {
    throw new UcpError('invalid_profile_url', 'The header UCP-Agent must name the https address of a profile: profile="https://…".')
  }
  return { profileUrl: url.href, name: url.host }
}
