import type { CallInput, CallReply } from '#contract/contract.ts'
import { ApiError, call } from '../api/client.ts'

/** A challenge may be out of date when it is solved. */
const maxChallenges = 3

/** Signs in, and solves the challenge that the server asks for after many attempts of others. Throws like `call`. */
export async function signIn({
  body,
  onChallenge,
}: {
  body: CallInput<'POST /users/login'>['body']
  /** called when the browser starts to solve one */
  onChallenge: () => void
}): Promise<CallReply<'POST /users/login'>> {
  let solution: string | undefined
  for (let solved = 0; ; solved += 1) {
    try {
      return await call('POST /users/login', { body: { ...body, solution } })
    } catch (error) {
      if (!(error instanceof ApiError && error.challenge) || solved === maxChallenges) throw error
      const { challenge } = error
      onChallenge()
      solution = await import('./solve-challenge.ts')
        .then(({ solveChallenge }) => solveChallenge(challenge))
        .catch(() => {
          throw error
        })
    }
  }
}
