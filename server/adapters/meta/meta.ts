import { hash } from 'node:crypto'
import { z } from 'zod'
import { cutText } from '#contract/kernel/cut-text.ts'
import { normalizePhone } from '#contract/kernel/typed-numbers.ts'
import { type Purchase, type PurchaseReporter, ReportError, type ReportFailure } from '../../purchase-reports/purchase-reporter.ts'
import type { MetaSecrets } from '../../shop-settings/provider-keys/stored-provider-keys.ts'

export interface MetaAccount extends MetaSecrets {
  /** another host in demo and tests */
  readonly apiUrl?: string | undefined
}

const defaultApiUrl = 'https://graph.facebook.com'
/** Meta supports a version for at least two years. */
const version = 'v24.0'
const timeoutMs = 20_000

const sha256 = (text: string): string => hash('sha256', text)

/** Without spaces around it and in lower case. */
export const hashEmail = (email: string): string => sha256(email.trim().toLowerCase())

/** Digits with the country code; ten digits are a number of India. Undefined without a number. */
export function hashPhone(phone: string): string | undefined {
  const digits = normalizePhone(phone).replace(/\D/g, '').replace(/^0+/, '')
  if (digits === '') return undefined
  return sha256(digits.length === 10 ? `91${digits}` : digits)
}

/** A purchase as Meta takes it. What is empty is left out. */
export function buildEvent({ eventId, at, url, email, phone, userAgent, click, orderNumber, value, items }: Purchase) {
  const hashedPhone = hashPhone(phone)
  return {
    event_name: 'Purchase',
    event_time: Math.floor(at.getTime() / 1_000),
    event_id: eventId,
    action_source: 'website',
    event_source_url: url,
    user_data: {
      ...(email.trim() !== '' && { em: [hashEmail(email)] }),
      ...(hashedPhone !== undefined && { ph: [hashedPhone] }),
      ...(click && { fbc: `fb.1.${click.at.getTime()}.${click.id}` }),
      client_user_agent: userAgent,
    },
    custom_data: {
      value,
      currency: 'INR',
      order_id: orderNumber,
      content_type: 'product',
      contents: items.map(({ id, quantity, price }) => ({ id, quantity, item_price: price })),
    },
  }
}

const errorReply = z.object({
  error: z.object({
    message: z.string().catch(''),
    code: z.number().catch(0),
    error_subcode: z.number().optional().catch(undefined),
    error_user_msg: z.string().optional().catch(undefined),
  }),
})
const takenReply = z.object({ events_received: z.int().min(1) })

/** https://developers.facebook.com/docs/graph-api/guides/error-handling */
const codes = { token: [102, 190], permission: [3, 10], unavailable: [1, 2], tooMany: [4, 17, 32, 341, 368, 613] }
const missingObject = { code: 100, subcode: 33 }

function findFailure({ status, code, subcode }: { status: number; code: number; subcode: number | undefined }): ReportFailure {
  if (status === 429 || codes.tooMany.includes(code)) return 'busy'
  if (status >= 500 || codes.unavailable.includes(code)) return 'unclear'
  const isForbidden = codes.permission.includes(code) || (code >= 200 && code <= 299)
  const isMissing = code === missingObject.code && subcode === missingObject.subcode
  if (status === 401 || status === 403 || codes.token.includes(code) || isForbidden || isMissing) return 'account'
  // An address that Meta does not know, such as one of an old version.
  return status === 400 ? 'refused' : 'account'
}

const sentences: Readonly<Record<ReportFailure, string>> = {
  refused: 'Meta does not take the purchase',
  account: 'Meta does not accept the access token or the data set',
  busy: 'Meta takes no more events at the moment',
  unclear: 'Meta does not answer',
}

/** What Meta says, as one line that PostgreSQL can store. */
function describe(failure: ReportFailure, said: string | undefined): string {
  const line = (said ?? '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .toWellFormed()
    .trim()
  return line === '' ? `${sentences[failure]}.` : `${sentences[failure]}: ${cutText(line, 200)}`
}

/** Reports purchases to a data set of Meta with its Conversions API. Each call has one event, so that a wrong one stops no other. */
export function createMeta({ pixelId, accessToken, testCode, apiUrl = defaultApiUrl }: MetaAccount): PurchaseReporter {
  async function send(event: object, more: object = {}): Promise<void> {
    const response = await fetch(`${apiUrl}/${version}/${encodeURIComponent(pixelId)}/events`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      // The token is not in the address, which logs contain.
      body: JSON.stringify({ data: [event], access_token: accessToken, ...more }),
      // A redirect could carry the token to another host.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((cause: unknown) => {
      throw new ReportError(describe('unclear', undefined), { failure: 'unclear', cause })
    })
    const content: unknown = await response.json().catch(() => undefined)
    if (response.ok && takenReply.safeParse(content).success) return
    const { data } = errorReply.safeParse(content)
    if (!data && response.ok) throw new ReportError(describe('unclear', undefined), { failure: 'unclear' })
    const { message, code = 0, error_subcode: subcode, error_user_msg: userMessage } = data?.error ?? {}
    const failure = findFailure({ status: response.ok ? 400 : response.status, code, subcode })
    throw new ReportError(describe(failure, userMessage || message), { failure })
  }

  return {
    report: (purchase) => send(buildEvent(purchase)),
    test: () =>
      send(
        {
          event_name: 'ConnectionTest',
          event_time: Math.floor(Date.now() / 1_000),
          action_source: 'system_generated',
          user_data: { em: [hashEmail('test@example.com')] },
        },
        testCode === '' ? {} : { test_event_code: testCode },
      ),
  }
}
