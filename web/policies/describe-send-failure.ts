import * as screenTexts from '#contract/kernel/texts/screen-texts.ts'
import { NetworkError } from '../api/client.ts'
import { describeFailure } from '../api/describe-failure.ts'

/** A retry after a lost connection is safe, and the text says so. */
export function describeSendFailure(error: unknown): string {
  if (error instanceof NetworkError) {
    const reason = error.reason === 'network' ? screenTexts.networkError : error.message
    return `${reason}. Please try again: your message will not be sent twice.`
  }
  return describeFailure(error)
}
