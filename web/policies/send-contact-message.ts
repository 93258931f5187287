import type { ContactMessage } from '#contract/contact.ts'
import { errorText } from '#contract/errors.ts'
import * as screenTexts from '#contract/screen-texts.ts'
import { ApiError, call, NetworkError } from '../api/client.ts'
import { clearIdempotencyKey, getIdempotencyKey } from '../api/idempotency-key.ts'

const storageKey = 'contactKey'

export type MessageOutcome =
  | { readonly sent: true }
  | {
      readonly sent: false
      readonly text: string
      /** errors of single fields */
      readonly fields: Readonly<Record<string, string>>
    }

/** Sends a message to the shop; a retry with the same contents sends it once. Expected failures are returned as text. */
export async function sendContactMessage(body: ContactMessage): Promise<MessageOutcome> {
  try {
    await call('sendContactMessage', { headers: { 'idempotency-key': getIdempotencyKey({ storageKey, contents: body }) }, body })
    clearIdempotencyKey(storageKey)
    return { sent: true }
  } catch (error) {
    if (error instanceof NetworkError) {
      const reason = error.reason === 'network' ? screenTexts.networkError : error.message
      return { sent: false, text: `${reason}. Please try again: your message will not be sent twice.`, fields: {} }
    }
    if (!(error instanceof ApiError)) throw error
    const text = error.status >= 500 || error.code === 'unknown' ? errorText('unavailable') : error.message
    return { sent: false, text, fields: error.fields }
  }
}
