import { type Challenge, solveChallengeWorkers } from 'altcha-lib'
import type { ApiErrorBody } from '#contract/kernel/endpoint.ts'
import ChallengeWorker from './challenge-worker.ts?worker'

/** More would make a phone hot for little gain. */
const maxWorkers = 4

/** Shorter than the challenge is valid, so that the solution still arrives in time. */
const timeoutMs = 270_000

/** Solves a challenge of the server in workers and returns what the repeated request contains. Throws when the browser cannot. */
export async function solveChallenge(given: NonNullable<ApiErrorBody['challenge']>): Promise<string> {
  const challenge = given as unknown as Challenge
  const concurrency = Math.min(maxWorkers, navigator.hardwareConcurrency)
  const solution = await solveChallengeWorkers({ challenge, concurrency, timeout: timeoutMs, createWorker: () => new ChallengeWorker() })
  if (!solution) throw new Error('the challenge was not solved in time')
  return btoa(JSON.stringify({ challenge, solution }))
}
