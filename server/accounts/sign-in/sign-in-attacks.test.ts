import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { readCookies } from '#testing/shoppers.ts'
import { readOutcome, setUpSignInAttempts, solve } from '#testing/sign-in-attempts.ts'

const { database, pins, signIn, addAccount, addAccounts, spend } = await setUpSignInAttempts()

afterEach(() => {
  vi.useRealTimers()
})

describe('spraying one PIN over 24 accounts', () => {
  const spray = async ({ accounts, addresses }: { accounts: { name: string }[]; addresses: string[] }) => {
    const codes: string[] = []
    for (const [index, { name }] of accounts.entries()) {
      codes.push(readOutcome(await signIn({ name, pin: '1234', from: addresses[index % addresses.length] ?? '' })))
    }
    return {
      opened: codes.filter((code) => code === 'signed in').length,
      firstStopped: codes.indexOf('challenge_required'),
      stopped: codes.filter((code) => code === 'challenge_required').length,
    }
  }

  // An account costs 2 points and one that opens 20 more; an address has 20, a network 60 and all together 100.
  test.each([
    ['one IP address', ['192.0.2.1'], 1],
    ['ten IP addresses of one IPv4 network', Array.from({ length: 10 }, (_, index) => `203.0.113.${index}`), 3],
    ['ten IP addresses of one IPv6 network', Array.from({ length: 10 }, (_, index) => `2001:db8:1:${index}::1`), 3],
    ['24 IP addresses of one IPv6 line', Array.from({ length: 24 }, (_, index) => `2001:db8:1:1::${index.toString(16)}`), 1],
  ])('opens few of every third account from %s', async (_where, addresses, opened) => {
    const firstStopped = 3 * opened
    const result = await spray({ accounts: await addAccounts(24), addresses })
    expect(result).toEqual({ opened, firstStopped, stopped: 24 - firstStopped })
  })

  test('opens five accounts from 24 networks when each has the PIN', async () => {
    const addresses = Array.from({ length: 24 }, (_, index) => `203.0.${index}.1`)
    const result = await spray({ accounts: await addAccounts(24, { every: 1 }), addresses })
    expect(result).toEqual({ opened: 5, firstStopped: 5, stopped: 19 })
  })

  test('opens one account when the first twelve names have the PIN, also at the same time', async () => {
    const weak = await Promise.all(Array.from({ length: 12 }, () => addAccount('1234')))
    const replies = await Promise.all(weak.slice(0, 8).map(({ name, pin }) => signIn({ name, pin, from: '192.0.2.1' })))
    expect(replies.map(readOutcome).filter((code) => code === 'signed in').length).toBeLessThanOrEqual(1)
  })
})

