import { availableParallelism } from 'node:os'
import { hash, type Options, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'
import { pinLength } from '#contract/kernel/limits/account-limits.ts'

type Cost = Pick<Options, 'memoryCost' | 'timeCost' | 'parallelism'>

/** OWASP's second argon2id profile: 19 MiB, 2 passes, one lane. Argon2id is the library's default. */
const owaspCost: Cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Leaves one core to other requests. */
const concurrency = Math.max(1, availableParallelism() - 1)

/** What is wrong with a new PIN, if anything. */
export function findPinError(pin: string): 'pin_too_short' | 'pin_too_long' | undefined {
  const { length } = [...pin]
  return length < pinLength.min ? 'pin_too_short' : length > pinLength.max ? 'pin_too_long' : undefined
}

/** Hashes PINs with a pepper that is not in the database, so that the short PINs of a stolen table cannot be guessed. Only tests lower the cost. */
export function createPins({ pepper, cost = owaspCost }: { pepper: Buffer; cost?: Cost }) {
  const options: Options = { ...cost, secret: pepper }
  const limit = pLimit(concurrency)
  return {
    hash: (pin: string): Promise<string> => limit(() => hash(pin, options)),
    verify: ({ pin, pinHash }: { pin: string; pinHash: string }): Promise<boolean> => limit(() => verify(pinHash, pin, options)),
  }
}

export type Pins = ReturnType<typeof createPins>
