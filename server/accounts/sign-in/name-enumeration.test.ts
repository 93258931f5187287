import { expect, test, vi } from 'vitest'
import { readOutcome, setUpSignInAttempts } from '#testing/sign-in-attempts.ts'

const { database, pins, signIn, addAccount, spend } = await setUpSignInAttempts()

const countHashes = () => vi.mocked(pins.hash).mock.calls.length + vi.mocked(pins.verify).mock.calls.length
const readUse = async () =>
  (await database.selectFrom('limits').select(['key', 'points']).where('key', 'like', 'pin-a%').orderBy('key').execute()).map(
    ({ key, points }) => `${key} ${points}`,
  )

test.each([
  ['a PIN that is too short', '1', 'pin_too_short'],
  ['a name that looks like one', '7295', 'name_taken'],
  ['a reserved name', '7295', 'name_taken'],
  ['a new name after too many registrations', '7295', 'too_many_requests'],
])('%s costs as much as a wrong PIN', async (what, pin, code) => {
  const { name } = await addAccount('7294')
  expect(readOutcome(await signIn({ name, pin }))).toBe('name_taken')
  const known = { hashes: countHashes(), use: await readUse() }
  await database.deleteFrom('limits').execute()
  vi.mocked(pins.hash).mockClear()
  vi.mocked(pins.verify).mockClear()
  if (code === 'too_many_requests') await spend('accounts-address:198.51.100.1', 60)
  const unknown = { 'a name that looks like one': name.replace('owner', '0wner'), 'a reserved name': 'Support' }[what] ?? `${name} 2`
  expect(readOutcome(await signIn({ name: unknown, pin }))).toBe(code)
  const expected = what === 'a reserved name' ? known.use.map((line) => line.replace('pin-all:all', 'pin-all:staff')) : known.use
  expect({ hashes: countHashes(), use: await readUse() }).toEqual({ hashes: known.hashes, use: expected })
})

test.each(['1234', '7295'])('the challenge for the PIN %s does not tell whether a name exists', async (pin) => {
  const strong = await addAccount('7294')
  const weak = await addAccount('1234')
  await spend('tried-all:all', 100)
  const codes = await Promise.all([strong.name, weak.name, 'not registered'].map(async (name) => readOutcome(await signIn({ name, pin }))))
  const expected =
    pin === '1234' ? ['challenge_required', 'challenge_required', 'challenge_required'] : ['name_taken', 'name_taken', 'signed in']
  expect(codes).toEqual(expected)
})
