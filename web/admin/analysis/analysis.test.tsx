import { render, screen } from '@testing-library/react'
import { createRoutesStub } from 'react-router'
import { afterEach, beforeAll, expect, test } from 'vitest'
import type { User } from '#contract/accounts/users.ts'
import type { Right } from '#contract/kernel/rights.ts'
import { errorAnswer, fakeApi } from '../../api/fake-api.ts'
import { useSession } from '../../session/session.ts'
import Analysis, { clientLoader } from './analysis.tsx'

beforeAll(() => {
  // jsdom has no <search>.
  Object.defineProperty(HTMLUnknownElement.prototype, Symbol.toStringTag, { value: 'HTMLElement', configurable: true })
})

const initial = useSession.getState()
afterEach(() => useSession.setState(initial, true))

const reason = 'Ask an owner.'

function renderView({ view, rights }: { view: string; rights: readonly Right[] }) {
  useSession.setState({ user: { role: 'admin', rights } as unknown as User })
  const refused = () => errorAnswer({ status: 403, message: reason })
  fakeApi({
    'GET /figures/:figure': refused,
    'GET /order/admin/daily': refused,
    'GET /track/:figure': refused,
    'GET /figures/money/:list': refused,
    'GET /settlements': refused,
  } as Parameters<typeof fakeApi>[0])
  const Stub = createRoutesStub([
    { path: '/', loader: (args) => clientLoader(args as Parameters<typeof clientLoader>[0]), Component: Analysis as never },
  ])
  render(<Stub initialEntries={[`/?view=${view}`]} />)
}

test.each([
  ...['', 'today', 'products', 'deliveries', 'funnel', 'buyers', 'codes', 'sources', 'sew', 'profit', 'expenses', 'unsold'].map(
    (view) => [view, ['orders', 'money']] as const,
  ),
  ...['money', 'money&place=owed', 'settlements', 'settlements&import=file'].map((view) => [view, ['orders', 'reports']] as const),
])('the address of “%s” shows to others than those with its right only why', async (view, rights) => {
  renderView({ view, rights })
  await screen.findByRole('heading', { level: 1 })
  expect(screen.getByRole('alert').textContent).toMatch(view.includes('import') ? /^An owner of the shop can give/ : reason)
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Try again'])
  expect(screen.queryByRole('combobox')).toBeNull()
  expect(screen.queryByRole('navigation', { name: 'Period' })).toBeNull()
})
