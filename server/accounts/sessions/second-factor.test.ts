import { TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { readCookies, signInAdministrator } from '#testing/shoppers.ts'
import { createTestApp } from '#testing/test-app.ts'
import { setAdministrator } from '../sign-in/administrators.ts'

const { request, database, pins } = await createTestApp()

type Administrator = Awaited<ReturnType<typeof signInAdministrator>>

const signIn = ({ name, pin }: { name: string; pin: string }, code?: string) =>
  request('POST', '/users/login', { body: { name, pin, ...(code !== undefined && { code }) } })

const stepMs = 30_000

/** A code of the app: by default the next one, because the current one was used to enrol. */
const readCode = ({ uri, steps = 1 }: { uri: string; steps?: number }) =>
  new TOTP({ secret: new URL(uri).searchParams.get('secret') ?? '' }).generate({ timestamp: Date.now() + steps * stepMs })

async function enrol({ cookies }: Administrator): Promise<{ uri: string; recoveryCodes: string[] }> {
  const { uri } = (await request('POST', '/users/second-factor', { cookies })).json()
  const reply = await request('POST', '/users/second-factor/confirm', { cookies, body: { code: readCode({ uri, steps: 0 }) } })
  expect(reply.statusCode).toBe(200)
  return { uri, recoveryCodes: reply.json().recoveryCodes }
}

/** Ends the wait after wrong codes. */
const endWait = ({ _id }: Administrator) => database.updateTable('users').set({ next_attempt_at: null }).where('id', '=', _id).execute()

test('an administrator enrols with the first code and then signs in with a code', async () => {
  const administrator = await signInAdministrator({ request, database })
  const { uri, recoveryCodes } = await enrol(administrator)
  expect(new Set(recoveryCodes).size).toBe(10)
  expect(recoveryCodes[0]).toMatch(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/)
  const withoutCode = await signIn(administrator)
  expect([withoutCode.statusCode, withoutCode.json().code]).toEqual([401, 'second_factor_required'])
  expect(withoutCode.cookies.find(({ name }) => name === 'sid')).toBeUndefined()
  const reply = await signIn(administrator, readCode({ uri }))
  expect(reply.statusCode).toBe(200)
  expect((await request('GET', '/users/getUsers', { cookies: readCookies(reply) })).statusCode).toBe(200)
})

test('the secret and the recovery codes are not stored in readable form', async () => {
  const administrator = await signInAdministrator({ request, database })
  const { uri, recoveryCodes } = await enrol(administrator)
  const factor = await database.selectFrom('second_factors').selectAll().where('user_id', '=', administrator._id).executeTakeFirstOrThrow()
  const codes = await database.selectFrom('recovery_codes').selectAll().where('user_id', '=', administrator._id).execute()
  const stored = [factor.encrypted_secret, ...codes.map(({ code_hash }) => code_hash)].map((bytes) => bytes.toString('latin1')).join()
  expect(stored).not.toContain(new URL(uri).searchParams.get('secret'))
  for (const code of recoveryCodes) expect(stored).not.toContain(code.replaceAll('-', ''))
})

test('a code is accepted once, also when two requests send it at the same time', async () => {
  const administrator = await signInAdministrator({ request, database })
  const { uri } = await enrol(administrator)
  const code = readCode({ uri })
  const replies = await Promise.all([signIn(administrator, code), signIn(administrator, code)])
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 401])
  const earlier = await signIn(administrator, readCode({ uri, steps: -1 }))
  expect([earlier.statusCode, Object.keys(earlier.json().fields)]).toEqual([401, ['code']])
})

test('a recovery code works once, in any spelling', async () => {
  const administrator = await signInAdministrator({ request, database })
  const { recoveryCodes } = await enrol(administrator)
  const typed = ` ${recoveryCodes[3]?.toLowerCase().replaceAll('-', ' ')}`
  const reply = await signIn(administrator, typed)
  expect(reply.statusCode).toBe(200)
  const { recoveryCodesLeft, confirmedAt } = (await request('GET', '/users/second-factor', { cookies: readCookies(reply) })).json()
  expect([recoveryCodesLeft, typeof confirmedAt]).toEqual([9, 'string'])
  expect((await signIn(administrator, typed)).statusCode).toBe(401)
})

test('a code that does not belong to the right PIN reveals nothing', async () => {
  const administrator = await signInAdministrator({ request, database })
  const { uri } = await enrol(administrator)
  expect((await signIn({ ...administrator, pin: 'wrong' }, readCode({ uri }))).json().code).toBe('name_taken')
  expect((await signIn(administrator, readCode({ uri }))).statusCode).toBe(200)
})

test('wrong codes are limited like wrong PINs, and the right PIN alone resets nothing', async () => {
  const administrator = await signInAdministrator({ request, database })
  const { uri } = await enrol(administrator)
  for (let tries = 0; tries < 8; tries += 1) {
    await endWait(administrator)
    expect((await signIn(administrator, tries % 2 ? '000000' : undefined)).statusCode).toBe(401)
  }
  expect((await signIn(administrator, readCode({ uri }))).statusCode).toBe(429)
  await database.updateTable('users').set({ failed_attempts: 50 }).where('id', '=', administrator._id).execute()
  expect((await signIn(administrator, readCode({ uri }))).json().code).toBe('account_locked')
})

