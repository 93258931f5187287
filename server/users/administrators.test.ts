import { expect, test } from 'vitest'
import { signInShopper } from '#testing/shoppers.ts'
import { createTestApp } from '#testing/test-app.ts'
import { StartupError } from '../startup-error.ts'
import { parseAdministratorName, setAdministrator } from './administrators.ts'

const { request, database, pins } = await createTestApp()

const signIn = (name: string, pin: string) => request('POST', '/users/login', { body: { name, pin } })

test('an unknown name becomes an administrator who can sign in', async () => {
  const { name, pin, created } = await setAdministrator({ database, pins, name: ' Meera  Iyer ' })
  expect({ name, created }).toEqual({ name: 'Meera Iyer', created: true })
  expect(pin).toMatch(/^\d{8}$/)
  expect((await signIn('meera iyer', pin)).json()).toMatchObject({ user: { role: 'admin' }, created: false })
})

test('a known name becomes an administrator with a new PIN, without sessions and failed attempts', async () => {
  const shopper = await signInShopper({ request })
  await database.updateTable('users').set({ failed_attempts: 50 }).where('id', '=', shopper._id).execute()
  expect((await signIn(shopper.name, shopper.pin)).statusCode).toBe(403)
  const { pin, created } = await setAdministrator({ database, pins, name: shopper.name.toUpperCase() })
  expect(created).toBe(false)
  expect((await request('GET', '/users/loggedinuser', { cookies: shopper.cookies })).statusCode).toBe(401)
  expect((await signIn(shopper.name, shopper.pin)).statusCode).toBe(409)
  expect((await signIn(shopper.name, pin)).json()).toMatchObject({ user: { _id: shopper._id, name: shopper.name, role: 'admin' } })
})

test.each(['', '  ', '\u200b', 'x'.repeat(61)])('%o is not a valid name', (text) => {
  expect(() => parseAdministratorName(text)).toThrow(StartupError)
})
