import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import GuestOrderPlaced from './guest-order-placed.tsx'

const Page = GuestOrderPlaced as unknown as () => ReactNode

test('the page from the server has its heading, and another way to the order without JavaScript', () => {
  const Stub = createRoutesStub([{ path: '/order-placed', Component: Page }])
  const html = renderToString(<Stub initialEntries={['/order-placed?number=7K3M-9QXT']} />)
  expect(html).toMatch(/<h1[^>]*>Your order<\/h1>/)
  expect(html).toContain('href="/order-tracking"')
})