describe('a challenge', () => {
  const from = '192.0.2.7'
  const limitIp = () => spend(`pin-address:${from}`, 100)

  test('is solved once, for one attempt, in the network that it was made for', async () => {
    const { name, pin } = await addAccount('7294')
    await limitIp()
    const asked = await signIn({ name, pin, from })
    expect([asked.statusCode, readOutcome(asked)]).toEqual([429, 'challenge_required'])
    const solution = await solve(asked)
    await spend('pin-address:198.51.100.9', 100)
    expect(readOutcome(await signIn({ name, pin, from: '198.51.100.9', solution }))).toBe('challenge_required')
    expect(readOutcome(await signIn({ name, pin, from, solution }))).toBe('signed in')
    expect(readOutcome(await signIn({ name, pin, from, solution }))).toBe('challenge_required')
  })

  test.each([
    ['no base64', '%%%'],
    ['no JSON', Buffer.from('{').toString('base64')],
    ['another shape', Buffer.from('{"challenge":{"parameters":null}}').toString('base64')],
  ])('is not solved by %s', async (_what, solution) => {
    const { name, pin } = await addAccount('7294')
    await limitIp()
    expect(readOutcome(await signIn({ name, pin, from, solution }))).toBe('challenge_required')
  })

  test('is not solved by a guess, by an easier challenge with the same signature, or after five minutes', async () => {
    const { name, pin } = await addAccount('7294')
    await limitIp()
    const asked = await signIn({ name, pin, from })
    const { challenge, solution } = JSON.parse(Buffer.from(await solve(asked), 'base64').toString())
    const send = (payload: object) => signIn({ name, pin, from, solution: Buffer.from(JSON.stringify(payload)).toString('base64') })
    expect(readOutcome(await send({ challenge, solution: { counter: 1, derivedKey: '00'.repeat(32) } }))).toBe('challenge_required')
    const easier = { ...challenge, parameters: { ...challenge.parameters, keyPrefix: '00' } }
    expect(readOutcome(await send({ challenge: easier, solution }))).toBe('challenge_required')
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 301_000 })
    await database
      .updateTable('limits')
      .set({ expire: Date.now() + 60_000 })
      .execute()
    expect(readOutcome(await send({ challenge, solution }))).toBe('challenge_required')
    vi.useRealTimers()
    expect(readOutcome(await send({ challenge, solution }))).toBe('signed in')
  })

  test('costs more the more the budget is overdrawn', async () => {
    const { name, pin } = await addAccount('7294')
    const readLevels = async (key: string, typed: string) => {
      const levels: number[] = []
      for (const points of [100, 400, 3_000, 1_000_000]) {
        await database.deleteFrom('limits').execute()
        await spend(key, points)
        levels.push((await signIn({ name, pin: typed, from })).json().challenge.parameters.data.level)
      }
      return levels
    }
    expect(await readLevels(`pin-address:${from}`, pin)).toEqual([1, 4, 16, 16])
    expect(await readLevels(`pin-address:${from}`, '1234')).toEqual([1, 16, 900, 1_000_000])
    // Others use it up, so who has done nothing must not wait for minutes.
    expect(await readLevels('tried-all:all', '1234')).toEqual([1, 16, 16, 16])
  })

  test('that was easy does not let a harder attempt pass', async () => {
    const { name } = await addAccount('7294')
    await limitIp()
    const solution = await solve(await signIn({ name, pin: '7294', from }))
    await spend(`pin-address:${from}`, 200)
    expect(readOutcome(await signIn({ name, pin: '1234', from, solution }))).toBe('challenge_required')
    expect(readOutcome(await signIn({ name, pin: '7294', from, solution }))).toBe('signed in')
  })
})

describe('when all budgets are used up', () => {
  test('a known device signs in as ever, and an unknown one after a challenge', async () => {
    const { name, pin } = await addAccount('7294')
    const cookies = readCookies(await signIn({ name, pin }))
    await spend('pin-all:all', 5_000)
    expect(readOutcome(await signIn({ name, pin, cookies }))).toBe('signed in')
    const asked = await signIn({ name, pin, from: '192.0.2.50' })
    expect(readOutcome(await signIn({ name, pin, from: '192.0.2.50', solution: await solve(asked) }))).toBe('signed in')
  })

  test('a new shopper registers after a challenge', async () => {
    await spend('pin-all:all', 5_000)
    const name = `asha ${randomUUID().slice(0, 8)}`
    const asked = await signIn({ name, pin: '1234' })
    expect(readOutcome(asked)).toBe('challenge_required')
    expect((await signIn({ name, pin: '1234', solution: await solve(asked) })).json()).toMatchObject({ created: true })
  })

  test('administrators have totals of their own', async () => {
    const { id, name, pin } = await addAccount('72947294')
    await database.updateTable('users').set({ role: 'admin' }).where('id', '=', id).execute()
    await spend('pin-all:all', 5_000)
    await spend('tried-all:all', 1_000)
    expect(readOutcome(await signIn({ name, pin }))).toBe('signed in')
    await spend('pin-all:staff', 5_000)
    expect(readOutcome(await signIn({ name, pin, from: '192.0.2.60' }))).toBe('challenge_required')
  })
})

