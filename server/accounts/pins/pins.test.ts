import { expect, test } from 'vitest'
import { createPins } from './pins.ts'

const pins = createPins({ pepper: Buffer.from('pepper') })

test('a PIN is hashed with argon2id, 19 MiB and 2 passes, and a salt of its own', async () => {
  const [one, other] = await Promise.all([pins.hash('1234'), pins.hash('1234')])
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(other).not.toBe(one)
  expect([await pins.verify({ pin: '1234', pinHash: one }), await pins.verify({ pin: '1235', pinHash: one })]).toEqual([true, false])
})

test('a hash is worth nothing without the pepper', async () => {
  const pinHash = await pins.hash('1234')
  expect(await createPins({ pepper: Buffer.from('another') }).verify({ pin: '1234', pinHash })).toBe(false)
})
