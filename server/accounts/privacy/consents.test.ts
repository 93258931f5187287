import { describe, expect, test } from 'vitest'
import { signInAdministrator, signInShopper } from '#testing/shoppers.ts'
import { createTestApp } from '#testing/test-app.ts'

const { request, database } = await createTestApp()

describe('consents', () => {
  const setConsent = (cookies: Record<string, string>, body: object) => request('POST', '/users/account/consents', { cookies, body })

  test('are off at first, and can be given and withdrawn', async () => {
    const { cookies, _id } = await signInShopper({ request })
    const read = async () => (await request('GET', '/users/account/consents', { cookies })).json().consents
    expect(await read()).toEqual([
      { purpose: 'marketing', given: false, decidedAt: null },
      { purpose: 'messages', given: false, decidedAt: null },
    ])
    await Promise.all([1, 2].map(() => setConsent(cookies, { purpose: 'messages', given: true })))
    expect((await read())[1]).toEqual({ purpose: 'messages', given: true, decidedAt: expect.any(String) })
    const reply = await setConsent(cookies, { purpose: 'messages', given: false })
    expect(reply.json()).toMatchObject({ message: 'Your consent is withdrawn.', consents: [{ given: false }, { given: false }] })
    const rows = await database.selectFrom('consents').selectAll().where('user_id', '=', _id).orderBy('id').execute()
    expect(rows).toMatchObject([
      { purpose: 'messages', given: true, source: 'account page', text_version: expect.stringMatching(/^\d{4}-/) },
      { purpose: 'messages', given: false },
    ])
  })

  test('that do not change add nothing, and can be given twenty times a day and always be withdrawn', async () => {
    const { cookies, _id } = await signInShopper({ request })
    const set = async (given: boolean) => (await setConsent(cookies, { purpose: 'messages', given })).statusCode
    const count = async () => (await database.selectFrom('consents').select('id').where('user_id', '=', _id).execute()).length
    for (const given of [false, true, true]) expect(await set(given)).toBe(200)
    expect(await count()).toBe(1)
    for (let times = 0; times < 18; times += 1) expect([await set(false), await set(true)]).toEqual([200, 200])
    expect([await set(false), await set(true), await set(false), await count()]).toEqual([200, 429, 200, 38])
  })

  test('are given a hundred times a day from one IP address', async () => {
    const strict = await createTestApp({ environment: { LIMITS_FACTOR: '1' } })
    const { cookies } = await signInShopper(strict)
    const give = (body: object) => strict.request('POST', '/users/account/consents', { cookies, body })
    await strict.database
      .insertInto('limits')
      .values({ key: 'consents-address:127.0.0.1', points: 99, expire: Date.now() + 60_000 })
      .execute()
    const replies = [await give({ purpose: 'messages', given: true }), await give({ purpose: 'marketing', given: true })]
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 429])
    expect((await give({ purpose: 'messages', given: false })).statusCode).toBe(200)
  })

  test('are never changed or deleted', async () => {
    const { cookies } = await signInShopper({ request })
    await setConsent(cookies, { purpose: 'messages', given: true })
    await expect(database.updateTable('consents').set({ given: false }).execute()).rejects.toThrow('only added')
    await expect(database.deleteFrom('consents').execute()).rejects.toThrow('only added')
  })

  test('are of known purposes, and of shoppers', async () => {
    const { cookies } = await signInShopper({ request })
    expect((await setConsent(cookies, { purpose: 'resale', given: true })).statusCode).toBe(400)
    expect((await request('GET', '/users/account/consents')).statusCode).toBe(401)
    const administrator = await signInAdministrator({ request, database })
    expect((await setConsent(administrator.cookies, { purpose: 'messages', given: true })).statusCode).toBe(403)
  })
})
