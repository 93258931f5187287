import { availableParallelism } from 'node:os'
import { hash, type Options, verify } from '@node-rs/argon2'
import { createSemaphore } from '../semaphore.ts'

/** OWASP's second argon2id profile (the library's default kind): 19 MiB, 2 passes, one lane. Runs off the event loop. */
const cost: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** A storm of sign-ins leaves one core to those who shop. */
const concurrency = Math.max(1, availableParallelism() - 1)

/** Hashes PINs with a pepper that is not in the database: a stolen table of short PINs cannot be tried out. */
export function createPins({ pepper }: { pepper: Buffer }) {
  const options: Options = { ...cost, secret: pepper }
  const semaphore = createSemaphore({ concurrency })
  return {
    hash: (pin: string): Promise<string> => semaphore.run(() => hash(pin, options)),
    verify: ({ pin, pinHash }: { pin: string; pinHash: string }): Promise<boolean> => semaphore.run(() => verify(pinHash, pin, options)),
  }
}

export type Pins = ReturnType<typeof createPins>
