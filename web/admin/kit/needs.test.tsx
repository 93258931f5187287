import { act, render, screen, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import type { User } from '#contract/accounts/users.ts'
import type { Right } from '#contract/kernel/rights.ts'
import { useSession } from '../../session/session.ts'
import { OrderTabs, SettingTabs, UserTabs } from './admin-tabs.tsx'
import { DrawerLink } from './drawer-link.tsx'
import { backupsPath, customersPath, deskPath, importCustomersPath, ordersPath, redirectsPath, returnsPath } from './list-href.ts'
import { Needs } from './needs.tsx'
import { RowActions } from './row-actions.tsx'
import { findScreenRight } from './screen-rights.ts'
import { ScreenLink, SmallLink } from './small-button.tsx'

const initial = useSession.getState()
afterEach(() => useSession.setState(initial, true))

function show(element: React.ReactElement, rights: readonly Right[]) {
  useSession.setState({ user: { role: 'admin', rights } as User })
  render(<RouterProvider router={createMemoryRouter([{ path: '*', element }], { initialEntries: [deskPath] })} />)
}

test('what needs a right is shown to those who have it', () => {
  const element = (
    <Needs right="money" otherwise="It waits.">
      <button type="button">Pay back</button>
    </Needs>
  )
  show(element, ['orders'])
  expect(screen.getByText('It waits.')).toBeDefined()
  expect(screen.queryByRole('button')).toBeNull()
})

test('what is typed stays when the right is taken away, and a right that is given shows more', async () => {
  const element = (
    <Needs right="money" otherwise="It waits.">
      <input aria-label="Reference" />
    </Needs>
  )
  show(element, ['orders'])
  const give = (rights: readonly Right[]) => act(async () => useSession.setState({ user: { role: 'admin', rights } as User }))
  await give(['money'])
  const field = screen.getByLabelText<HTMLInputElement>('Reference')
  field.value = 'UTR 1'
  await give(['orders'])
  expect(screen.getByLabelText<HTMLInputElement>('Reference').value).toBe('UTR 1')
})

test('links to screens that may not be opened are a text or left out', () => {
  show(
    <>
      <DrawerLink list={customersPath} id="1">
        Open the customer
      </DrawerLink>
      <DrawerLink list={ordersPath} id="1">
        Open the order
      </DrawerLink>
      <DrawerLink id="1" right="money">
        Open the payment
      </DrawerLink>
      <SmallLink to={importCustomersPath}>Import customers</SmallLink>
      <ScreenLink to={`${returnsPath}?q=1`}>A return</ScreenLink>
      <ScreenLink to={redirectsPath} otherwise="old addresses">
        Old addresses
      </ScreenLink>
    </>,
    ['orders'],
  )
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Open the order', 'A return'])
  expect(screen.getByText('Open the customer')).toBeDefined()
  expect(screen.getByText('Open the payment')).toBeDefined()
  expect(screen.queryByText('Import customers')).toBeNull()
  expect(screen.getByText('old addresses')).toBeDefined()
})

test('a row that may not be edited can still be deleted', () => {
  show(<RowActions name="the webhook" edit={() => {}} editRight="exports" onDelete={() => {}} />, ['settings'])
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Delete'])
})

test('tabs lead to the screens of the rights, and Shop to the first of its screens', () => {
  show(
    <>
      <UserTabs />
      <OrderTabs />
      <SettingTabs />
    </>,
    ['exports'],
  )
  const shop = screen.getAllByRole<HTMLAnchorElement>('link', { name: 'Shop' })[0]
  expect(findScreenRight(shop?.pathname ?? '')).toBe('exports')
  expect(screen.queryByRole('link', { name: 'Customers' })).toBeNull()
})

test('the row of a group of settings has its screens that may be opened', () => {
  useSession.setState({ user: { role: 'admin', rights: ['settings', 'exports'] } as unknown as User })
  render(<RouterProvider router={createMemoryRouter([{ path: '*', element: <SettingTabs /> }], { initialEntries: [backupsPath] })} />)
  const listLinks = (name: string) => within(screen.getByRole('navigation', { name })).getAllByRole('link')
  expect(listLinks('Files').map(({ textContent }) => textContent)).toEqual(['Export', 'Import a shop', 'Backups'])
  const current = screen.getAllByRole('link', { current: 'page' })
  expect(current.map(({ textContent }) => textContent)).toEqual(['Shop', 'Files', 'Backups'])
  expect(screen.queryByRole('navigation', { name: 'Programs' })).toBeNull()
  expect(listLinks('Settings').map(({ textContent }) => textContent)).toContain('Programs')
})

test('the right of a screen is found without regard to case, parameters and the screens below it', () => {
  expect(findScreenRight(`${ordersPath.toLowerCase()}/2?q=x`)).toBe('orders')
  expect(findScreenRight(importCustomersPath)).toBe('customers')
  expect(findScreenRight('/AdminDashboardWrapper/second-factor')).toBeUndefined()
})
