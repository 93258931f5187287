import { sql } from 'kysely'
import { TOTP } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { startCheckout } from '#testing/card-checkout.ts'
import { signInAdministrator, signInShopper } from '#testing/shoppers.ts'
import { startPayingApp } from '#testing/start-shop.ts'
import { createTestApp } from '#testing/test-app.ts'

const { provider, request, database } = await startPayingApp()

type Administrator = Awaited<ReturnType<typeof signInAdministrator>>

/** Moves the last step-up of the account's sessions back. */
const ageStepUp = ({ _id }: { _id: string }, minutes = 16) =>
  sql`update sessions set proven_at = now() - make_interval(mins => ${minutes}) where user_id = ${_id}`.execute(database)

/** An administrator whose session is older than 15 minutes. */
async function createAdministrator() {
  const administrator = await signInAdministrator({ request, database })
  await ageStepUp(administrator)
  return administrator
}

const reauthenticate = ({ cookies, pin }: Administrator, body: object = { currentPin: pin }) =>
  request('POST', '/users/reauthenticate', { cookies, body })
const resetPin = ({ cookies }: Administrator, id: string) => request('POST', `/users/${id}/pin`, { cookies })

async function placePaidOrder() {
  const checkout = await startCheckout({ request, database, provider, quantity: 1 })
  const { browser } = await checkout.pay()
  await checkout.verify(browser.response)
  const [{ _id }] = await checkout.orders()
  return { ...checkout, _id }
}

describe('fifteen minutes after the PIN was entered', () => {
  const expected = [403, { code: 'reauthentication_required', error: 'Please enter your PIN again to continue.' }]

  test('resetting a PIN needs it again', async () => {
    const administrator = await createAdministrator()
    const shopper = await signInShopper({ request })
    const refused = await resetPin(administrator, shopper._id)
    expect([refused.statusCode, refused.json()]).toMatchObject(expected)
    expect((await request('GET', '/users/loggedinuser', { cookies: shopper.cookies })).statusCode).toBe(200)
    expect((await reauthenticate(administrator)).json()).toEqual({ message: 'Thank you. You can continue.' })
    expect((await resetPin(administrator, shopper._id)).statusCode).toBe(200)
    await ageStepUp(administrator, 14)
    expect((await resetPin(administrator, shopper._id)).statusCode).toBe(200)
    await ageStepUp(administrator)
    expect((await resetPin(administrator, shopper._id)).statusCode).toBe(403)
  })

  test('a refund needs it again', async () => {
    const administrator = await createAdministrator()
    const { _id } = await placePaidOrder()
    const refund = () => {
      const body = { amount: 100, refunded: 0, reason: 'Late' }
      return request('POST', `/order/admin/${_id}/refund`, { cookies: administrator.cookies, body })
    }
    const refused = await refund()
    expect([refused.statusCode, refused.json()]).toMatchObject(expected)
    await reauthenticate(administrator)
    expect((await refund()).json().payment.refunded).toBe(100)
  })

  test('cancelling a paid order needs it again, because it is refunded; confirming one does not', async () => {
    const administrator = await createAdministrator()
    const { _id } = await placePaidOrder()
    const transition = (to: string) => request('POST', `/order/admin/${_id}/move`, { cookies: administrator.cookies, body: { to } })
    expect((await transition('Confirmed')).statusCode).toBe(200)
    const refused = await transition('Cancelled')
    expect([refused.statusCode, refused.json()]).toMatchObject(expected)
    await reauthenticate(administrator)
    expect((await transition('Cancelled')).statusCode).toBe(200)
  })

  test.each([
    ['setting up a second factor', 'POST', '/users/second-factor', 200],
    ['new recovery codes', 'POST', '/users/second-factor/recovery-codes', 403],
    ['the export of products', 'GET', '/products/export', 200],
  ] as const)('%s needs it again', async (_what, method, path, status) => {
    const administrator = await createAdministrator()
    const send = () => request(method, path, { cookies: administrator.cookies })
    const refused = await send()
    expect([refused.statusCode, refused.json()]).toMatchObject(expected)
    await reauthenticate(administrator)
    // Without a second factor there are no codes to replace.
    const reply = await send()
    expect([reply.statusCode, reply.body.includes('reauthentication_required')]).toEqual([status, false])
  })

  test('who must set up a second factor can enter the PIN first', async () => {
    const shop = await createTestApp({ environment: { DEMO: 'off', ADMIN_SECOND_FACTOR: 'required' } })
    const { cookies, pin, _id } = await signInAdministrator(shop)
    await sql`update sessions set proven_at = now() - interval '1 day' where user_id = ${_id}`.execute(shop.database)
    const start = () => shop.request('POST', '/users/second-factor', { cookies })
    expect((await start()).json().code).toBe('reauthentication_required')
    expect((await shop.request('POST', '/users/reauthenticate', { cookies, body: { currentPin: pin } })).statusCode).toBe(200)
    expect((await start()).statusCode).toBe(200)
  })

  test('a shopper cancels a paid order as before', async () => {
    const { _id, cookies, ...shopper } = await placePaidOrder()
    await sql`update sessions set proven_at = now() - interval '1 day' where user_id in (select user_id from orders where id = ${_id})`.execute(
      database,
    )
    expect(shopper.name).not.toBe('')
    expect((await request('POST', `/order/${_id}/cancel`, { cookies })).statusCode).toBe(200)
  })
})