test('sessions from before the second factor end, and a code of the app in use replaces nothing', async () => {
  const administrator = await signInAdministrator({ request, database })
  const other = readCookies(await signIn(administrator))
  await enrol(administrator)
  expect((await request('GET', '/users/getUsers', { cookies: other })).statusCode).toBe(401)
  expect((await request('GET', '/users/getUsers', { cookies: administrator.cookies })).statusCode).toBe(200)
  const { cookies } = administrator
  const again = await request('POST', '/users/second-factor/confirm', { cookies, body: { code: '123456' } })
  expect([again.statusCode, again.json().code]).toEqual([409, 'second_factor_exists'])
})

test('another app replaces the one in use with its first code', async () => {
  const administrator = await signInAdministrator({ request, database })
  const { cookies } = administrator
  const { uri, recoveryCodes } = await enrol(administrator)
  const started = await request('POST', '/users/second-factor', { cookies })
  const other = readCookies(await signIn(administrator, readCode({ uri })))
  const confirm = (code: string) => request('POST', '/users/second-factor/confirm', { cookies, body: { code } })
  expect((await confirm(readCode({ uri, steps: 1 }))).json().code).toBe('second_factor_wrong')
  const replaced = await confirm(readCode({ uri: started.json().uri, steps: 0 }))
  expect([replaced.statusCode, replaced.json().recoveryCodes.length]).toEqual([200, 10])
  expect((await request('GET', '/users/getUsers', { cookies: other })).statusCode).toBe(401)
  expect((await request('GET', '/users/getUsers', { cookies })).statusCode).toBe(200)
  await database.updateTable('second_factors').set({ last_step: 0 }).where('user_id', '=', administrator._id).execute()
  expect((await signIn(administrator, readCode({ uri }))).statusCode).toBe(401)
  expect((await signIn(administrator, recoveryCodes[0])).statusCode).toBe(401)
  expect((await signIn(administrator, readCode({ uri: started.json().uri }))).statusCode).toBe(200)
  expect((await signIn(administrator, replaced.json().recoveryCodes[0])).statusCode).toBe(200)
})

test('new recovery codes end the former ones', async () => {
  const administrator = await signInAdministrator({ request, database })
  const { cookies } = administrator
  const renew = () => request('POST', '/users/second-factor/recovery-codes', { cookies })
  expect([(await renew()).statusCode, (await renew()).json().code]).toEqual([403, 'second_factor_missing'])
  const { recoveryCodes } = await enrol(administrator)
  const renewed = await renew()
  expect([renewed.statusCode, new Set([...recoveryCodes, ...renewed.json().recoveryCodes]).size]).toEqual([200, 20])
  expect((await signIn(administrator, recoveryCodes[0])).statusCode).toBe(401)
  expect((await signIn(administrator, renewed.json().recoveryCodes[0])).statusCode).toBe(200)
})

test('a session that an older server started without a code ends', async () => {
  const administrator = await signInAdministrator({ request, database })
  await enrol(administrator)
  await database.updateTable('sessions').set({ with_second_factor: false }).where('user_id', '=', administrator._id).execute()
  expect((await request('GET', '/users/loggedinuser', { cookies: administrator.cookies })).statusCode).toBe(401)
})

test.each(['12345', '\u{10000}'.repeat(3), '١٢٣٤٥٦'])('the wrong first code %s does not switch it on', async (code) => {
  const administrator = await signInAdministrator({ request, database })
  const { cookies } = administrator
  await request('POST', '/users/second-factor', { cookies })
  const reply = await request('POST', '/users/second-factor/confirm', { cookies, body: { code } })
  expect([reply.statusCode, reply.json().code]).toEqual([400, 'second_factor_wrong'])
  expect((await signIn(administrator)).statusCode).toBe(200)
})

test('npm run admin resets the second factor', async () => {
  const administrator = await signInAdministrator({ request, database })
  await enrol(administrator)
  const { pin } = await setAdministrator({ database, pins, name: administrator.name })
  expect((await signIn({ ...administrator, pin })).statusCode).toBe(200)
  expect(await database.selectFrom('recovery_codes').selectAll().where('user_id', '=', administrator._id).execute()).toEqual([])
})

test('a shopper with a code in the request signs in as before', async () => {
  const name = `shopper ${crypto.randomUUID().slice(0, 8)}`
  expect((await signIn({ name, pin: '1234' }, '123456')).statusCode).toBe(200)
  expect((await signIn({ name, pin: '1234' })).statusCode).toBe(200)
})

test('where it is required, an administrator can do nothing else before', async () => {
  const shop = await createTestApp({ environment: { DEMO: 'off', ADMIN_SECOND_FACTOR: '' } })
  const administrator = await signInAdministrator(shop)
  const { cookies } = administrator
  const read = () => shop.request('GET', '/users/getUsers', { cookies })
  expect([(await read()).statusCode, (await read()).json().code]).toEqual([403, 'second_factor_missing'])
  expect((await shop.request('GET', '/users/loggedinuser', { cookies })).json()).toMatchObject({ needsSecondFactor: true })
  const { uri } = (await shop.request('POST', '/users/second-factor', { cookies })).json()
  await shop.request('POST', '/users/second-factor/confirm', { cookies, body: { code: readCode({ uri }) } })
  expect((await read()).statusCode).toBe(200)
  expect((await shop.request('GET', '/users/loggedinuser', { cookies })).json()).not.toHaveProperty('needsSecondFactor')
})

test('a code of more than a step ago is wrong', async () => {
  const administrator = await signInAdministrator({ request, database })
  const { uri } = await enrol(administrator)
  await database.updateTable('second_factors').set({ last_step: 0 }).where('user_id', '=', administrator._id).execute()
  expect((await signIn(administrator, readCode({ uri, steps: -3 }))).statusCode).toBe(401)
})
