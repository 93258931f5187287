import { render, screen } from '@testing-library/react'
import { createRoutesStub } from 'react-router'
import { expect, test, vi } from 'vitest'
import { fakeApi } from '../api/fake-api.ts'
import Cancellation, { clientLoader } from './cancellation.tsx'

vi.mock('../layout/store-config.ts', async () => {
  const { policy } = await import('#contract/kernel/limits/policy-numbers.ts')
  return { useStoreConfig: () => ({ policies: policy }) }
})

async function open(answer: object | 'offline') {
  fakeApi({ 'GET /pins': () => answer, 'GET /policies/:policy/text': () => ({ text: [] }) })
  const Stub = createRoutesStub([{ path: '/', Component: Cancellation as never, loader: (args) => clientLoader(args as never) }])
  render(<Stub />)
  await screen.findByRole('heading', { level: 1, name: 'Cancellation Policy' })
  return document.body.textContent
}

test('a shop without advances does not name them', async () => {
  expect(await open({ asksAdvance: false })).not.toMatch(/advance/i)
})

test.each([{ asksAdvance: true }, 'offline'] as const)('a shop that asks for advances says what becomes of them: %j', async (answer) => {
  const text = await open(answer)
  expect(text).toContain('If you paid an advance for one, we refund the advance.')
  expect(text).toContain('If we asked for an advance, we refund it then.')
})
