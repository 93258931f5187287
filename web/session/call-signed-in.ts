import { ApiError, type Call, call, isUnauthorized } from '../api/client.ts'
import { renewSession } from './renew-session.ts'
import { endSession, invalidateSession, loadUser } from './session.ts'

/**
 * Creates a `Call` for calls that need a session: a 401 ends the session in this tab, and the open area redirects to the login
 * screen, unless an administrator signs in again over the open screen. A call that needs the PIN again is repeated after an administrator has entered it.
 */
export function createSignedInCall(send: Call): Call {
  const sendSignedIn: Call = async (route, input, options) => {
    try {
      return await send(route, input, options)
    } catch (error) {
      if (isUnauthorized(error)) {
        if (await renewSession()) return sendSignedIn(route, input, options)
        endSession()
      }
      // The rights have changed since the user was read.
      if (error instanceof ApiError && error.code === 'right_missing') {
        invalidateSession()
        loadUser().catch(() => undefined)
      }
      const needsPin = error instanceof ApiError && error.code === 'reauthentication_required'
      if (!needsPin) throw error
      const { askForPin } = await import('./pin-prompt.ts')
      if (!(await askForPin())) throw error
      return sendSignedIn(route, input, options)
    }
  }
  return sendSignedIn
}

export const callSignedIn = createSignedInCall(call)
