import { apiBase } from '#contract/api.ts'
import type { CallInput, CallReply, Route } from '#contract/contract.ts'
import { loaderAttempts, timings } from '#contract/kernel/business.ts'
import type { ApiErrorBody } from '#contract/kernel/endpoint.ts'
import * as screenTexts from '#contract/kernel/texts/screen-texts.ts'

/** A request to the API, sent over the network or in process. */
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

/** Calls the API by the call's route, such as `POST /cart/add`. Throws `ApiError` for a 4xx or 5xx answer and `NetworkError` when there was no valid answer. */
export type Call = <R extends Route>(route: R, input: CallInput<R>, options?: CallOptions) => Promise<CallReply<R>>

/** An error answer of the server. `message` is meant for the reader; `code` is 'unknown' when the answer was not the API's. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly fields: Readonly<Record<string, string>>
  readonly challenge: ApiErrorBody['challenge']
  readonly advance: ApiErrorBody['advance']

  constructor({ status, body }: IncomingReply) {
    const { message, code, fields, challenge, advance } = (body ?? {}) as Partial<ApiErrorBody>
    super(message ?? screenTexts.invalidResponse)
    this.status = status
    this.code = code ?? 'unknown'
    this.fields = fields ?? {}
    this.challenge = challenge
    this.advance = advance
  }
}

/** Whether a call needs a session and there is none. */
export const isUnauthorized = (error: unknown): boolean => error instanceof ApiError && error.status === 401

/** No valid answer: timeout, connection failure, or no JSON. Whether the server executed the request is unknown. */
export class NetworkError extends Error {
  readonly reason: 'timeout' | 'network' | 'invalid'

  constructor(reason: NetworkError['reason']) {
    super({ timeout: screenTexts.requestTimedOut, network: screenTexts.fetchFailed, invalid: screenTexts.invalidResponse }[reason])
    this.reason = reason
  }
}

type LooseInput = {
  params?: Record<string, string | number>
  /** a list is one parameter for each of its entries */
  query?: Record<string, string | number | boolean | readonly string[] | undefined>
  headers?: Record<string, string | undefined>
  body?: unknown
}

/** Method and URL of a route: its `:name` parts filled, and the query appended. */
export function toRequestLine({ route, params = {}, query = {} }: { route: Route } & Pick<LooseInput, 'params' | 'query'>) {
  const [method = '', path = ''] = route.split(' ')
  const filled = apiBase + path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(params[key] ?? '')))
  const searchParams = Object.entries(query).flatMap(([key, value]) =>
    value === undefined ? [] : [value].flat().map((each) => [key, String(each)]),
  )
  return { method, url: searchParams.length === 0 ? filled : `${filled}?${new URLSearchParams(searchParams)}` }
}

/** Creates a `Call` from a transport: `fetch` in the browser, in process while the server renders. */
export function createCall(send: (request: OutgoingRequest, options: CallOptions) => Promise<IncomingReply>): Call {
  return async (route, input, options = {}) => {
    const { params, query, headers = {}, body } = input as LooseInput
    const sentHeaders = Object.entries(headers).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]]))
    const reply = await send(
      {
        ...toRequestLine({ route, params, query }),
        headers: { ...Object.fromEntries(sentHeaders), ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        body: body === undefined ? undefined : JSON.stringify(body),
        signal: options.signal,
      },
      options,
    )
    if (reply.status >= 400) throw new ApiError(reply)
    if (reply.body === undefined) throw new NetworkError('invalid')
    return reply.body as CallReply<typeof route>
  }
}

/**
 * A signal that aborts when `outer` does and after `timeout` milliseconds. Combined by hand, because `AbortSignal.any` is newer than the
 * browsers that are served.
 */
function startTimeout({ timeout, outer }: { timeout: number; outer: AbortSignal | undefined }) {
  const controller = new AbortController()
  let isTimedOut = false
  const timer = setTimeout(() => {
    isTimedOut = true
    controller.abort()
  }, timeout)
  const abort = () => controller.abort(outer?.reason)
  if (outer?.aborted) abort()
  else outer?.addEventListener('abort', abort)
  const end = () => {
    clearTimeout(timer)
    outer?.removeEventListener('abort', abort)
  }
  return { signal: controller.signal, isTimedOut: () => isTimedOut, end }
}

/** Calls the API from the browser, with the session cookie and a timeout. */
export const call: Call = createCall(async (request, { timeout = timings.requestTimeout, keepalive = false }) => {
  const limit = startTimeout({ timeout, outer: request.signal })
  try {
    const response = await fetch(request.url, { ...request, signal: limit.signal, keepalive, credentials: 'same-origin' })
    return { status: response.status, body: await response.json().catch(() => undefined) }
  } catch (cause) {
    if (request.signal?.aborted) throw cause
    throw new NetworkError(limit.isTimedOut() ? 'timeout' : 'network')
  } finally {
    limit.end()
  }
})

/** Runs a loader with the timeout and the attempts of spec §9. Retries network errors and 5xx answers, not 4xx. */
export async function fetchWithRetry<Data>(load: (options: CallOptions) => Promise<Data>): Promise<Data> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await load({ timeout: timings.loaderTimeout })
    } catch (error) {
      const isRetryable = error instanceof NetworkError || (error instanceof ApiError && error.status >= 500)
      if (!isRetryable || attempt === loaderAttempts) throw error
    }
  }
}
