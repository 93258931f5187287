import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { signInShopper } from '#testing/shoppers.ts'
import { startShop } from '#testing/start-shop.ts'

const {
  request,
  database,
  cookies,
  admin: { _id: adminId },
} = await startShop()
const list = async (query: string) => (await request('GET', `/users/getUsers?${query}`, { cookies })).json()

describe('GET /users/getUsers with a query', () => {
  test('has pages of thirty, newest first', async () => {
    const rows = Array.from({ length: 35 }, (_, index) => ({ name: `Row ${index}`, name_key: `row ${index}`, pin_hash: 'x' }))
    await database.insertInto('users').values(rows).execute()
    const second = await list('page=2')
    expect(second).toMatchObject({ total: 36, page: 2, totalPages: 2 })
    expect(second.users).toHaveLength(6)
    expect((await list('page=1')).users[0]).toMatchObject({ name: 'Row 34', locked: false })
  })

  test('finds part of a name in any case, without wildcards', async () => {
    const name = `Łucja ${randomUUID().slice(0, 8)}`
    await signInShopper({ request, name })
    expect((await list(`q=${encodeURIComponent(name.slice(1).toUpperCase())}`)).users).toMatchObject([{ name }])
    expect((await list('q=%25')).users).toEqual([])
    expect((await list(`q=${'a'.repeat(100)}`)).users).toEqual([])
    expect((await request('GET', `/users/getUsers?q=${'a'.repeat(101)}`, { cookies })).statusCode).toBe(400)
  })

  test('filters locked accounts', async () => {
    const shopper = await signInShopper({ request })
    await database.updateTable('users').set({ failed_attempts: 50 }).where('id', '=', shopper._id).execute()
    expect((await list('locked=yes')).users).toMatchObject([{ name: shopper.name, locked: true }])
  })
})

describe('POST /users/:id/pin', () => {
  const resetPin = (id: string) => request('POST', `/users/${id}/pin`, { cookies })

  test('unlocks the account with a new PIN and signs it out everywhere', async () => {
    const shopper = await signInShopper({ request })
    await database.updateTable('users').set({ failed_attempts: 50 }).where('id', '=', shopper._id).execute()
    const { name, pin } = (await resetPin(shopper._id)).json()
    expect([name, pin]).toEqual([shopper.name, expect.stringMatching(/^\d{8}$/)])
    expect((await request('GET', '/users/loggedinuser', { cookies: shopper.cookies })).statusCode).toBe(401)
    const signIn = (given: string) => request('POST', '/users/login', { body: { name, pin: given } })
    expect((await signIn(shopper.pin)).statusCode).toBe(409)
    expect((await signIn(pin)).statusCode).toBe(200)
  })

  test('is rejected for an administrator and an unknown id', async () => {
    expect((await resetPin(adminId)).json().code).toBe('admin_pin_reset')
    expect((await resetPin(randomUUID())).statusCode).toBe(404)
    expect((await resetPin('nonsense')).statusCode).toBe(400)
  })
})
