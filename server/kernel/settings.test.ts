import { expect, test } from 'vitest'
import { parseSettings } from './settings.ts'
import { StartupError } from './startup-error.ts'

test('everything has a default', () => {
  expect(parseSettings({})).toMatchObject({ PORT: 3000, HOST: '127.0.0.1', DEMO: true, secure: false, STORE_NAME: 'Loom & Lane' })
})

test('an empty setting counts as not set', () => {
  expect(parseSettings({ PORT: '', DATABASE_URL: '' }).PORT).toBe(3000)
})

test('MAIL_FROM defaults to the store and may contain a name', () => {
  const { MAIL_FROM } = parseSettings({ STORE_NAME: 'Tana Bana', STORE_EMAIL: 'hello@tanabana.example' })
  expect(MAIL_FROM).toEqual({ name: 'Tana Bana', address: 'hello@tanabana.example' })
  expect(parseSettings({ MAIL_FROM: '"Shop, Ltd" <no-reply@shop.example>' }).MAIL_FROM).toEqual({
    name: 'Shop, Ltd',
    address: 'no-reply@shop.example',
  })
  expect(parseSettings({ MAIL_FROM: 'no-reply@shop.example' }).MAIL_FROM).toEqual({ name: '', address: 'no-reply@shop.example' })
})

test('a database URL may contain a comma in its password, and its parameters', () => {
  const settings = parseSettings({ DATABASE_URL: 'postgres://u:a,b@db:5433/shop?sslmode=require', SECRET: 'x'.repeat(32) })
  expect(settings.DATABASE_URL).toBe('postgres://u:a,b@db:5433/shop?sslmode=require')
})

test('the setting DATABASE_READ_URLS names its successor', () => {
  expect(() => parseSettings({ DATABASE_READ_URLS: 'postgres://replica/shop' })).toThrow(
    'Setting DATABASE_READ_URLS is no longer supported: set DATABASE_READ_URL to one URL, which is used for reports. See README.md, "Settings".',
  )
})

test.each(['27AAPFU0939F1ZV', ' 27aapfu0939f1zv ', '29AAGCB7383J1Z4', '24AAACC1206D1ZM'])('the GSTIN %s is accepted', (text) => {
  expect(parseSettings({ STORE_GSTIN: text }).STORE_GSTIN).toBe(text.trim().toUpperCase())
})

test('white space around a pasted secret is left out', () => {
  const keys = { RAZORPAY_KEY_ID: ' rzp_test_1\r', RAZORPAY_KEY_SECRET: 'secret \r', RAZORPAY_WEBHOOK_SECRET: '\tsecret ' }
  expect(parseSettings(keys)).toMatchObject({
    RAZORPAY_KEY_ID: 'rzp_test_1',
    RAZORPAY_KEY_SECRET: 'secret',
    RAZORPAY_WEBHOOK_SECRET: 'secret',
  })
  expect(() => parseSettings({ ...keys, RAZORPAY_KEY_SECRET: 'sec ret' })).toThrow('must not contain spaces')
})

