import * as screenTexts from '#contract/screen-texts.ts'
import type { User } from '#contract/users.ts'
import { ApiError, call } from '../api/client.ts'

export interface SignInError {
  readonly title: string
  readonly text: string
  /** the name belongs to somebody, perhaps to the one who is typing it */
  readonly taken: boolean
  /** what the server says of single fields */
  readonly fields: Readonly<Record<string, string>>
}

/** A refusal without words of ours: below 500 the credentials were not accepted, above something broke. */
function readMessage(problem: ApiError): string {
  if (problem.code !== 'unknown') return problem.message
  return problem.status < 500 ? screenTexts.invalidCredentials : screenTexts.signInFailed
}

function describeTrouble(problem: unknown): SignInError {
  const text = problem instanceof ApiError ? readMessage(problem) : screenTexts.signInFailed
  const fields = problem instanceof ApiError ? problem.fields : {}
  if (/already taken/i.test(text)) return { title: screenTexts.usernameTakenTitle, text: screenTexts.usernameTaken, taken: true, fields }
  return { title: screenTexts.errorTitle, text, taken: false, fields }
}

/** Signs in or registers; one call does both. Never throws. */
export async function signIn(credentials: { name: string; pin: string }): Promise<{ user: User } | { trouble: SignInError }> {
  try {
    const { user } = await call('login', { body: credentials })
    return { user }
  } catch (problem) {
    return { trouble: describeTrouble(problem) }
  }
}
