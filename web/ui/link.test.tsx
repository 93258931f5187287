import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter, Link as RouterLink, type To } from 'react-router'
import { expect, test } from 'vitest'
import { ServerLink } from './link.tsx'

/** The attributes of a rendered link, whatever their order. */
function readAttributes(link: typeof RouterLink | typeof ServerLink, to: To): string[] {
  const Link = link
  const html = renderToStaticMarkup(
    <MemoryRouter initialEntries={['/buy/2?size=M']}>
      <Link to={to} className="link" aria-current="page" preventScrollReset replace state={{ a: 1 }} prefetch="none" onClick={() => {}}>
        Tees
      </Link>
    </MemoryRouter>,
  )
  return (html.match(/ [\w-]+="[^"]*"|>.*/g) ?? []).sort()
}

test.each<To>([
  '/buy',
  '/product/01a21719-bfa3-7a86-b60c-fb5f03083b7f/three-earths-hoodie-pack',
  '/buy?category=TEE&size=M&colour=Deep+red',
  '/buy?q=50%25',
  '/',
  '/buy/../login',
  '/buy//2',
  '/buy/',
  '/buy#listing',
  '#listing',
  '?size=L',
  '..',
  'login',
  '//example.com/buy',
  'https://example.com/',
  { pathname: '/buy', search: '?size=L' },
])('the server writes a link to %o as the router does', (to) => {
  expect(readAttributes(ServerLink, to)).toEqual(readAttributes(RouterLink, to))
})