describe('POST /users/reauthenticate', () => {
  test('proves one session only', async () => {
    const administrator = await signInAdministrator({ request, database })
    const other = { ...administrator, ...(await signInShopper({ request, name: administrator.name })) }
    await ageStepUp(administrator)
    await reauthenticate(other)
    const shopper = await signInShopper({ request })
    expect((await resetPin(administrator, shopper._id)).statusCode).toBe(403)
    expect((await resetPin(other, shopper._id)).statusCode).toBe(200)
  })

  test('counts wrong PINs like sign-in', async () => {
    const administrator = await createAdministrator()
    const wrong = () => reauthenticate(administrator, { currentPin: 'wrong' })
    const first = await wrong()
    expect([first.statusCode, first.json()]).toMatchObject([
      403,
      { code: 'pin_wrong', fields: { currentPin: 'This is not your current PIN.' } },
    ])
    const statuses = [first.statusCode]
    while (statuses.length < 6) statuses.push((await wrong()).statusCode)
    expect(statuses).toEqual([403, 403, 403, 403, 403, 429])
    expect((await reauthenticate(administrator)).statusCode).toBe(429)
    expect((await resetPin(administrator, administrator._id)).json().code).toBe('reauthentication_required')
  })

  test('asks for a code when the second factor is on', async () => {
    const administrator = await signInAdministrator({ request, database })
    const { cookies, pin } = administrator
    const { uri } = (await request('POST', '/users/second-factor', { cookies })).json()
    const secret = new URL(uri).searchParams.get('secret') ?? ''
    const readCode = (steps: number) => new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 })
    await request('POST', '/users/second-factor/confirm', { cookies, body: { code: readCode(0) } })
    await ageStepUp(administrator)
    const without = await reauthenticate(administrator)
    expect([without.statusCode, without.json().code, without.json().fields]).toEqual([401, 'second_factor_required', undefined])
    const wrong = await reauthenticate(administrator, { currentPin: pin, code: '000000' })
    expect([wrong.statusCode, Object.keys(wrong.json().fields)]).toEqual([401, ['code']])
    const shopper = await signInShopper({ request })
    expect((await resetPin(administrator, shopper._id)).statusCode).toBe(403)
    expect((await reauthenticate(administrator, { currentPin: pin, code: readCode(1) })).statusCode).toBe(200)
    expect((await resetPin(administrator, shopper._id)).statusCode).toBe(200)
  })
})
