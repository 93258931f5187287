import { createBrotliDecompress, createGunzip } from 'node:zlib'
import compress from '@fastify/compress'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { createCsvStream } from '../csv/write-csv.ts'
import { compression } from './compression.ts'

const decoders = { br: createBrotliDecompress, gzip: createGunzip }

test.each(['br', 'gzip'] as const)('a file in parts that is compressed with %s begins before its second part is read', async (encoding) => {
  const second = Promise.withResolvers<void>()
  async function* readParts() {
    yield [['first row']]
    await second.promise
    yield [['second row']]
  }
  const app = fastify()
  await app.register(compress, compression)
  app.get('/', (_request, reply) => reply.type('text/csv').send(createCsvStream({ columns: ['Name'], parts: readParts() })))
  const reply = await app.inject({ url: '/', headers: { 'accept-encoding': encoding }, payloadAsStream: true })
  expect(reply.headers['content-encoding']).toBe(encoding)
  let text = ''
  for await (const chunk of reply.stream().pipe(decoders[encoding]())) {
    text += chunk
    // Without this the second part would never be there.
    if (text.includes('first row')) second.resolve()
  }
  expect(text.slice(1)).toBe('Name\r\nfirst row\r\nsecond row\r\n')
  await app.close()
})
