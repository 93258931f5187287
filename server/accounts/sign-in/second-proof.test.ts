import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { toPaise } from '#contract/kernel/money.ts'
import { address } from '#testing/factories.ts'
import { collectMails } from '#testing/send-mails.ts'
import { readCookies } from '#testing/shoppers.ts'
import { readOutcome, setUpSignInAttempts } from '#testing/sign-in-attempts.ts'

const { shop, database, signIn, signInSolving, addAccount, addAccounts, spend } = await setUpSignInAttempts()

/** An order of an account from before, with its phone. */
async function addOrder({ id, phone, daysAgo = 1 }: { id: string; phone: string; daysAgo?: number }): Promise<void> {
  await database
    .insertInto('orders')
    .values({
      number: randomUUID().slice(0, 12),
      user_id: id,
      kind: 'cod',
      total_paise: toPaise(799),
      paid_paise: toPaise(0),
      collect_paise: toPaise(799),
      delivery_address: JSON.stringify({ ...address, phone }),
      placed_at: new Date(Date.now() - daysAgo * 86_400_000),
    })
    .execute()
}

describe('spraying one PIN over 24 accounts, every third of which has it, solving every challenge', () => {
  const spray = async (addresses: string[]) => {
    const accounts = await addAccounts(24)
    // Every other one has an order, whose phone the script does not know. The others have nothing but the wait.
    for (const [index, { id }] of accounts.entries()) if (index % 2 === 1) await addOrder({ id, phone: '9876543210' })
    const outcomes: string[] = []
    for (const [index, { name }] of accounts.entries()) {
      const from = addresses[index % addresses.length] ?? ''
      outcomes.push(readOutcome(await signInSolving({ name, pin: '1234', phoneDigits: '0000', from })))
    }
    return outcomes.filter((_, index) => index % 3 === 2)
  }

  test.each([
    ['one IP address', () => '192.0.2.1', 1],
    ['ten networks', (index: number) => `203.0.${index}.1`, 4],
    ['one IPv4 network', (index: number) => `203.0.113.${index}`, 3],
    ['one IPv6 network', (index: number) => `2001:db8:1:${index}::1`, 3],
  ])('opens no account without a second proof after the first ones, from %s', async (_where, toAddress, opened) => {
    const refused = ['too_many_requests', 'phone_digits_required']
    const expected = Array.from({ length: 8 }, (_, index) => (index < opened ? 'signed in' : refused[index % 2]))
    expect(await spray(Array.from({ length: 10 }, (_, index) => toAddress(index)))).toEqual(expected)
  })
})

