import type { z } from 'zod'
import { findReason, loginReply } from './replies.ts'

export interface ShiprocketAccount {
  readonly email: string
  readonly password: string
  /** another host in demo and tests */
  readonly apiUrl?: string | undefined
  /** for all calls of a booking together */
  readonly timeoutMs?: number | undefined
}

const defaultApiUrl = 'https://apiv2.shiprocket.in'

/** Sentences about the account and the connection. */
export const texts = {
  account: 'Shiprocket does not accept the email and password of its API user.',
  tooMany: 'Shiprocket takes no more requests at the moment.',
  noAnswer: 'Shiprocket does not answer.',
  cancelled: 'The earlier booking was cancelled at Shiprocket.',
}

/** A call that has failed. The message is a sentence, or what Shiprocket says when it has refused the call. */
export class ShiprocketError extends Error {
  /** what Shiprocket says, without a full stop; undefined when its answer is not known */
  readonly reason: string | undefined

  constructor(message: string, { reason, cause }: { reason?: string; cause?: unknown } = {}) {
    super(message, { cause })
    this.reason = reason
  }
}

/** A token that is missing or no longer accepted. */
class SignedOut extends Error {}

export interface ShiprocketCall<Reply> {
  readonly path: string
  /** makes it a POST */
  readonly body?: object
  readonly reply: z.ZodType<Reply>
  readonly signal: AbortSignal
  /** an answer that is no error although its status says so */
  readonly isDone?: (reason: string) => boolean
}

export interface ShiprocketCalls {
  /** @throws ShiprocketError when the account cannot be used */
  signIn(signal: AbortSignal): Promise<void>
  /**
   * Sends a call, after a sign-in if there is no valid token. Undefined: `isDone` has accepted the answer.
   * @throws ShiprocketError when the call has failed
   */
  send<Reply>(call: ShiprocketCall<Reply>): Promise<Reply | undefined>
}

/** The calls of an account, which share its token. */
export function createCalls({ email, password, apiUrl = defaultApiUrl }: ShiprocketAccount): ShiprocketCalls {
  /** valid for 10 days */
  let token: string | undefined

  async function request<Reply>({ path, body, reply, signal, isDone }: ShiprocketCall<Reply>): Promise<Reply | undefined> {
    const response = await fetch(`${apiUrl}/v1/external${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { ...(token && { authorization: `Bearer ${token}` }), ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      // A redirect could carry the password and the address to another host.
      redirect: 'error',
      signal,
    }).catch((cause: unknown) => {
      throw new ShiprocketError(texts.noAnswer, { cause })
    })
    const content: unknown = await response.json().catch(() => undefined)
    const reason = findReason(content)
    if (response.status === 401) throw new SignedOut()
    if (response.status === 429) throw new ShiprocketError(texts.tooMany)
    if (reason !== undefined && isDone?.(reason)) return undefined
    const { data } = reply.safeParse(content)
    if (response.ok && data !== undefined) return data
    if (response.status >= 500 || reason === undefined) throw new ShiprocketError(texts.noAnswer)
    throw new ShiprocketError(reason, { reason: reason.replace(/\.$/, '') })
  }

  async function signIn(signal: AbortSignal): Promise<void> {
    token = undefined
    const login = { path: '/auth/login', body: { email, password }, reply: loginReply, signal }
    const answer = await request(login).catch((error: unknown) => {
      const isAccepted = error instanceof ShiprocketError && [texts.tooMany, texts.noAnswer].includes(error.message)
      throw isAccepted ? error : new ShiprocketError(texts.account, { cause: error })
    })
    token = answer?.token
  }

  async function send<Reply>(call: ShiprocketCall<Reply>): Promise<Reply | undefined> {
    if (token === undefined) await signIn(call.signal)
    try {
      return await request(call)
    } catch (error) {
      if (!(error instanceof SignedOut)) throw error
      await signIn(call.signal)
      return await request(call).catch((again: unknown) => {
        throw again instanceof SignedOut ? new ShiprocketError(texts.account) : again
      })
    }
  }

  return { signIn, send }
}
