import { describe, expect, test } from 'vitest'
import type { SettingGroupState } from '#contract/settings/settings.ts'
import { buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { requireStatus } from '#testing/require-status.ts'
import { createJobRunner } from '#testing/run-job.ts'
import { collectMails } from '#testing/send-mails.ts'
import { startShop } from '#testing/start-shop.ts'
import { createSsr } from '../http/pages/ssr.ts'
import { createResponseCache } from '../http/response-cache.ts'
import { parseSettings } from '../kernel/settings.ts'

const responseCache = createResponseCache({ publicUrl: undefined })
responseCache.enable()
const shop = await startShop({
  environment: { STORE_NAME: 'Environment' },
  responseCache,
  publishTo: responseCache.invalidate,
  ssr: createSsr({ settings: parseSettings({}), development: false }),
})
const { request, app, database, cookies } = shop
const runJob = createJobRunner(shop)

const readGroup = async (group: string): Promise<SettingGroupState> => (await request('GET', '/settings', { cookies })).json().groups[group]
const change = (group: string, call: string, body: object) =>
  request(call === '' ? 'PATCH' : 'POST', `/settings/${group}${call}`, { cookies, body })

/** Publishes a group with some fields changed. */
async function publish(group: string, fields: object) {
  const { value, version } = await readGroup(group)
  const saved = await change(group, '', { version, value: { ...value, ...fields } })
  requireStatus(saved, 200)
  return change(group, '/publish', { version: saved.json().state.version })
}

describe('a draft', () => {
  test('is shown after it is published, in pages, manifest, security.txt and mails at once', async () => {
    const product = await createTestProduct({ database })
    const readPage = async () => (await app.inject({ url: '/buy' })).body
    expect(await readPage()).toContain('Environment')
    const { value, version } = await readGroup('shop')
    const saved = await change('shop', '', { version, value: { ...value, name: 'Kalai & Co', email: 'hello@kalai.example' } })
    expect(saved.json()).toMatchObject({ message: 'Draft saved', state: { draft: { name: 'Kalai & Co' }, value: { name: 'Environment' } } })
    expect(await readPage()).not.toContain('Kalai')

    const published = await change('shop', '/publish', { version: saved.json().state.version })
    expect(published.json()).toMatchObject({ message: 'Published', state: { draft: null, value: { name: 'Kalai & Co' } } })
    expect(await readPage()).toContain('Kalai &amp; Co')
    expect((await app.inject('/site.webmanifest')).json()).toMatchObject({ name: 'Kalai & Co' })
    expect((await app.inject('/.well-known/security.txt')).body).toContain('mailto:hello@kalai.example')
    await request('POST', '/guest/cashondelivery', { body: buildGuestOrder([product]) })
    const [mail] = await collectMails(shop)
    expect(mail?.from).toEqual({ name: 'Kalai & Co', address: 'hello@kalai.example' })
    expect(mail?.text).toContain('hello@kalai.example')
  })

  test('replaces an earlier draft, and can be deleted', async () => {
    const { value, version } = await readGroup('mails')
    const first = (await change('mails', '', { version, value: { ...value, signature: 'One' } })).json().state
    const second = (await change('mails', '', { version: first.version, value: { ...value, signature: 'Two' } })).json().state
    expect(second.draft).toMatchObject({ signature: 'Two' })
    const discarded = await change('mails', '/discard', { version: second.version })
    expect(discarded.json().state).toMatchObject({ draft: null, value })
    const nothing = await change('mails', '/publish', { version: discarded.json().state.version })
    expect([nothing.statusCode, nothing.json().code]).toEqual([409, 'settings_draft_missing'])
  })

  test('of two administrators is saved once', async () => {
    const { value, version } = await readGroup('orders')
    const save = (codOrderMaxItems: number) => change('orders', '', { version, value: { ...value, codOrderMaxItems } })
    const replies = await Promise.all([save(7), save(8)])
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    expect(replies.find(({ statusCode }) => statusCode === 409)?.json().code).toBe('settings_changed')
  })
})

describe('a publication', () => {
  test('at a time is made by a job, and not before', async () => {
    const { value, version } = await readGroup('colours')
    const { state } = (await change('colours', '', { version, value: { ...value, accent: 'indigo' } })).json()
    const at = new Date(Date.now() + 3_600_000).toISOString()
    const planned = await change('colours', '/publish', { version: state.version, at })
    expect(planned.json()).toMatchObject({ message: 'Publication planned', state: { publishAt: at, value: { accent: 'madder' } } })
    await runJob('publish-settings')
    expect((await readGroup('colours')).value).toMatchObject({ accent: 'madder' })
    await database
      .updateTable('settings')
      .set({ publish_at: new Date(Date.now() - 1_000) })
      .where('key', '=', 'colours')
      .execute()
    await runJob('publish-settings')
    expect(await readGroup('colours')).toMatchObject({
      value: { accent: 'indigo' },
      draft: null,
      publishAt: null,
      changedBy: expect.any(String),
    })
    const late = await change('colours', '/publish', { version: 0, at: new Date(Date.now() - 1_000).toISOString() })
    expect([late.statusCode, late.json().code]).toEqual([400, 'settings_publication_passed'])
  })

  test('that is planned is cancelled by a new draft, and by deleting the draft', async () => {
    const { value } = await readGroup('mails')
    const save = async (signature: string) => {
      const { version } = await readGroup('mails')
      return (await change('mails', '', { version, value: { ...value, signature } })).json().state.version
    }
    const plan = async (version: number) => {
      const planned = await change('mails', '/publish', { version, at: new Date(Date.now() + 3_600_000).toISOString() })
      expect(planned.json().state.publishAt).toEqual(expect.any(String))
      return planned.json().state.version
    }
    await plan(await save('One'))
    const version = await save('Two')
    expect(await readGroup('mails')).toMatchObject({ draft: { signature: 'Two' }, publishAt: null })
    await change('mails', '/discard', { version: await plan(version) })
    expect(await readGroup('mails')).toMatchObject({ draft: null, publishAt: null, value })
  })

  test('is taken back to what was shown before, and stands in the history', async () => {
    await publish('policies', { returnWindowDays: 10 })
    const { state } = (await publish('policies', { returnWindowDays: 14 })).json()
    const undone = (await change('policies', '/undo', { version: state.version })).json()
    expect(undone).toMatchObject({ message: 'Taken back', state: { value: { returnWindowDays: 10 } } })
    const { entries } = (await request('GET', '/settings/policies/history', { cookies })).json()
    expect(entries.map(({ kind, value }: { kind: string; value: { returnWindowDays: number } }) => [kind, value.returnWindowDays])).toEqual(
      [
        ['taken back', 10],
        ['published', 14],
        ['published', 10],
      ],
    )
    const stale = await change('policies', '/undo', { version: state.version })
    expect([stale.statusCode, stale.json().code]).toEqual([409, 'settings_changed'])
  })

  test('of a group that was never changed cannot be taken back', async () => {
    const reply = await change('front-page', '/undo', { version: 0 })
    expect([reply.statusCode, reply.json().code]).toEqual([409, 'settings_nothing_to_undo'])
  })

  test('of caps counts for the next order', async () => {
    const product = await createTestProduct({ database, stock: 50 })
    const order = () => request('POST', '/guest/cashondelivery', { body: buildGuestOrder([product, product]) })
    await publish('orders', { codOrderMaxItems: 1 })
    expect((await order()).json().code).toBe('cod_order_too_large')
    await publish('orders', { codOrderMaxItems: 30 })
    expect((await order()).statusCode).toBe(201)
  })
})

test('figures of policies are in pages, mails and the promise of the next order; greeting and signature in mails', async () => {
  const product = await createTestProduct({ database })
  const order = async () => (await request('POST', '/guest/cashondelivery', { body: buildGuestOrder([product]) })).json().order
  const before = await order()
  await publish('policies', { deliveryDays: [2, 3], returnWindowDays: 21, dispatchHours: [12, 24] })
  await publish('mails', { greeting: 'Namaste,', signature: 'Asha\nfrom the workshop' })
  expect((await app.inject('/returnPolicy')).body).toContain('21 days')
  // Late in the evening in London it is the next day in India.
  await database
    .updateTable('settings_history')
    .set({ changed_at: new Date('2099-03-04T20:00:00Z') })
    .where('key', '=', 'policies')
    .execute()
  await publish('mails', { greeting: 'Namaste,' })
  expect((await app.inject('/returnPolicy')).body).toContain('dateTime="2099-03-05"')
  expect((await app.inject('/term')).body).toContain('2 to 3 days')
  expect((await app.inject('/buy')).body).toContain('Return it within 21 days')
  await collectMails(shop)
  const after = await order()
  const [mail] = await collectMails(shop)
  expect(mail?.text).toContain('Expect it 2 to 3 days after placing your order.')
  expect(mail?.text).toMatch(/Namaste,[\s\S]*Asha\nfrom the workshop/)
  expect(mail?.html).toContain('Namaste,')
  // An order keeps what was promised.
  const rows = await database.selectFrom('orders').select(['id', 'delivery_days']).where('id', 'in', [before._id, after._id]).execute()
  expect(rows.find(({ id }) => id === after._id)?.delivery_days).toBe(3)
  expect(rows.find(({ id }) => id === before._id)?.delivery_days).toBe(7)
})

test.each([
  ['shop', 'name', '', 'Name is required.'],
  ['shop', 'name', 'x'.repeat(61), 'Name is too long.'],
  ['shop', 'name', 'Loom\r\nBcc: x@y.example', 'Name must be one line.'],
  ['mails', 'signature', 'Asha\u0000', 'Signature must not contain control characters.'],
  ['shop', 'email', 'nobody', 'Email must look like name@example.com.'],
  ['shop', 'gstin', '27AAPFU0939F1ZW', 'This is not a GSTIN: it has 15 characters, such as 27AAPFU0939F1ZV.'],
  ['shop', 'socialUrl', 'javascript:alert(1)', 'Instagram or other page must be an address such as https://example.com/shop.'],
  ['shop', 'googleTag', '<meta name="x">', 'Enter only the code of Google, without the tag around it.'],
  ['shop', 'logo', '/images/x/800.jpeg', 'Upload a picture.'],
  ['policies', 'returnWindowDays', 6, 'Return window must be a whole number from 7 to 90.'],
  ['policies', 'deliveryDays', [7, 5], 'Delivery: the first number must not be larger than the second.'],
  ['orders', 'codOrderMaxRupees', 0.5, 'Amount of an order must be a whole number from 1 to 10,00,00,000.'],
  ['front-page', 'headline', [], 'Enter at least one line.'],
  ['front-page', 'text', '[x](javascript:alert(1))', 'A link is a path such as /buy?category=TEE or an address that begins with https://.'],
  ['colours', 'accent', 'yellow', 'Choose a colour of the list.'],
])('%s.%s = %j is refused with a sentence', async (group, field, value, text) => {
  const state = await readGroup(group)
  const reply = await change(group, '', { version: state.version, value: { ...state.value, [field]: value } })
  expect([reply.statusCode, reply.json().fields]).toEqual([400, { [field]: text }])
})

test('fields that a group does not have are left out, and a group that does not exist is refused', async () => {
  const { value, version } = await readGroup('mails')
  const reply = await change('mails', '', { version, value: { ...value, __proto__: { a: 1 }, script: '<script>' } })
  expect(reply.json().state.draft).toEqual(value)
  expect((await change('constructor', '', { version: 0, value: {} })).statusCode).toBe(400)
})

test('a stored value of an older version gets the fields that are new, and one that does not fit counts as the default', async () => {
  const { value } = await readGroup('shop')
  const { gstin: _, ...older } = value as Record<string, unknown>
  await database
    .updateTable('settings')
    .set({ value: JSON.stringify({ ...older, name: 'Older' }) })
    .where('key', '=', 'shop')
    .execute()
  expect((await readGroup('shop')).value).toMatchObject({ name: 'Older', gstin: '' })
  await database
    .updateTable('settings')
    .set({ value: JSON.stringify({ name: 7 }) })
    .where('key', '=', 'shop')
    .execute()
  expect((await readGroup('shop')).value).toMatchObject({ name: 'Environment' })
})

describe('a preview', () => {
  test('shows drafts to who has its link, is not cached and changes nothing for others', async () => {
    const { value, version } = await readGroup('front-page')
    await change('front-page', '', { version, value: { ...value, headline: ['Lights, colour', 'and kurtas.'] } })
    const { href } = (await request('POST', '/settings/preview', { cookies })).json()
    const preview = await app.inject({ url: href })
    expect(preview.body).toContain('and kurtas.')
    expect(preview.headers).toMatchObject({ 'cache-control': 'private, no-store', 'x-robots-tag': expect.stringContaining('noindex') })
    for (const url of ['/buy', '/buy?preview=1', `${href}x`, href.replace('preview=1', 'preview=2')])
      expect((await app.inject({ url })).body, url).not.toContain('and kurtas.')
  })
})
