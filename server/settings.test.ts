import { expect, test } from 'vitest'
import { readSettings } from './settings.ts'
import { StartProblem } from './start-problem.ts'

test('everything has a default', () => {
  expect(readSettings({})).toMatchObject({ PORT: 3000, HOST: '127.0.0.1', DEMO: true, secure: false, STORE_NAME: 'Loom & Lane' })
})

test('an empty setting counts as not set', () => {
  expect(readSettings({ PORT: '', DATABASE_URL: '' }).PORT).toBe(3000)
})

test('mails come from the store, or from whom the owner says', () => {
  const { MAIL_FROM } = readSettings({ STORE_NAME: 'Tana Bana', STORE_EMAIL: 'hello@tanabana.example' })
  expect(MAIL_FROM).toEqual({ name: 'Tana Bana', address: 'hello@tanabana.example' })
  expect(readSettings({ MAIL_FROM: '"Shop, Ltd" <no-reply@shop.example>' }).MAIL_FROM).toEqual({
    name: 'Shop, Ltd',
    address: 'no-reply@shop.example',
  })
  expect(readSettings({ MAIL_FROM: 'no-reply@shop.example' }).MAIL_FROM).toEqual({ name: '', address: 'no-reply@shop.example' })
})

test('an outside database is no demo', () => {
  expect(readSettings({ DATABASE_URL: 'postgres://db/shop', SECRET: 'x'.repeat(32) }).DEMO).toBe(false)
})

test.each([
  ['PORT', { PORT: 'eighty' }],
  ['PORT', { PORT: '70000' }],
  ['DATABASE_URL', { DATABASE_URL: 'mysql://x' }],
  ['PUBLIC_URL', { PUBLIC_URL: 'shop.example' }],
  ['SMTP_URL', { SMTP_URL: 'mail.example.com:587' }],
  ['SMTP_URL', { SMTP_URL: 'https://mail.example.com' }],
  ['MAIL_FROM', { MAIL_FROM: 'My shop' }],
  ['MAIL_FROM', { MAIL_FROM: 'My shop <shop@example.com>\r\nBcc: x@example.com' }],
  ['ADMIN_PIN', { ADMIN_PIN: '123' }],
  ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
  ['DEMO', { DEMO: 'maybe' }],
  ['DEMO', { HOST: '0.0.0.0' }],
  ['DEMO', { PUBLIC_URL: 'https://shop.example' }],
  ['RAZORPAY_KEY_ID', { RAZORPAY_KEY_ID: 'pk_live_1' }],
  ['RAZORPAY_KEY_ID,', { RAZORPAY_KEY_ID: 'rzp_test_1' }],
  ['SECRET', { DATABASE_URL: 'postgres://db/shop' }],
])('a wrong %s stops the start with one line that names it', (name, environment) => {
  const attempt = () => readSettings(environment)
  expect(attempt).toThrow(StartProblem)
  expect(attempt).toThrow(new RegExp(`^Setting ${name} [^\n]+$`))
})
