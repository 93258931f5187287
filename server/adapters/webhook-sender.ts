import type { IncomingMessage } from 'node:http'
import { cutText } from '#contract/kernel/cut-text.ts'
import { webhookLimits } from '#contract/webhooks/webhook-limits.ts'
import type { WebhookSender } from '../webhooks/webhook-sender.ts'
import { type CheckedRequest, findAddresses, isPublic, type ResolveHost, resolveHost, sendHttps } from './public-https.ts'

/** Bytes of an answer that are read. */
const maxAnswerBytes = 4 * webhookLimits.answerCharacters

async function readAnswer(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of response) {
    chunks.push(chunk as Buffer)
    bytes += (chunk as Buffer).length
    if (bytes >= maxAnswerBytes) break
  }
  response.destroy()
  // PostgreSQL stores no NUL.
  const text = Buffer.concat(chunks).subarray(0, maxAnswerBytes).toString('utf8').replaceAll('\0', '')
  return cutText(text, webhookLimits.answerCharacters)
}

/** Sends to public addresses only, to the address that was checked. Redirects are not followed. */
export function createWebhookSender({
  resolve = resolveHost,
  send = sendHttps,
  timeoutMs = webhookLimits.timeoutSeconds * 1000,
}: {
  resolve?: ResolveHost
  send?: (request: CheckedRequest) => Promise<IncomingMessage>
  timeoutMs?: number
} = {}): WebhookSender {
  return {
    async findProblem(url) {
      const addresses = await findAddresses({ url: new URL(url), resolve }).catch(() => [])
      if (addresses.length === 0) return 'unknown host'
      return addresses.every(isPublic) ? undefined : 'not public'
    },
    async send({ url: text, headers, body }) {
      try {
        const url = new URL(text)
        const signal = AbortSignal.timeout(timeoutMs)
        const addresses = await findAddresses({ url, resolve })
        const [address] = addresses
        if (address === undefined || url.protocol !== 'https:' || !addresses.every(isPublic))
          return { status: null, answer: 'The host is not on the public internet.' }
        const response = await send({ url, address, method: 'POST', headers, body: Buffer.from(body), signal })
        return { status: response.statusCode ?? null, answer: await readAnswer(response) }
      } catch (error) {
        const isTimeout = error instanceof Error && ['TimeoutError', 'AbortError'].includes(error.name)
        const reason = error instanceof Error ? error.message : String(error)
        return { status: null, answer: isTimeout ? 'There was no answer in time.' : cutText(reason, webhookLimits.answerCharacters) }
      }
    },
  }
}