test.each([
  ['SMTP_URL', 'smtp://user:a#b@mail.example:587'],
  ['DATABASE_URL', 'postgres://user:a#b@db/shop'],
  ['DATABASE_URL', 'postgres://user:a/b@db/shop'],
])('%s with a password that must be encoded says how: %s', (name, url) => {
  expect(() => parseSettings({ SECRET: 'x'.repeat(32), [name]: url })).toThrow(/# as %23/)
})

test('assistants may read a shop with an https address, unless UCP is off', () => {
  const isOpen = (environment: Record<string, string>) => parseSettings({ DEMO: 'on', ...environment }).UCP
  expect(isOpen({ PUBLIC_URL: 'https://shop.example' })).toBe(true)
  expect(isOpen({ PUBLIC_URL: 'https://shop.example', UCP: 'off' })).toBe(false)
  expect([isOpen({}), isOpen({ PUBLIC_URL: 'http://shop.example' }), isOpen({ UCP: 'on' })]).toEqual([false, false, true])
})

test('DEMO is off with DATABASE_URL', () => {
  expect(parseSettings({ DATABASE_URL: 'postgres://db/shop', SECRET: 'x'.repeat(32) }).DEMO).toBe(false)
})

test('only a demo needs no mail server', () => {
  const lacks = (environment: Record<string, string>) => parseSettings(environment).lacksMailServer
  expect([lacks({}), lacks({ DEMO: 'off' }), lacks({ DEMO: 'off', SMTP_URL: 'smtp://mail.example' })]).toEqual([false, true, false])
})

test('the second factor of administrators is required outside of a demo, unless it is set', () => {
  const read = (environment: Record<string, string>) => parseSettings(environment).ADMIN_SECOND_FACTOR
  expect([read({}), read({ DEMO: 'off' }), read({ DEMO: 'off', ADMIN_SECOND_FACTOR: 'optional' })]).toEqual([
    'optional',
    'required',
    'optional',
  ])
})

test('a demo accepts a short ADMIN_PIN, a real shop one of eight characters', () => {
  expect(parseSettings({ ADMIN_PIN: '1234' }).ADMIN_PIN).toBe('1234')
  expect(parseSettings({ ADMIN_PIN: '12345678', DEMO: 'off' }).ADMIN_PIN).toBe('12345678')
})

test('IMAGE_STORE is parsed into its parts', () => {
  const keys = { AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'secret' }
  const read = (url: string) => parseSettings({ IMAGE_STORE: url, ...keys }).IMAGE_STORE
  expect(read('s3://images?region=eu-central-1')).toEqual({ bucket: 'images', region: 'eu-central-1' })
  expect(read('s3://images?endpoint=http://127.0.0.1:9000')).toEqual({
    bucket: 'images',
    endpoint: 'http://127.0.0.1:9000',
    region: 'us-east-1',
  })
})

const simulator = {
  RAZORPAY_KEY_ID: 'rzp_test_1',
  RAZORPAY_KEY_SECRET: 'a',
  RAZORPAY_WEBHOOK_SECRET: 'b',
  RAZORPAY_API_URL: 'http://127.0.0.1:4000',
  RAZORPAY_CHECKOUT_URL: 'http://127.0.0.1:4000/v1/checkout.js',
}

test('a demo may be pointed at a simulator of the payment provider on its own machine', () => {
  expect(parseSettings(simulator)).toMatchObject({ DEMO: true, RAZORPAY_API_URL: 'http://127.0.0.1:4000' })
})

const courier = { SHIPROCKET_EMAIL: 'api@shop.example', SHIPROCKET_PASSWORD: 'a' }

test('a demo may be pointed at a simulator of the courier on its own machine', () => {
  expect(parseSettings({ ...courier, SHIPROCKET_API_URL: 'http://127.0.0.1:4100' }).SHIPROCKET_API_URL).toBe('http://127.0.0.1:4100')
})

test('a demo that only its own machine reaches may read profiles of assistants on it', () => {
  const read = (more: Record<string, string> = {}) => parseSettings({ UCP_LOCAL_AGENTS: 'on', ...more }).UCP_LOCAL_AGENTS
  expect([read(), read({ PUBLIC_URL: 'http://127.0.0.1:3000' }), parseSettings({}).UCP_LOCAL_AGENTS]).toEqual([true, true, false])
})

test('PUBLIC_URL is normalized to its origin', () => {
  const read = (PUBLIC_URL: string) => parseSettings({ PUBLIC_URL, DEMO: 'off' })
  expect(read('HTTPS://Shop.Example/')).toMatchObject({ PUBLIC_URL: 'https://shop.example', secure: true })
  expect(read('http://127.0.0.1:3000')).toMatchObject({ PUBLIC_URL: 'http://127.0.0.1:3000', secure: false })
})

test.each([
  ['PORT', { PORT: 'eighty' }],
  ['PORT', { PORT: '70000' }],
  ['PORT', { PORT: ' ' }],
  ['PORT', { PORT: '0x1F90' }],
  ['LISTING_SPINNER_MS', { LISTING_SPINNER_MS: ' ' }],
  ['LIMITS_FACTOR', { LIMITS_FACTOR: '1e300' }],
  ['LIMITS_FACTOR', { LIMITS_FACTOR: '0' }],
  ['DATABASE_POOL', { DATABASE_POOL: '1000000000' }],
  ['SECRET', { SECRET: ' '.repeat(32) }],
  ['ADMIN_NAME', { ADMIN_NAME: '\u200b' }],
  ['PUBLIC_URL', { PUBLIC_URL: 'https://shop.example/sub', DEMO: 'off' }],
  ['PUBLIC_URL', { PUBLIC_URL: 'https://name:word@shop.example', DEMO: 'off' }],
  ['PUBLIC_URL', { PUBLIC_URL: 'https://shop.example?x=1', DEMO: 'off' }],
  ['PUBLIC_URL', { PUBLIC_URL: 'ftp://shop.example', DEMO: 'off' }],
  ['DATABASE_URL', { DATABASE_URL: 'mysql://x' }],
  ['DATABASE_URL', { DATABASE_URL: 'postgres://a,b/shop', SECRET: 'x'.repeat(32) }],
  ['DATABASE_READ_URL', { DATABASE_URL: 'postgres://db/shop', SECRET: 'x'.repeat(32), DATABASE_READ_URL: 'replica' }],
  ['DATABASE_READ_URL', { DATABASE_READ_URL: 'postgres://replica/shop' }],
  ['DATABASE_POOL', { DATABASE_POOL: '1' }],
  ['WORKERS', { WORKERS: 'all' }],
  ['WORKERS', { WORKERS: '0' }],
  ['PUBLIC_URL', { PUBLIC_URL: 'shop.example' }],
  ['SMTP_URL', { SMTP_URL: 'mail.example.com:587' }],
  ['SMTP_URL', { SMTP_URL: 'https://mail.example.com' }],
  ['MAIL_FROM', { MAIL_FROM: 'My shop' }],
  ['MAIL_FROM', { MAIL_FROM: 'My shop <shop@example.com>\r\nBcc: x@example.com' }],
  ['ADMIN_PIN', { ADMIN_PIN: '123' }],
  ['ADMIN_PIN', { ADMIN_PIN: '1234567', DEMO: 'off' }],
  ['STORE_ADDRESS', { STORE_ADDRESS: 'x'.repeat(301) }],
  ['STORE_DESCRIPTION', { STORE_DESCRIPTION: 'x'.repeat(301) }],
  ['STORE_GSTIN', { STORE_GSTIN: '27AAPFU0939F1ZW' }],
  ['STORE_GSTIN', { STORE_GSTIN: '49AAPFU0939F1ZV' }],
  ['STORE_GSTIN', { STORE_GSTIN: '27AAPFU0939F1Z' }],
  ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
  ['ADMIN_SECOND_FACTOR', { ADMIN_SECOND_FACTOR: 'sometimes' }],
  ['DEMO', { DEMO: 'maybe' }],
  ['ADMIN_NAME', { ADMIN_NAME: 'x'.repeat(61) }],
  ['ADMIN_PIN', { ADMIN_PIN: 'x'.repeat(65) }],
  ['STORE_NAME', { STORE_NAME: ' ' }],
  ['STORE_NAME', { STORE_NAME: 'x'.repeat(61) }],
  ['DEMO', { HOST: '0.0.0.0' }],
  ['PUBLIC_URL', { HOST: '0.0.0.0', DEMO: 'on' }],
  ['TRUST_PROXY', { TRUST_PROXY: '10.0.0.1' }],
  ['SHARED_CACHE', { SHARED_CACHE: 'on' }],
  ['DEMO', { PUBLIC_URL: 'https://shop.example' }],
  ['RAZORPAY_KEY_ID', { RAZORPAY_KEY_ID: 'pk_live_1' }],
  ['RAZORPAY_KEY_ID,', { RAZORPAY_KEY_ID: 'rzp_test_1' }],
  ['IMAGE_STORE', { IMAGE_STORE: '/srv/images' }],
  ['IMAGE_STORE', { IMAGE_STORE: 's3://images?endpoint=file:///etc' }],
  ['IMAGE_STORE', { IMAGE_STORE: 's3://images?endpiont=https://store.example' }],
  ['AWS_ACCESS_KEY_ID', { IMAGE_STORE: 's3://images', AWS_SECRET_ACCESS_KEY: 'secret' }],
  ['RAZORPAY_WEBHOOK_SECRET_PREVIOUS', { RAZORPAY_WEBHOOK_SECRET_PREVIOUS: 'the old one' }],
  ['RAZORPAY_API_URL', { ...simulator, RAZORPAY_CHECKOUT_URL: undefined }],
  ['RAZORPAY_API_URL', { ...simulator, RAZORPAY_API_URL: 'https://api.razorpay.com.example' }],
  ['RAZORPAY_API_URL', { ...simulator, RAZORPAY_CHECKOUT_URL: 'http://shop.example/checkout.js' }],
  ['RAZORPAY_API_URL', { ...simulator, RAZORPAY_KEY_ID: 'rzp_live_1' }],
  ['RAZORPAY_API_URL', { ...simulator, DEMO: 'off' }],
  ['RAZORPAY_API_URL', { ...simulator, DATABASE_URL: 'postgres://db/shop', SECRET: 'x'.repeat(32) }],
  ['RAZORPAY_API_URL', { RAZORPAY_API_URL: simulator.RAZORPAY_API_URL, RAZORPAY_CHECKOUT_URL: simulator.RAZORPAY_CHECKOUT_URL }],
  ['SECRET', { DATABASE_URL: 'postgres://db/shop' }],
  ['SHIPROCKET_EMAIL', { SHIPROCKET_EMAIL: 'shop', SHIPROCKET_PASSWORD: 'a' }],
  ['SHIPROCKET_EMAIL', { SHIPROCKET_EMAIL: 'api@shop.example' }],
  ['SHIPROCKET_EMAIL', { SHIPROCKET_PASSWORD: 'a' }],
  ['SHIPROCKET_API_URL', { ...courier, SHIPROCKET_API_URL: 'https://apiv2.shiprocket.in.example' }],
  ['SHIPROCKET_API_URL', { ...courier, SHIPROCKET_API_URL: 'http://127.0.0.1:4100', DEMO: 'off' }],
  ['SHIPROCKET_API_URL', { SHIPROCKET_API_URL: 'http://127.0.0.1:4100' }],
  ['UCP_LOCAL_AGENTS', { UCP_LOCAL_AGENTS: 'on', DEMO: 'off' }],
  ['UCP_LOCAL_AGENTS', { UCP_LOCAL_AGENTS: 'on', DATABASE_URL: 'postgres://db/shop', SECRET: 'x'.repeat(32) }],
  ['UCP_LOCAL_AGENTS', { UCP_LOCAL_AGENTS: 'on', DEMO: 'on', PUBLIC_URL: 'https://shop.example' }],
  ['UCP_LOCAL_AGENTS', { UCP_LOCAL_AGENTS: 'on', DEMO: 'on', PUBLIC_URL: 'http://shop.example' }],
  ['UCP_LOCAL_AGENTS', { UCP_LOCAL_AGENTS: 'on', DEMO: 'on', PUBLIC_URL: 'http://127.0.0.1:3000', HOST: '0.0.0.0' }],
  ['UCP_LOCAL_AGENTS', { UCP_LOCAL_AGENTS: 'on', DEMO: 'on', TRUST_PROXY: '1' }],
])('an invalid %s fails with one line that names it', (name, environment) => {
  const attempt = () => parseSettings(environment)
  expect(attempt).toThrow(StartupError)
  expect(attempt).toThrow(new RegExp(`^Setting ${name} [^\n]+$`))
  expect(attempt, 'a text of its own, not that of the schema library').not.toThrow(/invalid|expected|too (big|small)/i)
})

test.each([
  ['DEMO', 'must be on or off (or yes or no, true or false, 1 or 0)'],
  ['ADMIN_SECOND_FACTOR', 'must be required or optional'],
  ['LOG_LEVEL', 'must be one of fatal, error, warn, info, debug, trace, silent'],
  ['TRUST_PROXY', 'must be the number of proxies in front of the shop, from 0 to 9, or on or off'],
])('a wrong %s is answered with the words that it may have', (name, message) => {
  expect(() => parseSettings({ [name]: 'maybe' })).toThrow(`Setting ${name} ${message}. See README.md, "Settings".`)
})