describe('people behind one IP address', () => {
  test('eight who sign in on new devices, and then again, see no challenge', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, () => addAccount('7294')))
    for (const person of [...people, ...people]) expect(readOutcome(await signIn(person))).toBe('signed in')
  })

  test('a shopper with a common PIN signs in again and again from the same IP address', async () => {
    const shopper = { name: `asha ${randomUUID().slice(0, 8)}`, pin: '1234' }
    for (let times = 0; times < 5; times += 1) expect(readOutcome(await signIn(shopper))).toBe('signed in')
    expect(readOutcome(await signIn(await addAccount('7294')))).toBe('signed in')
  })

  test('an administrator with a common PIN makes no challenge for the others', async () => {
    const { id, ...administrator } = await addAccount('1234')
    await database.updateTable('users').set({ role: 'admin' }).where('id', '=', id).execute()
    expect(readOutcome(await signIn(administrator))).toBe('signed in')
    expect(readOutcome(await signIn({ name: `asha ${randomUUID().slice(0, 8)}`, pin: '1234' }))).toBe('signed in')
  })

  test('many who solve a challenge and know their PIN do not make the next one harder', async () => {
    await spend('tried-address:198.51.100.1', 20)
    for (let count = 0; count < 4; count += 1) {
      const shopper = await addAccount('7294')
      const asked = await signIn(shopper)
      expect(asked.json().challenge.parameters.data.level).toBe(1)
      expect(readOutcome(await signIn({ ...shopper, solution: await solve(asked) }))).toBe('signed in')
    }
    const { points } = await database
      .selectFrom('limits')
      .select('points')
      .where('key', '=', 'tried-address:198.51.100.1')
      .executeTakeFirstOrThrow()
    expect(points).toBe(20)
  })

  test('forty who register with common PINs see no challenge', async () => {
    for (let count = 0; count < 40; count += 1) {
      expect(readOutcome(await signIn({ name: `new ${randomUUID().slice(0, 8)}`, pin: '1234' }))).toBe('signed in')
    }
  })
})

test('a storm of sign-ins with the right PIN is stopped before it costs more hashes, and only where it comes from', async () => {
  const { name, pin, id } = await addAccount('7294')
  const first = await signIn({ name, pin })
  await spend(`sign-ins-account:${id} 198.51.100.1`, 100)
  const verify = vi.spyOn(pins, 'verify').mockClear()
  const storm = await Promise.all(Array.from({ length: 6 }, () => signIn({ name, pin, cookies: readCookies(first) })))
  expect(new Set(storm.map(readOutcome))).toEqual(new Set(['too_many_requests']))
  expect(storm[0]?.json().message).toMatch(/^Too many tries\. Please try again in 15 minutes\.$/)
  expect(verify).not.toHaveBeenCalled()
  expect(readOutcome(await signIn({ name, pin, from: '192.0.2.80' }))).toBe('signed in')
  await spend('sign-ins-address:198.51.100.1', 300)
  expect(readOutcome(await signIn(await addAccount('7294')))).toBe('challenge_required')
})

describe('scripts that send at full speed', () => {
  test('hold eight places of one IP address and sixteen of a network, and known devices have places of their own', async () => {
    const owner = await addAccount('7294')
    const cookies = readCookies(await signIn({ ...owner, from: '192.0.2.91' }))
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const verify = vi
      .spyOn(pins, 'verify')
      .mockClear()
      .mockImplementation(async ({ pin, pinHash }) => {
        await released
        return pin === pinHash
      })
    const accounts = await addAccounts(90)
    const attack = accounts.map(({ name }, index) => signIn({ name, pin: '9182', from: `203.0.113.${index % 3}` }))
    const honest = await addAccount('7294')
    const honestReply = signIn({ ...honest, from: '192.0.2.90' })
    await expect.poll(() => verify.mock.calls).toHaveLength(8)
    const knownReply = signIn({ ...owner, from: '192.0.2.91', cookies })
    await expect.poll(() => verify.mock.calls).toHaveLength(9)
    release()
    const codes = (await Promise.all(attack)).map(readOutcome)
    expect(codes.filter((code) => code === 'sign_in_busy')).toHaveLength(90 - 16)
    expect([readOutcome(await honestReply), readOutcome(await knownReply)]).toEqual(['signed in', 'signed in'])
  })

  test('cannot choose their IP address by a header', async () => {
    const accounts = await addAccounts(24)
    const codes: string[] = []
    for (const [index, { name }] of accounts.entries()) {
      codes.push(readOutcome(await signIn({ name, pin: '1234', from: `10.0.${index}.1, 192.0.2.1` })))
    }
    expect(codes.filter((code) => code === 'signed in')).toHaveLength(1)
  })
})
