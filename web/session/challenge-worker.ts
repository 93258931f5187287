import type { DeriveKeyFunction } from 'altcha-lib'
import { handler } from 'altcha-lib/workers/shared'
import { argon2id } from 'hash-wasm'

/** What `altcha-lib/algorithms/argon2id` does on the server with Node's own argon2, which browsers do not have. */
const deriveKey: DeriveKeyFunction = async ({ cost, memoryCost = 0, parallelism = 1, keyLength }, salt, password) => ({
  parameters: {},
  derivedKey: await argon2id({
    password,
    salt,
    iterations: cost,
    memorySize: memoryCost,
    parallelism,
    hashLength: keyLength,
    outputType: 'binary',
  }),
})

handler({ deriveKey })
