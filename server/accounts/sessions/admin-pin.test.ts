import { expect, test } from 'vitest'
import { signInAdministrator } from '#testing/shoppers.ts'
import { createTestApp } from '#testing/test-app.ts'

const shop = await createTestApp()
const { request } = shop
type Cookies = Record<string, string>
const change = (cookies: Cookies, currentPin: string, newPin: string, from = request) =>
  from('POST', '/users/admin/pin', { cookies, body: { currentPin, newPin } })

test('an administrator changes the own PIN with the current one, and is signed out everywhere else', async () => {
  const { cookies, pin, name } = await signInAdministrator(shop)
  expect((await change(cookies, 'wrong', 'quiet-lake')).json().code).toBe('pin_wrong')
  const elsewhere = await request('POST', '/users/login', { body: { name, pin } })
  const others: Cookies = Object.fromEntries(elsewhere.cookies.map((cookie) => [cookie.name, cookie.value]))
  expect((await change(cookies, pin, 'quiet-lake')).json().message).toBe(
    'Your PIN has been changed. All other devices have been signed out.',
  )
  expect((await request('GET', '/users/getUsers', { cookies: others })).statusCode).toBe(401)
  expect((await request('GET', '/users/getUsers', { cookies })).statusCode).toBe(200)
  expect((await request('POST', '/users/login', { body: { name, pin } })).json().code).toBe('name_taken')
  expect((await request('POST', '/users/login', { body: { name, pin: 'quiet-lake' } })).statusCode).toBe(200)
})

test('outside of a demo the PIN of an administrator has eight characters at least', async () => {
  const real = await createTestApp({ environment: { DEMO: 'off' } })
  const { cookies, pin } = await signInAdministrator(real)
  expect((await change(cookies, pin, 'xk7q', real.request)).json().fields).toEqual({
    newPin: 'The PIN of an administrator must have at least 8 characters.',
  })
})
