import fc from 'fast-check'
import { expect, test } from 'vitest'
import { apiBase } from '#contract/api.ts'
import type { CallName } from '#contract/contract.ts'
import { contract } from '#contract/contract.ts'
import { type Endpoint, resolveCall, type Who } from '#contract/kernel/endpoint.ts'
import { createTestProduct } from '#testing/factories.ts'
import { validFromSchema } from '#testing/fuzz/from-schema.ts'
import { listSizedFields, setField } from '#testing/fuzz/text-fields.ts'
import { buildMultipartForm } from '#testing/pictures.ts'
import { signInAdministrator, signInShopper } from '#testing/shoppers.ts'
import { createTestApp } from '#testing/test-app.ts'

const { app, request, database } = await createTestApp({ environment: { LOG_LEVEL: 'fatal' } })
const shopper = await signInShopper({ request })
const administrator = await signInAdministrator({ request, database })
const tee = await createTestProduct({ database })
const cookiesOf: Record<Who, Record<string, string>> = { anyone: {}, user: shopper.cookies, admin: administrator.cookies }

const calls: Readonly<Record<CallName, Endpoint>> = contract
const names = Object.keys(calls) as CallName[]
const parts = ['params', 'query', 'headers', 'body'] as const

test.each(names)('every text and list that %s takes has a maximum', (name) => {
  const unlimited = parts.flatMap((part) => {
    const schema = calls[name][part]
    return schema ? listSizedFields(schema).flatMap((field) => (field.hasMaximum ? [] : [[part, ...field.path].join('.')])) : []
  })
  expect(unlimited).toEqual([])
})

const length = 40_000
/** Texts on which an expression that backtracks takes quadratic time or worse. */
const longTexts = ['a', ' ', '1', ',', '-', '₹', 'a ', '1,', 'a.', '<a '].map(
  (part) => `${part.repeat(Math.ceil(length / part.length)).slice(0, length - 1)}!`,
)

/** A reply takes a few milliseconds, work that grows with the square of the text some seconds. */
const maxCpuMs = 200

/** Processor time of a reply, at best of three: other threads of the process may work too. */
async function measure(send: () => Promise<{ statusCode: number; body: string }>) {
  let best = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < 3 && best > maxCpuMs; attempt++) {
    const start = process.threadCpuUsage()
    const { statusCode, body } = await send()
    // The shop of this test takes no online payments.
    if (!body.includes('card_payment_off')) expect(statusCode, body.slice(0, 300)).toBeLessThan(500)
    const { user, system } = process.threadCpuUsage(start)
    best = Math.min(best, (user + system) / 1_000)
  }
  return best
}

const withText = names.flatMap((name) => {
  const { body } = calls[name]
  const fields = body ? listSizedFields(body).filter(({ isText }) => isText) : []
  if (!body || fields.length === 0) return []
  const [valid] = fc.sample(validFromSchema({ schema: body, ids: [tee.id] }), { numRuns: 1, seed: 1 })
  return [{ name, fields, valid }]
})

/** A body may have 256 KiB. */
const maxTextBytes = 200_000

function divide<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size))
}

test.each(withText)(`$name answers in linear time to ${length / 1_000} KB in any of its texts`, async ({ name, fields, valid }) => {
  const { method, path, who } = resolveCall(calls[name])
  for (const text of longTexts) {
    for (const part of divide(fields, Math.floor(maxTextBytes / Buffer.byteLength(text)))) {
      const paths = part.map((field) => field.path)
      const sent = calls[name].form
        ? buildMultipartForm(Object.fromEntries(paths.map(([field = '']) => [field, text])))
        : {
            payload: JSON.stringify(paths.reduce((body, field) => setField(body, field, text), valid)),
            headers: { 'content-type': 'application/json' },
          }
      const cpuMs = await measure(() =>
        app.inject({
          ...sent,
          method: method as 'POST',
          url: apiBase + path.replace(/:\w+/g, tee.id),
          cookies: name.startsWith('log') ? {} : cookiesOf[who],
        }),
      )
      expect(cpuMs, `${text.slice(0, 10)} in ${paths.join(' ')}`).toBeLessThan(maxCpuMs)
    }
  }
})
