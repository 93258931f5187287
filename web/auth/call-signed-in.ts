import { type Call, call, isUnauthorized } from '../api/client.ts'
import { endSession } from './session.ts'

/** `call` for calls that need a session: a 401 ends the session in this tab, and the open area redirects to the login screen. */
export const callSignedIn: Call = async (name, input, options) => {
  try {
    return await call(name, input, options)
  } catch (error) {
    if (isUnauthorized(error)) endSession()
    throw error
  }
}
