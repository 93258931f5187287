import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { fakeApi } from '../../../api/fake-api.ts'
import { FeedFiles } from './feed-files.tsx'

test('the files of the feeds are listed, and written again on request', async () => {
  const files = [{ path: '/feeds/google.xml', items: 1, writtenAt: '2026-11-23T04:05:00.000Z' }]
  const received = fakeApi({
    'GET /products/feeds': () => ({ files }),
    'POST /products/feeds': () => ({ message: 'The feeds are written within a few minutes' }),
  })
  render(<FeedFiles />)
  expect((await screen.findByRole('link', { name: '/feeds/google.xml' })).getAttribute('href')).toBe('/feeds/google.xml')
  screen.getByText(/^1 size, 23 Nov/)
  await userEvent.click(screen.getByRole('button', { name: 'Write them now' }))
  await screen.findByText('The feeds are written within a few minutes')
  expect(received.map(({ path }) => path)).toEqual(['/products/feeds', '/products/feeds'])
})

test('before the first run there is none', async () => {
  fakeApi({ 'GET /products/feeds': () => ({ files: [] }) })
  render(<FeedFiles />)
  await screen.findByText('They have not been written yet.')
})
