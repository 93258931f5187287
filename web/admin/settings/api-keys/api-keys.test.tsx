import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createRoutesStub } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import type { ApiKey } from '#contract/accounts/api-keys.ts'
import type { User } from '#contract/accounts/users.ts'
import { errorAnswer, fakeApi } from '../../../api/fake-api.ts'
import { setUser } from '../../../session/session.ts'
import ApiKeys from './api-keys.tsx'

vi.mock('../../../ui/toast.ts', () => ({ showToast: vi.fn() }))
afterEach(() => setUser(null))

const key: ApiKey = {
  _id: 'k1',
  name: 'Stock sheet',
  rights: ['products'],
  end: 'x9Zk',
  createdAt: '2026-11-27T10:00:00Z',
  createdBy: 'Meera',
  expiresAt: null,
  lastUsedAt: null,
  state: 'valid',
}

const Nothing = () => null

async function open(answers: Parameters<typeof fakeApi>[0]) {
  const received = fakeApi(answers)
  const loader = async () => ({ list: { keys: [key], totalPages: 1 }, page: 1, filters: {}, error: undefined })
  const path = '/AdminDashboardWrapper/settings/api-keys'
  const Stub = createRoutesStub([{ path, Component: ApiKeys as never, loader, HydrateFallback: Nothing }])
  render(<Stub initialEntries={[path]} />)
  await screen.findByRole('heading', { name: 'API keys' })
  return received
}

test('a key is made with the chosen rights, and shown until it is stored', async () => {
  const received = await open({ 'POST /api-keys': () => ({ message: 'Made', key, secret: 'shopkey_secret' }) })
  await userEvent.click(screen.getByRole('button', { name: 'Make a key' }))
  await userEvent.type(screen.getByRole('textbox', { name: /^Name/ }), 'Stock sheet')
  await userEvent.click(screen.getByRole('checkbox', { name: /^Orders/ }))
  await userEvent.click(screen.getByRole('checkbox', { name: /^Products/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Make the key' }))
  expect(await screen.findByText('shopkey_secret')).toBeDefined()
  expect(received[0]?.body).toEqual({ name: 'Stock sheet', rights: ['orders', 'products'], term: '365' })
  expect(document.activeElement?.textContent).toBe('The new key')
  await userEvent.click(screen.getByRole('button', { name: 'I have stored it' }))
  expect(screen.queryByText('shopkey_secret')).toBeNull()
})

test('an administrator can give only rights of their own, and is told what is missing', async () => {
  setUser({ _id: 'u1', name: 'meera', role: 'admin', rights: ['products', 'staff'] } as unknown as User)
  const fields = { rights: 'Choose what the program may do.' }
  await open({ 'POST /api-keys': () => errorAnswer({ status: 400, message: 'Please check the marked fields.', fields }) })
  await userEvent.click(screen.getByRole('button', { name: 'Make a key' }))
  expect(screen.getAllByRole('checkbox')).toHaveLength(1)
  await userEvent.type(screen.getByRole('textbox', { name: /^Name/ }), 'Sheet')
  await userEvent.click(screen.getByRole('button', { name: 'Make the key' }))
  expect(await screen.findByText(fields.rights)).toBeDefined()
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Name/ }).value).toBe('Sheet')
})

test('a key is revoked after a question', async () => {
  const received = await open({ 'DELETE /api-keys/:id': () => ({ message: 'The key Stock sheet is revoked.' }) })
  await userEvent.click(screen.getByRole('button', { name: 'Revoke the key Stock sheet' }))
  expect(received).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Revoke' }))
  expect(await screen.findByText('The key Stock sheet is revoked.')).toBeDefined()
})
