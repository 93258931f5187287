import { expect, test } from 'vitest'
import { captureQueries } from '#testing/count-queries.ts'
import { createTestProduct } from '#testing/factories.ts'
import { signInShopper } from '#testing/shoppers.ts'
import { createTestApp } from '#testing/test-app.ts'

const { request, database } = await createTestApp()

const shoppers = await Promise.all(
  Array.from({ length: 12 }, async (_, place) => {
    const shopper = await signInShopper({ request })
    const product = await createTestProduct({ database, name: `Piece of shopper ${place}` })
    return { ...shopper, product }
  }),
)

const strangers: Record<string, string>[] = [{}, { sid: 'nobody' }, { sid: 'x'.repeat(43) }]

test('who asks at the same moment as others is taken for nobody else', async () => {
  const everybody = [...shoppers.map(({ cookies }) => cookies), ...strangers]
  const answers = await Promise.all(everybody.map((cookies) => request('GET', '/users/loggedinuser', { cookies })))
  const names = answers.map((answer) => answer.json<{ name?: string }>().name)
  expect(names).toEqual([...shoppers.map(({ name }) => name), ...strangers.map(() => undefined)])
})

test('who fills a cart at the same moment as others gets their own', async () => {
  const answers = await Promise.all(
    shoppers.flatMap(({ cookies, product }) =>
      ['M', 'L'].map((size) => request('POST', '/cart/add', { cookies, body: { product: product.id, size, quantity: 1 } })),
    ),
  )
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200))
  const carts = await Promise.all([...shoppers, ...shoppers].map(({ cookies }) => request('GET', '/cart', { cookies })))
  const names = carts.map((cart) => cart.json<{ cart: { product: { name: string } }[] }>().cart.map(({ product }) => product.name))
  expect(names).toEqual([...shoppers, ...shoppers].map(({ product: { name } }) => [name, name]))
})

test('many who ask at the same moment are found by a few statements', async () => {
  const statements = await captureQueries(async () => {
    await Promise.all(shoppers.map(({ cookies }) => request('GET', '/users/loggedinuser', { cookies })))
  })
  const finding = statements.filter((text) => text.includes('from sessions'))
  expect(finding.length).toBeGreaterThan(0)
  expect(finding.length).toBeLessThan(shoppers.length / 2)
})
