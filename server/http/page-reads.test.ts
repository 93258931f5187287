import { expect, test } from 'vitest'
import { createTestProduct } from '#testing/factories.ts'
import { createTestApp } from '#testing/test-app.ts'
import { readSettings } from '../settings.ts'
import { createSsr } from './ssr.ts'

const environment = { LIMITS_FACTOR: '0.001' }
const site = createSsr({ settings: readSettings(environment), checkoutScript: null, development: false })
const { app, request, database } = await createTestApp({ environment, site })

test('what pages ask counts against the same budget as what the API is asked', async () => {
  const { id, name } = await createTestProduct({ database })
  const openPage = async () => {
    const { statusCode, body } = await app.inject({ url: `/product/${id}`, headers: { accept: 'text/html' } })
    return [statusCode, body.includes(name)]
  }
  expect([await openPage(), await openPage(), await openPage()]).toEqual([
    [200, true],
    [200, true],
    [429, false],
  ])
  expect((await request('GET', `/products/${id}`)).statusCode).toBe(429)
})
