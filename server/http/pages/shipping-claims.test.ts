import { afterEach, beforeAll, expect, test } from 'vitest'
import { paise } from '#contract/kernel/money.ts'
import { publishPolicies } from '#testing/policies.ts'
import { createJobRunner } from '#testing/run-job.ts'
import { startShop } from '#testing/start-shop.ts'
import { onlineStore, productGroup, readStructuredData } from '#testing/structured-data-specification.ts'
import { parseSettings } from '../../kernel/settings.ts'
import { seedDemoProducts } from '../../seed.ts'
import { createSsr } from './ssr.ts'

const settings = { PUBLIC_URL: 'https://shop.example', DEMO: 'off' }
const testApp = await startShop({ environment: settings, ssr: createSsr({ settings: parseSettings(settings), development: false }) })
const { app, request, database, images, cookies } = testApp
await seedDemoProducts({ database, images })
const runJob = createJobRunner(testApp)

const free = { shippingChargeRupees: 0, freeShippingFromRupees: 0, codChargeRupees: 0, shippingByPin: 'off' } as const
const setPolicies = (change: Parameters<typeof publishPolicies>[0]['change']) =>
  publishPolicies({ request, cookies, change: { ...free, ...change } })
afterEach(() => setPolicies({}))

const paths = ['/', '/buy?category=TEE', '/homecart', '/term', '/ship', '/returnPolicy', '/cancel', '/help-center', '/site.webmanifest']
const products: { cheap: string; dear: string } = { cheap: '', dear: '' }
beforeAll(async () => {
  const find = async (comparison: '<' | '>=') => {
    const found = database.selectFrom('products').select('id').where('price_paise', comparison, paise(99_900))
    return (await found.executeTakeFirstOrThrow()).id
  }
  products.cheap = await find('<')
  products.dear = await find('>=')
  const { slug } = await database.selectFrom('collections').select('slug').executeTakeFirstOrThrow()
  paths.push(`/product/${products.cheap}`, `/collection/${slug}`)
})

const open = async (url: string) => (await app.inject({ url, headers: { host: 'shop.example' } })).body
/** Sentences of a page about free shipping, without what a script or an attribute has besides. */
const findClaims = (html: string) => html.match(/free (?:shipping|across india|delivery)[^<"”]*|shipping is free[^<"”]*/gi) ?? []

const rateOf = async (id: string) => {
  const [group] = readStructuredData(await open(`/product/${id}`))
  const { offers } = productGroup.parse(group).hasVariant[0] as { offers: { shippingDetails: { shippingRate: { value: string } } } }
  return offers.shippingDetails.shippingRate.value
}
const readFeed = async (kind: string) => {
  // Otherwise the job waits an hour before it writes a feed again.
  await database.deleteFrom('feeds').execute()
  await runJob('write-feeds')
  return open(`/feeds/${kind}`)
}

test('a shop that has changed nothing says on each page that shipping is free', async () => {
  expect(await open('/')).toContain('Free shipping on every order, anywhere in India')
  expect(await open('/term')).toContain('Shipping is free on every order, with no minimum spend, and there is no extra charge for cash')
  expect([await rateOf(products.cheap), await rateOf(products.dear)]).toEqual(['0', '0'])
})

test('a shop with a charge below ₹999 says nowhere that shipping is free below it', async () => {
  await setPolicies({ shippingChargeRupees: 79, freeShippingFromRupees: 999, codChargeRupees: 40 })
  for (const path of paths) {
    const claims = findClaims(await open(path))
    expect(
      claims.filter((claim) => !/^Free shipping\\?$|999/.test(claim)),
      path,
    ).toEqual([])
  }
  expect(await open('/')).toContain('Free shipping on orders of ₹999 or more, anywhere in India')
  expect(await open('/term')).toContain('Below that it costs ₹79 an order. Cash on delivery costs ₹40 an order.')
  expect(await open('/returnPolicy')).toContain('because they are wrong or faulty')
})

test('structured data and feeds have the charge of each product, and the shop the one of each amount', async () => {
  await setPolicies({ shippingChargeRupees: 79, freeShippingFromRupees: 999 })
  expect([await rateOf(products.cheap), await rateOf(products.dear)]).toEqual(['79', '0'])
  const [store] = readStructuredData(await open('/'))
  expect(onlineStore.parse(store)).toMatchObject({
    hasShippingService: {
      shippingConditions: [
        { orderValue: { minValue: 999 }, shippingRate: { value: '0' } },
        { orderValue: { maxValue: 998.99 }, shippingRate: { value: '79' } },
      ],
    },
  })
  const google = await readFeed('google.xml')
  const itemOf = (id: string) => google.split('<item>').find((item) => item.includes(id)) ?? ''
  expect(itemOf(products.cheap)).toContain('<g:country>IN</g:country><g:price>79.00 INR</g:price>')
  expect(itemOf(products.dear)).toContain('<g:country>IN</g:country><g:price>0.00 INR</g:price>')
  const meta = await readFeed('meta.csv')
  expect(
    meta
      .split('\n')
      .find((row) => row.includes(products.cheap))
      ?.trim(),
  ).toMatch(/IN:::79\.00 INR$/)
})

test('where the charge depends on the PIN code, structured data and feeds name none', async () => {
  await setPolicies({ shippingChargeRupees: 79, shippingByPin: 'on' })
  for (const path of paths) expect(findClaims(await open(path)), path).toEqual([])
  expect(await open(`/product/${products.cheap}`)).not.toContain('OfferShippingDetails')
  expect(await open('/')).not.toContain('ShippingService')
  expect((await readFeed('google.xml')).includes('<g:shipping>')).toBe(false)
  expect((await readFeed('meta.csv')).includes('IN:::')).toBe(false)
})
