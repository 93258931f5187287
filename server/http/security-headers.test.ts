import fastify from 'fastify'
import { expect, test } from 'vitest'
import { addPageSecurityHeaders, allowCheckout, allowWebAssembly } from './security-headers.ts'

const hosts = { 'script-src': ['https://pay.example'], 'frame-src': ['https://pay.example', 'https://bank.example'] }

test('the checkout page allows the hosts of the payment provider beside its own, other pages do not', async () => {
  const app = fastify()
  await addPageSecurityHeaders(app, { secure: false, development: false })
  app.get('/', (_request, reply) => reply.send())
  app.get('/order', (_request, reply) => {
    allowCheckout({ reply, nonce: 'abc', hosts, development: false })
    return reply.send()
  })
  const readPolicy = async (url: string) => String((await app.inject(url)).headers['content-security-policy']).split(';')
  expect(await readPolicy('/order')).toEqual(
    expect.arrayContaining([
      "script-src 'self' 'nonce-abc' https://pay.example",
      "frame-src 'self' https://pay.example https://bank.example",
      "connect-src 'self'",
    ]),
  )
  expect((await readPolicy('/')).join()).not.toContain('pay.example')
})

test('the file of a worker allows WebAssembly, pages do not, and neither allows code from text', async () => {
  const app = fastify()
  await addPageSecurityHeaders(app, { secure: false, development: false })
  app.get('/', (_request, reply) => reply.send())
  app.get('/worker.js', (_request, reply) => {
    allowWebAssembly(reply)
    return reply.send()
  })
  const readScripts = async (url: string) =>
    /script-src ([^;]*)/.exec(String((await app.inject(url)).headers['content-security-policy']))?.[1]
  expect(await readScripts('/worker.js')).toBe("'self' 'wasm-unsafe-eval'")
  expect(await readScripts('/')).not.toContain('unsafe')
})
