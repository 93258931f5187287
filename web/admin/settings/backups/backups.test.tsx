import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createRoutesStub } from 'react-router'
import { expect, test, vi } from 'vitest'
import type { CallReply } from '#contract/contract.ts'
import { fakeApi } from '../../../api/fake-api.ts'
import BackupsPage from './backups.tsx'

vi.mock('../../../ui/toast.ts', () => ({ showToast: vi.fn() }))

const usual: CallReply<'GET /backups'> = {
  place: '/srv/shop/backups',
  isBucket: false,
  isNightly: true,
  backups: [{ _id: 'auto-2026-11-27T21-05-00.tar.gz', bytes: 12_345_678, madeAt: '2026-11-27T21:05:00Z' }],
  listError: null,
  lastAt: '2026-11-27T21:05:00Z',
  failure: null,
  requestedAt: null,
}

const Nothing = () => null

async function open(change: Partial<CallReply<'GET /backups'>> = {}) {
  let list = { ...usual, ...change }
  const received = fakeApi({
    'POST /backups': () => {
      list = { ...list, requestedAt: '2026-11-28T10:00:00Z' }
      return { message: 'The backup is written in the background.' }
    },
  })
  const loader = async () => ({ list: { ...list, totalPages: 1 }, page: 1, filters: {}, error: undefined })
  const path = '/AdminDashboardWrapper/settings/backups'
  const Stub = createRoutesStub([{ path, Component: BackupsPage as never, loader, HydrateFallback: Nothing }])
  render(<Stub initialEntries={[path]} />)
  await screen.findByRole('heading', { name: 'Backups' })
  return received
}

test('backups have their time in India and their size', async () => {
  await open()
  expect(screen.getByRole('row', { name: /28 Nov 2026, 02:35.*11\.8 MB/ })).toBeDefined()
  expect(screen.getByText(/The last one was written on 28 Nov 2026, 02:35\. They are in/)).toBeDefined()
})

test('a failure of the backup and one of the list are alerts', async () => {
  await open({ failure: { at: '2026-11-28T21:05:00Z', message: 'There is too little space.' }, listError: 'The bucket is away.' })
  expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([
    'The backup of 29 Nov 2026, 02:35 failed. There is too little space.',
    'The backups cannot be listed. The bucket is away.',
  ])
})

test('a requested backup is not requested again while it is written', async () => {
  const received = await open()
  await userEvent.click(screen.getByRole('button', { name: 'Back up now' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Backing up…' }))
  expect(received.map(({ route }) => route)).toEqual(['POST /backups'])
  expect(screen.getByText('The backup is written in the background.')).toBeDefined()
})
