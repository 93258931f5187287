import { ApiError, type Call, call, isUnauthorized } from '../api/client.ts'
import { endSession } from './session.ts'

/**
 * `call` for calls that need a session: a 401 ends the session in this tab, and the open area redirects to the login screen. A
 * call that needs the PIN again is repeated after an administrator has entered it.
 */
export const callSignedIn: Call = async (name, input, options) => {
  try {
    return await call(name, input, options)
  } catch (error) {
    if (isUnauthorized(error)) endSession()
    const needsPin = error instanceof ApiError && error.code === 'reauthentication_required'
    if (!needsPin) throw error
    const { askForPin } = await import('./pin-prompt.ts')
    if (!(await askForPin())) throw error
    return callSignedIn(name, input, options)
  }
}
