import { loaderAttempts, timings } from '#contract/business.ts'
import { apiBase, type CallName, calls } from '#contract/calls.ts'
import type { CallInput, CallReply } from '#contract/contract.ts'
import * as screenTexts from '#contract/screen-texts.ts'

/** What a request needs to travel, whether over the network or inside the server. */
export interface OutgoingRequest {
  readonly method: string
  readonly url: string
  readonly headers: Record<string, string>
  readonly body: string | undefined
  readonly signal: AbortSignal | undefined
}

export interface IncomingReply {
  readonly status: number
  /** the parsed JSON; undefined when it was not JSON */
  readonly body: unknown
}

export interface CallOptions {
  /** milliseconds until 'Request timed out' */
  readonly timeout?: number
  readonly signal?: AbortSignal
  /** lets the request outlive the page */
  readonly keepalive?: boolean
}

/** One way to call the shop's API. Throws `Refusal` for a 4xx or 5xx answer and `NoAnswer` when none came. */
export type Call = <Name extends CallName>(name: Name, input: CallInput<Name>, options?: CallOptions) => Promise<CallReply<Name>>

/** The server said no, in words meant for the reader. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly fields: Readonly<Record<string, string>>

  constructor({ status, body }: IncomingReply) {
    const { message, code, fields } = (body ?? {}) as { message?: string; code?: string; fields?: Record<string, string> }
    super(message ?? screenTexts.invalidResponse)
    this.status = status
    this.code = code ?? 'unknown'
    this.fields = fields ?? {}
  }
}

/** No usable answer came: the time ran out, the connection broke, or the answer was not ours. Whether the server acted is unknown. */
export class NetworkError extends Error {
  readonly reason: 'timeout' | 'network' | 'invalid'

  constructor(reason: NetworkError['reason']) {
    super({ timeout: screenTexts.requestTimedOut, network: screenTexts.fetchFailed, invalid: screenTexts.invalidResponse }[reason])
    this.reason = reason
  }
}

type LooseInput = {
  params?: Record<string, string | number>
  query?: Record<string, string | number | boolean | undefined>
  headers?: Record<string, string | undefined>
  body?: unknown
}

/** Fills `:name` parts of a path and appends the query. */
function writeUrl({ path, params = {}, query = {} }: { path: string } & Pick<LooseInput, 'params' | 'query'>): string {
  const filled = path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(params[key] ?? '')))
  const words = Object.entries(query).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]]))
  return words.length === 0 ? apiBase + filled : `${apiBase}${filled}?${new URLSearchParams(words)}`
}

/** Makes a `Call` out of a way to send: `fetch` in the browser, the server's own door while it renders. */
export function createCall(send: (request: OutgoingRequest, options: CallOptions) => Promise<IncomingReply>): Call {
  return async (name, input, options = {}) => {
    const { params, query, headers = {}, body } = input as LooseInput
    const given = Object.entries(headers).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]]))
    const reply = await send(
      {
        method: calls[name].method,
        url: writeUrl({ path: calls[name].path, params, query }),
        headers: { ...Object.fromEntries(given), ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        body: body === undefined ? undefined : JSON.stringify(body),
        signal: options.signal,
      },
      options,
    )
    if (reply.status >= 400) throw new ApiError(reply)
    if (reply.body === undefined) throw new NetworkError('invalid')
    return reply.body as CallReply<typeof name>
  }
}

/** Calls from the browser, with the session's cookie and the time limit of every request. */
export const call: Call = createCall(async (request, { timeout = timings.requestTimeout, keepalive = false }) => {
  const clock = AbortSignal.timeout(timeout)
  const signal = request.signal ? AbortSignal.any([request.signal, clock]) : clock
  try {
    const response = await fetch(request.url, { ...request, signal, keepalive, credentials: 'same-origin' })
    return { status: response.status, body: await response.json().catch(() => undefined) }
  } catch (cause) {
    if (request.signal?.aborted) throw cause
    throw new NetworkError(clock.aborted ? 'timeout' : 'network')
  }
})

/**
 * Runs a listing's loader: five seconds a try, three tries. A refusal is an answer and is not tried again; a fault of
 * the server or the line is.
 */
export async function fetchWithRetry<Data>(load: (options: CallOptions) => Promise<Data>): Promise<Data> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await load({ timeout: timings.loaderTimeout })
    } catch (problem) {
      const final = problem instanceof ApiError && problem.status < 500
      if (final || attempt === loaderAttempts || !(problem instanceof ApiError || problem instanceof NetworkError)) throw problem
    }
  }
}
