import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import type { Administrator, StaffSet } from '#contract/accounts/staff.ts'
import type { User } from '#contract/accounts/users.ts'
import { type Right, rights } from '#contract/kernel/rights.ts'
import { useSession } from '../../../session/session.ts'
import type { Route } from './+types/staff'
import Staff from './staff.tsx'

const buildSet = (key: StaffSet['key'], title: string, given: readonly Right[]): StaffSet => ({
  key,
  title,
  rights: [...given],
  needsSecondFactor: false,
  masksPhones: false,
  version: 1,
})
const sets = [
  buildSet('owner', 'Owner', rights),
  buildSet('packer', 'Packer', ['orders']),
  buildSet('accountant', 'Accountant', ['reports']),
]
const person = (name: string, set: Administrator['set']): Administrator => ({
  _id: name,
  name,
  set,
  isDisabled: false,
  lastSeenAt: null,
  hasSecondFactor: false,
})
const list = { administrators: [person('ASHA', 'owner'), person('RAVI', 'packer')], sets, invitations: [], total: 2, totalPages: 1 }

const initial = useSession.getState()
afterEach(() => useSession.setState(initial, true))

function open(own: readonly Right[], loaded: object = { list, error: undefined }) {
  useSession.setState({ user: { role: 'admin', rights: own } as User })
  const props = { loaderData: { filters: {}, page: 1, ...loaded } } as unknown as Route.ComponentProps
  render(<RouterProvider router={createMemoryRouter([{ path: '*', element: <Staff {...props} /> }])} />)
}

const user = userEvent.setup()
const listChoices = async (dialog: string) => {
  const field = within(await screen.findByRole('dialog', { name: dialog })).getByLabelText(/^Set of rights/)
  return within(field)
    .getAllByRole('option')
    .map(({ textContent }) => textContent)
}

test('an owner changes owners and gives each set', async () => {
  open(rights)
  screen.getByRole('button', { name: 'Change ASHA' })
  await user.click(screen.getByRole('button', { name: 'Invite an administrator' }))
  expect(await listChoices('Invite an administrator')).toEqual(['Owner', 'Packer', 'Accountant'])
})

test('others change no owners, and give sets without rights that they lack', async () => {
  open(['staff', 'orders'])
  expect(screen.queryByRole('button', { name: 'Change ASHA' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Change RAVI' }))
  expect(await listChoices('Change RAVI')).toEqual(['Packer'])
})

test('a right that somebody lacks can be taken from a set, but not added to one', async () => {
  open(['staff', 'orders'])
  await user.click(screen.getByRole('button', { name: 'Change Accountant' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Change Accountant' }))
  expect(dialog.getAllByRole('combobox').map((field) => field.getAttribute('name'))).toEqual([
    'orders',
    'reports',
    'staff',
    'needsSecondFactor',
    'masksPhones',
  ])
})

test('who opens the screen by its address without the right sees only the reason', () => {
  const error = 'Your account does not have the right “Staff”. Ask an owner: ASHA.'
  open(['orders'], { list: undefined, error })
  screen.getByText(error)
  expect(screen.queryByRole('button', { name: 'Invite an administrator' })).toBeNull()
})
