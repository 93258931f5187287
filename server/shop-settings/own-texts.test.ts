import { expect, test } from 'vitest'
import { createTestProduct } from '#testing/factories.ts'
import { startShop } from '#testing/start-shop.ts'
import { createSsr } from '../http/pages/ssr.ts'
import { parseSettings } from '../kernel/settings.ts'

const ssr = createSsr({ settings: parseSettings({}), development: false })
const { app, request, database, cookies } = await startShop({ ssr })
await createTestProduct({ database })

const open = async (url: string) => (await app.inject({ url, headers: { host: 'shop.test', accept: 'text/html' } })).body
const readState = async (group: string) => (await request('GET', '/settings', { cookies })).json().groups[group]

async function save(group: string, change: object) {
  const { version, value } = await readState(group)
  return request('PATCH', `/settings/${group}`, { cookies, body: { version, value: { ...value, ...change } } })
}
const act = async (group: string, action: string) =>
  request('POST', `/settings/${group}/${action}`, { cookies, body: { version: (await readState(group)).version } })
async function publish(group: string, change: object) {
  await save(group, change)
  return act(group, 'publish')
}

test('the own text of a policy stands above its figures until it is taken back', async () => {
  await save('policy-texts', { returnPolicy: 'We **exchange** gladly. <script>alert(1)</script>' })
  expect(await open('/returnPolicy')).not.toContain('gladly')
  const { href } = (await request('POST', '/settings/preview', { cookies })).json()
  expect(await open(href.replace('/buy', '/returnPolicy'))).toContain('<strong>exchange</strong> gladly.')

  await act('policy-texts', 'publish')
  const shown = await open('/returnPolicy')
  expect(shown).toContain('We <strong>exchange</strong> gladly. &lt;script&gt;')
  expect(shown.indexOf('gladly')).toBeLessThan(shown.indexOf('<dl'))
  expect(await open('/term')).not.toContain('gladly')
  // A text of one page is not sent with all others.
  expect(await open('/buy')).not.toContain('gladly')

  await act('policy-texts', 'undo')
  expect(await open('/returnPolicy')).not.toContain('gladly')
})

test.each(['cancel', 'term', 'privacy', 'ship'])('the page /%s shows its own text', async (policy) => {
  await publish('policy-texts', { [policy]: `Own words of ${policy}` })
  expect(await open(`/${policy}`)).toContain(`Own words of ${policy}`)
  await publish('policy-texts', { [policy]: '' })
  expect(await open(`/${policy}`)).not.toContain('Own words')
})

test('the tiles, the hours and an empty list have the usual texts unless the owner has written others', async () => {
  expect(await open('/buy')).toContain('24/7 support')
  const own = { supportTitle: 'We are here', moneyText: 'Send it back', serviceHours: 'daily, 8 to 22', emptyList: 'Nothing here' }
  await publish('texts', own)
  const shown = await open('/buy')
  for (const text of ['We are here', 'We answer daily, 8 to 22.', 'Money-back guarantee', 'Send it back']) expect(shown).toContain(text)
  expect(shown).not.toContain('24/7 support')
  expect(shown).not.toContain('OpeningHoursSpecification')
  expect(await open('/buy?q=zzzzqqq')).toContain('Nothing here')
  for (const path of ['/contact', '/help-center', '/ship', '/returnPolicy']) expect(await open(path), path).toContain('daily, 8 to 22')
  await publish('texts', Object.fromEntries(Object.keys(own).map((name) => [name, ''])))
  expect(await open('/buy')).toContain('We answer Monday to Saturday, 09:00 to 20:00.')
})

test.each([
  ['texts', { emptyCart: 'x'.repeat(81) }, { emptyCart: 'Empty cart is too long.' }],
  ['texts', { serviceHours: 'a\nb' }, { serviceHours: 'Service hours must be one line.' }],
  [
    'policy-texts',
    { ship: '[x](javascript:1)' },
    { ship: 'A link is a path such as /buy?category=TEE or an address that begins with https://.' },
  ],
])('of %s %j is refused with a sentence', async (group, change, fields) => {
  const reply = await save(group, change)
  expect([reply.statusCode, reply.json().fields]).toEqual([400, fields])
})
