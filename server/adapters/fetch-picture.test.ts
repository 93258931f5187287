import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { createPictureFetcher } from './fetch-picture.ts'

const signal = new AbortController().signal

/** A server that answers each URL with what is given, and a fetcher that knows the addresses of its hosts. */
function setUp({ addresses = ['203.0.113.7'], replies = {} }: { addresses?: string[]; replies?: Record<string, object> } = {}) {
  const sent: string[] = []
  const fetchPicture = createPictureFetcher({
    resolve: async () => addresses,
    send: async ({ url, address }) => {
      sent.push(`${url.href} at ${address}`)
      const { body = 'picture', ...reply } = (replies[url.href] ?? {}) as { body?: string }
      return Object.assign(Readable.from([Buffer.from(body)]), { statusCode: 200, headers: {}, ...reply }) as unknown as IncomingMessage
    },
  })
  return { sent, load: (url: string) => fetchPicture(url, { signal }) }
}

test('a picture is loaded from the address that was checked', async () => {
  const { sent, load } = setUp({ addresses: ['8.8.8.8', '2001:4860:4860::8888'] })
  expect((await load('https://cdn.example/a.png')).toString()).toBe('picture')
  expect(sent).toEqual(['https://cdn.example/a.png at 8.8.8.8'])
})

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '255.255.255.255',
  '198.18.0.1',
  '::1',
  '::',
  'fe80::1',
  'fd00::1',
  'ff02::1',
  '::ffff:127.0.0.1',
  '::ffff:a00:1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
])('nothing is sent to %s, whatever its name is', async (address) => {
  const named = setUp({ addresses: ['8.8.8.8', address] })
  await expect(named.load('https://pictures.example/a.png')).rejects.toThrow('Its address is not on the public internet.')
  const literal = setUp()
  await expect(literal.load(`https://${address.includes(':') ? `[${address}]` : address}/a.png`)).rejects.toThrow(
    'not on the public internet',
  )
  expect([...named.sent, ...literal.sent]).toEqual([])
})

test.each([
  'https://0x7f000001/a.png',
  'https://2130706433/a.png',
  'https://127.1/a.png',
  'https://8.8.8.8:6379/',
  'https://user:pin@8.8.8.8/',
])('nothing is sent to %s', async (url) => {
  const { sent, load } = setUp()
  await expect(load(url)).rejects.toThrow('Its address is not on the public internet.')
  expect(sent).toEqual([])
})

test('redirects are checked like the first address, and followed three times', async () => {
  const to = (location: string) => ({ statusCode: 302, headers: { location } })
  const start = 'https://8.8.8.8/a.png'
  await expect(setUp({ replies: { [start]: to('https://169.254.169.254/latest') } }).load(start)).rejects.toThrow(
    'not on the public internet',
  )
  await expect(setUp({ replies: { [start]: to('http://8.8.4.4/a.png') } }).load(start)).rejects.toThrow('must begin with https://')
  const next = setUp({ replies: { [start]: to('/b.png') } })
  await next.load(start)
  expect(next.sent).toEqual(['https://8.8.8.8/a.png at 8.8.8.8', 'https://8.8.8.8/b.png at 8.8.8.8'])
  const endless = setUp({ replies: { [start]: to('/a.png') } })
  await expect(endless.load(start)).rejects.toThrow('It could not be loaded.')
  expect(endless.sent).toHaveLength(4)
})

test('answers that are too large or no success are reported', async () => {
  const url = 'https://8.8.8.8/a.png'
  const large = { headers: { 'content-length': String(26 * 1024 * 1024) } }
  await expect(setUp({ replies: { [url]: large } }).load(url)).rejects.toThrow('It has more than 25 MB.')
  const endless = { body: 'x'.repeat(26 * 1024 * 1024) }
  await expect(setUp({ replies: { [url]: endless } }).load(url)).rejects.toThrow('It has more than 25 MB.')
  await expect(setUp({ replies: { [url]: { statusCode: 404 } } }).load(url)).rejects.toThrow('The other server answered with status 404.')
})
