import { expect, test } from 'vitest'
import { readAgent } from './read-agent.ts'

test.each([
  'profile="https://agent.example/profile.json"',
  'version="2026-04-08", profile="https://agent.example/profile.json"',
  'profile="https://AGENT.example:443/profile.json";v=1',
])('an agent is known by its profile: %s', (header) => {
  expect(readAgent(header)).toEqual({ profileUrl: 'https://agent.example/profile.json', name: 'agent.example' })
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
])('a request without an https profile is refused: %s', (header) => {
  expect(() => readAgent(header)).toThrow(expect.objectContaining({ code: 'invalid_profile_url', status: 400 }))
})
