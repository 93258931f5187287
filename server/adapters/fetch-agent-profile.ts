import { get, type IncomingMessage } from 'node:http'
import { type FetchProfile, isLocalProfile } from '../ucp/agents/agent-profiles.ts'
import { type CheckedRequest, findAddresses, isPublic, type ResolveHost, resolveHost, sendHttps } from './public-https.ts'

const maxBytes = 256 * 1024
const defaultTimeoutMs = 3_000
const headers = { accept: 'application/json', 'user-agent': 'loom-and-lane-ucp/1' }

interface FetcherOptions {
  readonly resolve?: ResolveHost
  readonly send?: (request: CheckedRequest) => Promise<IncomingMessage>
  readonly timeoutMs?: number
  /** also reads profiles at http://127.0.0.1, for tests */
  readonly allowsLocal?: boolean
}

const sendLocal = ({ url, signal }: { url: URL; signal: AbortSignal }): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    get(url, { agent: false, headers, signal }).on('response', resolve).on('error', reject)
  })

/**
 * Reads profiles of agents from public https servers on the standard port. The connection goes to the address that was checked, and
 * redirects are not followed.
 */
export function createProfileFetcher({
  resolve = resolveHost,
  send = sendHttps,
  timeoutMs = defaultTimeoutMs,
  allowsLocal = false,
}: FetcherOptions = {}): FetchProfile {
  /** Undefined for a server that must not be called. */
  async function request(url: URL): Promise<IncomingMessage | undefined> {
    const signal = AbortSignal.timeout(timeoutMs)
    if (allowsLocal && isLocalProfile(url)) return sendLocal({ url, signal })
    const addresses = await findAddresses({ url, resolve })
    const [address] = addresses
    if (address === undefined || url.protocol !== 'https:' || url.port !== '' || !addresses.every(isPublic)) return undefined
    return send({ url, address, headers, signal })
  }

  return async (text) => {
    try {
      const response = await request(new URL(text))
      if (response?.statusCode === 200) return await readText(response)
      response?.destroy()
    } catch {
      // No answer, a broken one, or none in time.
    }
    return undefined
  }
}

/** Undefined for a longer text than a profile has. */
async function readText(response: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > maxBytes) {
      response.destroy()
      return undefined
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
