import * as screenTexts from '#contract/screen-texts.ts'
import type { User } from '#contract/users.ts'
import { ApiError, call } from '../api/client.ts'

export interface SignInError {
  readonly title: string
  readonly text: string
  /** the name belongs to an account, perhaps the visitor's own */
  readonly isNameTaken: boolean
  /** field → what is wrong with it */
  readonly fields: Readonly<Record<string, string>>
}

function getMessage(error: unknown): string {
  if (!(error instanceof ApiError)) return screenTexts.signInFailed
  if (error.code !== 'unknown') return error.message
  return error.status < 500 ? screenTexts.invalidCredentials : screenTexts.signInFailed
}

function toSignInError(error: unknown): SignInError {
  const text = getMessage(error)
  const fields = error instanceof ApiError ? error.fields : {}
  if (/already taken/i.test(text))
    return { title: screenTexts.usernameTakenTitle, text: screenTexts.usernameTaken, isNameTaken: true, fields }
  return { title: screenTexts.errorTitle, text, isNameTaken: false, fields }
}

/** Signs in, or registers an unknown name. Never throws. */
export async function signIn(credentials: { name: string; pin: string }): Promise<{ user: User } | { error: SignInError }> {
  try {
    const { user } = await call('login', { body: credentials })
    return { user }
  } catch (error) {
    return { error: toSignInError(error) }
  }
}
