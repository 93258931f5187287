import type { IncomingMessage } from 'node:http'
import { pushLimits } from '#contract/kernel/limits/push-limits.ts'
import { deriveKeyPair } from '../kernel/derive-key-pair.ts'
import type { Settings } from '../kernel/settings.ts'
import type { PushOutcome, PushService } from '../owner-reports/push/push-service.ts'
import { type CheckedRequest, findAddresses, isPublic, type ResolveHost, resolveHost, sendHttps } from './public-https.ts'

/** Below the 10 s for which a browser waits for a test, and the 30 s after which the database ends the transaction of the job. */
const defaultTimeoutMs = 8_000

const secondsPerDay = 86_400

interface WebPushOptions {
  /** derived from the shop's secret */
  readonly key: Buffer
  readonly settings: Pick<Settings, 'PUBLIC_URL' | 'STORE_EMAIL'>
  readonly resolve?: ResolveHost
  readonly send?: (request: CheckedRequest) => Promise<IncomingMessage>
  readonly timeoutMs?: number
}

/** The seconds of a Retry-After header, which may also be a date. */
function parseRetryAfter(text: string | undefined): { retryAfterSeconds?: number } {
  return /^\d{1,6}$/.test(text ?? '') ? { retryAfterSeconds: Number(text) } : {}
}

function readOutcome({ statusCode = 0, headers }: IncomingMessage): PushOutcome {
  if (statusCode >= 200 && statusCode < 300) return { state: 'taken' }
  if (statusCode === 404 || statusCode === 410) return { state: 'gone' }
  return { state: 'failed', reason: `answered ${statusCode}`, ...parseRetryAfter(headers['retry-after']) }
}

/**
 * Sends notifications through the push services of browsers (RFC 8030), encrypted for the browser (RFC 8291) and signed with the shop's
 * key (RFC 8292). A browser names its service, so requests go to public addresses only, and redirects are not followed.
 */
export function createWebPush({
  key,
  settings: { PUBLIC_URL, STORE_EMAIL },
  resolve = resolveHost,
  send = sendHttps,
  timeoutMs = defaultTimeoutMs,
}: WebPushOptions): PushService {
  const pair = deriveKeyPair({ key, purpose: 'vapid' })
  const keys = { publicKey: pair.publicKey.toString('base64url'), privateKey: pair.privateKey.toString('base64url') }
  // How the operator of a push service reaches the shop.
  const subject = PUBLIC_URL?.startsWith('https:') ? PUBLIC_URL : `mailto:${STORE_EMAIL}`
  return {
    publicKey: keys.publicKey,
    async send({ subscription: { endpoint, p256dh, auth }, message }) {
      try {
        const url = new URL(endpoint)
        const signal = AbortSignal.timeout(timeoutMs)
        const addresses = await findAddresses({ url, resolve })
        const [address] = addresses
        if (address === undefined || url.protocol !== 'https:' || !addresses.every(isPublic))
          return { state: 'failed', reason: 'is not on the public internet' }
        const { default: webPush } = await import('web-push')
        const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify(message), {
          vapidDetails: { subject, ...keys },
          TTL: pushLimits.storedDays * secondsPerDay,
          urgency: 'high',
        })
        const response = await send({ url, address, method: 'POST', headers, body, signal })
        response.destroy()
        return readOutcome(response)
      } catch (error) {
        return { state: 'failed', reason: error instanceof Error ? error.message : String(error) }
      }
    },
  }
}
