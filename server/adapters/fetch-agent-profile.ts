import type { IncomingMessage } from 'node:http'
import type { FetchProfile } from '../ucp/agents/agent-profiles.ts'
import { type CheckedRequest, findAddresses, isPublic, type ResolveHost, resolveHost, sendHttps } from './public-https.ts'

const maxBytes = 256 * 1024
const defaultTimeoutMs = 3_000
const headers = { accept: 'application/json', 'user-agent': 'loom-and-lane-ucp/1' }

interface FetcherOptions {
  readonly resolve?: ResolveHost
  readonly send?: (request: CheckedRequest) => Promise<IncomingMessage>
  readonly timeoutMs?: number
}

/**
 * Reads profiles of agents from public https servers on the standard port. The connection goes to the address that was checked, and
 * redirects are not followed.
 */
export function createProfileFetcher({
  resolve = resolveHost,
  send = sendHttps,
  timeoutMs = defaultTimeoutMs,
}: FetcherOptions = {}): FetchProfile {
  return async (text) => {
    try {
      const url = new URL(text)
      const addresses = await findAddresses({ url, resolve })
      const [address] = addresses
      if (address === undefined || url.protocol !== 'https:' || url.port !== '' || !addresses.every(isPublic)) return undefined
      const response = await send({ url, address, headers, signal: AbortSignal.timeout(timeoutMs) })
      if (response.statusCode === 200) return await readText(response)
      response.destroy()
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
