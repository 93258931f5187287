import { ApiError, type Call, call } from '../api/client.ts'
import { endSession } from './session.ts'

/** `call` for what needs a session: a 401 ends the session everywhere, and the area that is open leads to the login screen. */
export const callSignedIn: Call = async (name, input, options) => {
  try {
    return await call(name, input, options)
  } catch (problem) {
    if (problem instanceof ApiError && problem.status === 401) endSession()
    throw problem
  }
}
