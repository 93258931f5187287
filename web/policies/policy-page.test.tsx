import { render, screen } from '@testing-library/react'
import { createRoutesStub } from 'react-router'
import { expect, test, vi } from 'vitest'
import type { Block } from '#contract/settings/rich-text.ts'
import { type FakeAnswer, fakeApi } from '../api/fake-api.ts'
import Shipping, { clientLoader } from './shipping.tsx'

vi.mock('../layout/store-config.ts', async () => {
  const { sampleStoreConfig } = await import('../api/fake-store-config.ts')
  return { useStoreConfig: () => sampleStoreConfig }
})

const ownText: Block[] = [{ kind: 'paragraph', content: ['We weave to ', { bold: 'order' }, '.'] }]

async function open(answer: FakeAnswer) {
  fakeApi({ 'GET /policies/:policy/text': () => answer })
  const Stub = createRoutesStub([{ path: '/', Component: Shipping as never, loader: (args) => clientLoader(args as never) }])
  const { container } = render(<Stub />)
  await screen.findByRole('heading', { level: 1 })
  return container.querySelector('article')?.textContent ?? ''
}

test('without a text of the owner, and when it cannot be loaded, a policy is that of the shop', async () => {
  const usual = await open({ text: [] })
  expect(usual).toMatch(/days/)
  document.body.replaceChildren()
  expect(await open('offline')).toBe(usual)
})

test('the text of the owner stands above the usual one, and is no HTML', async () => {
  const usual = await open({ text: [] })
  document.body.replaceChildren()
  expect(await open({ text: ownText })).toBe(`We weave to order.${usual}`)
  document.body.replaceChildren()
  expect(await open({ text: [{ kind: 'paragraph', content: ['<b>Bold</b>'] }] })).toContain('<b>Bold</b>')
})
