import { once } from 'node:events'
import { createServer, IncomingMessage } from 'node:http'
import { type AddressInfo, Socket } from 'node:net'
import { expect, test } from 'vitest'
import { createProfileFetcher } from './fetch-agent-profile.ts'

interface Answer {
  readonly addresses?: readonly string[]
  readonly status?: number
  readonly text?: string
}

/** Reads a profile from a host that answers so. */
async function read(url: string, { addresses = ['8.8.8.8'], status = 200, text = '{}' }: Answer = {}) {
  const connected: string[] = []
  const fetchProfile = createProfileFetcher({
    resolve: async () => addresses,
    send: async ({ address }) => {
      connected.push(address)
      const response = new IncomingMessage(new Socket())
      response.statusCode = status
      response.headers.location = 'https://10.0.0.7/'
      response.push(text)
      response.push(null)
      return response
    },
  })
  return { text: await fetchProfile(url), connected }
}

const url = 'https://agent.example/profile.json'

test('a profile of a public server is read from the address that was checked', async () => {
  expect(await read(url)).toEqual({ text: '{}', connected: ['8.8.8.8'] })
})

test.each([
  ['a private address', url, { addresses: ['10.0.0.1'] }],
  ['an address of the machine itself', url, { addresses: ['8.8.8.8', '127.0.0.1'] }],
  ['an address of a cloud service', 'https://169.254.169.254/profile', {}],
  ['an IPv6 address that stands for a private one', 'https://[::ffff:10.0.0.1]/', {}],
  ['an unknown host', url, { addresses: [] }],
  ['another port', 'https://agent.example:8443/profile.json', {}],
  ['no https', 'http://agent.example/profile.json', {}],
])('nothing is sent to %s', async (_case, profileUrl, answer) => {
  expect(await read(profileUrl, answer)).toEqual({ text: undefined, connected: [] })
})

test('a redirect is not followed, and a text without end is not read', async () => {
  expect(await read(url, { status: 302 })).toEqual({ text: undefined, connected: ['8.8.8.8'] })
  expect((await read(url, { text: 'x'.repeat(256 * 1024 + 1) })).text).toBeUndefined()
})

test('a shop for tests reads a profile on its own machine, and still nothing else that is not public', async () => {
  const server = createServer((request, response) => {
    if (request.url === '/profile.json') response.end('{}')
    else response.writeHead(302, { location: '/profile.json' }).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const local = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const fetchLocal = createProfileFetcher({ allowsLocal: true, resolve: async () => ['127.0.0.1'] })
  const texts = [
    await fetchLocal(`http://${local}/profile.json`),
    await fetchLocal(`http://${local}/moved`),
    await fetchLocal(url),
    await fetchLocal('http://10.0.0.1/profile.json'),
    await createProfileFetcher()(`http://${local}/profile.json`),
  ]
  server.close()
  expect(texts).toEqual(['{}', undefined, undefined, undefined, undefined])
})
