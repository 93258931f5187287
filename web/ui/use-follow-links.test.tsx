import { fireEvent, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider, useLocation, useNavigationType } from 'react-router'
import { expect, test } from 'vitest'
import { useFollowLinks } from './use-follow-links.ts'

function Links() {
  const { pathname, search, state } = useLocation()
  const openLink = useFollowLinks({ state: { from: 'links' } })
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a stand-in for a list of links
    // biome-ignore lint/a11y/noStaticElementInteractions: a stand-in for a list of links
    <div onClick={openLink}>
      <a href="/buy?size=M">
        M <span>12</span>
      </a>
      text
      <output>{`${pathname}${search} ${(state as { from?: string } | null)?.from} ${useNavigationType()}`}</output>
    </div>
  )
}

const renderLinks = () => render(<RouterProvider router={createMemoryRouter([{ path: '*', element: <Links /> }])} />)

test('a press anywhere in a link opens it without loading the page', async () => {
  renderLinks()
  const isDefault = fireEvent.click(screen.getByText('12'))
  expect(isDefault).toBe(false)
  expect(await screen.findByText('/buy?size=M links PUSH')).toBeDefined()
})

test.each(['ctrlKey', 'metaKey', 'shiftKey', 'altKey'] as const)('a press with %s is left to the browser', (key) => {
  renderLinks()
  expect(fireEvent.click(screen.getByRole('link'), { [key]: true, cancelable: false })).toBe(true)
  expect(screen.getByText('/ undefined POP')).toBeDefined()
})

test('a press beside the links does nothing', () => {
  renderLinks()
  fireEvent.click(screen.getByText('text', { exact: false, selector: 'div' }))
  expect(screen.getByText('/ undefined POP')).toBeDefined()
})
