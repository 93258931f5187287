import { expect, test } from 'vitest'
import { readProfileUrl, toAgent } from './read-agent.ts'

const readAgent = ({ header, allowsLocal = false }: { header: string | undefined; allowsLocal?: boolean }) =>
  toAgent({ profileUrl: readProfileUrl(header), allowsLocal })

test.each([
  'profile="https://agent.example/profile.json"',
  'version="2026-04-08", profile="https://agent.example/profile.json"',
  'profile="https://AGENT.example:443/profile.json";v=1',
])('an agent is known by its profile: %s', (header) => {
  expect(readAgent({ header })).toEqual({ profileUrl: 'https://agent.example/profile.json', name: 'agent.example' })
})

test.each([
  undefined,
  '',
  'https://agent.example/profile.json',
  'profile=https://agent.example',
  'profile="http://agent.example/"',
  'profile="https://name:pin@agent.example/"',
  'profile="javascript:alert(1)"',
  'myprofile="https://agent.example/"',
  `profile="https://agent.example/${'a'.repeat(500)}"`,
  'profile="http://127.0.0.1:4010/"',
])('a request without an https profile is refused: %s', (header) => {
  expect(() => readAgent({ header })).toThrow(expect.objectContaining({ code: 'invalid_profile_url', status: 400 }))
})

test('a shop for tests also accepts a profile on its own machine, and no other one without https', () => {
  const read = (profile: string) => () => readAgent({ header: `profile="${profile}"`, allowsLocal: true })
  expect(read('http://127.0.0.1:4010/profile.json')()).toEqual({ profileUrl: 'http://127.0.0.1:4010/profile.json', name: '127.0.0.1:4010' })
  for (const profile of [
    'http://127.0.0.2/',
    'http://localhost/',
    'http://127.0.0.1.agent.example/',
    'http://a:b@127.0.0.1/',
    'ftp://127.0.0.1/',
  ])
    expect(read(profile)).toThrow(expect.objectContaining({ code: 'invalid_profile_url' }))
})