describe('when the budgets are used up', () => {
  beforeEach(async () => {
    await spend('tried-all:all', 100)
    await spend('tried-all:staff', 100)
  })

  test('an account with a common PIN opens to the last four digits of the phone of its last order', async () => {
    const { id, ...shopper } = await addAccount('1234')
    await addOrder({ id, phone: '9876501111', daysAgo: 3 })
    await addOrder({ id, phone: '98765 02222' })
    const asked = await signInSolving(shopper)
    expect([asked.statusCode, readOutcome(asked), asked.json().fields]).toEqual([401, 'phone_digits_required', undefined])
    const wrong = await signInSolving({ ...shopper, phoneDigits: '1111' })
    expect([wrong.statusCode, wrong.json().fields]).toEqual([401, { phoneDigits: expect.stringContaining('not the last four digits') }])
    const opened = await signInSolving({ ...shopper, phoneDigits: ' 2222 ' })
    expect(readOutcome(opened)).toBe('signed in')
    expect(readOutcome(await signIn({ ...shopper, from: '192.0.2.9', cookies: readCookies(opened) }))).toBe('signed in')
  })

  test('wrong digits count like wrong PINs', async () => {
    const { id, ...shopper } = await addAccount('1234')
    await addOrder({ id, phone: '9876502222' })
    for (let count = 0; count < 5; count += 1) await signInSolving({ ...shopper, phoneDigits: '0000' })
    expect(readOutcome(await signInSolving({ ...shopper, phoneDigits: '2222' }))).toBe('too_many_requests')
    const { points } = await database.selectFrom('limits').select('points').where('key', '=', 'pin-all:all').executeTakeFirstOrThrow()
    expect(points).toBe(5)
  })

  test('an account with a common PIN and a verified address opens to the code of a mail', async () => {
    const { id, ...shopper } = await addAccount('1234')
    await addOrder({ id, phone: '9876502222' })
    await database.updateTable('users').set({ verified_email: 'asha@example.com' }).where('id', '=', id).execute()
    const asked = await signInSolving({ ...shopper, phoneDigits: '2222' })
    expect([asked.statusCode, readOutcome(asked)]).toEqual([401, 'email_code_required'])
    const [mail] = await collectMails(shop)
    const code = /^(\d{6})$/m.exec(mail?.text ?? '')?.[1] ?? ''
    const cookies = readCookies(asked)
    expect(readOutcome(await signInSolving({ ...shopper, cookies, code: '000000' }))).toBe('email_code_required')
    expect(readOutcome(await signInSolving({ ...shopper, cookies, code }))).toBe('signed in')
    expect((await collectMails(shop)).map(({ subject }) => subject)).toEqual(['A new device has signed in'])
  })

  test.each(['user', 'admin'] as const)('an account (%s) that has neither waits for an hour, also for its second try', async (role) => {
    const { id, ...account } = await addAccount('1234')
    await database.updateTable('users').set({ role }).where('id', '=', id).execute()
    for (let count = 0; count < 2; count += 1) {
      const reply = await signInSolving(account)
      expect([reply.statusCode, reply.json().message]).toEqual([429, 'Too many tries. Please try again in 60 minutes.'])
      expect(reply.headers['retry-after']).toBe('3600')
    }
    await database.deleteFrom('limits').execute()
    expect(readOutcome(await signIn(account))).toBe('signed in')
  })

  test('an account with another PIN, a known IP address, and a registration need no second proof', async () => {
    expect(readOutcome(await signInSolving(await addAccount('7294')))).toBe('signed in')
    const shopper = { name: `asha ${randomUUID().slice(0, 8)}`, pin: '1234', from: '192.0.2.30' }
    expect((await signInSolving(shopper)).json()).toMatchObject({ created: true })
    expect(readOutcome(await signInSolving(shopper))).toBe('signed in')
  })

  test('proven sign-ins do not use up more', async () => {
    const readPoints = async () =>
      (await database.selectFrom('limits').select('points').where('key', '=', 'tried-all:all').executeTakeFirstOrThrow()).points
    const { id, ...shopper } = await addAccount('1234')
    await addOrder({ id, phone: '9876502222' })
    expect(readOutcome(await signInSolving({ ...shopper, phoneDigits: '2222' }))).toBe('signed in')
    expect(await readPoints()).toBe(100)
  })
})

describe('accounts with other PINs that an IP address opens behind challenges', () => {
  const openSome = async (count: number, toIp: (index: number) => string) => {
    const outcomes: string[] = []
    for (let index = 0; index < count; index += 1) {
      outcomes.push(readOutcome(await signInSolving({ ...(await addAccount('7294')), phoneDigits: '0000', from: toIp(index) })))
    }
    return outcomes.filter((outcome) => outcome === 'signed in').length
  }

  beforeEach(() => spend('tried-all:all', 1_000))

  test.each([
    ['one IP address', () => '192.0.2.1', 5],
    ['one IPv4 network', (index: number) => `203.0.113.${index}`, 15],
    ['24 networks', (index: number) => `203.0.${index}.1`, 24],
  ])('are few in an hour, from %s', async (_where, toIp, opened) => {
    for (const key of ['tried-address:192.0.2.1', 'tried-range:203.0.113.0']) await spend(key, 1_000)
    for (let index = 0; index < 24; index += 1) await spend(`tried-address:203.0.${index}.1`, 1_000)
    expect(await openSome(24, toIp)).toBe(opened)
  })

  test('open to a second proof, to known devices and to known IP addresses', async () => {
    const from = '192.0.2.1'
    const owner = await addAccount('7294')
    const cookies = readCookies(await signIn({ ...owner, from: '192.0.2.2' }))
    const neighbour = await addAccount('7294')
    expect(readOutcome(await signIn({ ...neighbour, from }))).toBe('signed in')
    await spend(`tried-address:${from}`, 1_000)
    await openSome(5, () => from)
    const { id, ...shopper } = await addAccount('7294')
    expect((await signInSolving({ ...shopper, from })).statusCode).toBe(429)
    await addOrder({ id, phone: '9876502222' })
    expect(readOutcome(await signInSolving({ ...shopper, from }))).toBe('phone_digits_required')
    expect(readOutcome(await signInSolving({ ...shopper, from, phoneDigits: '2222' }))).toBe('signed in')
    expect(readOutcome(await signInSolving({ ...neighbour, from }))).toBe('signed in')
    expect(readOutcome(await signIn({ ...owner, from, cookies }))).toBe('signed in')
  })
})
