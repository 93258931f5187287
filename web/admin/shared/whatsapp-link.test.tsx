import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Payout } from '#contract/payouts/payouts.ts'
import { buildPayoutColumns } from '../orders/returns/payout-columns.tsx'
import { WhatsappLink } from './whatsapp-link.tsx'

const config = vi.hoisted((): { storeName: string; whatsapp?: object } => ({ storeName: 'Asha' }))
vi.mock('../../layout/store-config.ts', () => ({ useStoreConfig: () => config }))
const whatsapp = { number: '9812345678', hours: '' }
beforeEach(() => void Object.assign(config, { whatsapp }))

const show = (phone: string, link?: string) =>
  render(<WhatsappLink phone={phone} link={link} describe={({ storeName, url }) => `${storeName} ${url}`} about="order A" />)
const readLink = () => {
  const link = screen.queryByRole<HTMLAnchorElement>('link', { name: /^WhatsApp about/ })
  return link && [new URL(link.href).pathname, new URL(link.href).searchParams.get('text')]
}

test('a message to a mobile has the address of the page', () => {
  show('+91 98765 43210', '/o/t')
  expect(readLink()).toEqual(['/919876543210', `Asha ${location.origin}/o/t`])
})

test('there is no message while WhatsApp is off, and none to another phone', () => {
  Object.assign(config, { whatsapp: undefined })
  show('9876543210')
  expect(readLink()).toBeNull()
  config.whatsapp = whatsapp
  show('022 2345 6789')
  expect(readLink()).toBeNull()
})

test.each([
  [
    'whose details are missing has their page',
    { details: null },
    `please tell us where to transfer the refund of ₹699 for your return R1 at Asha: ${location.origin}/o/t`,
  ],
  [
    'that is paid has its reference',
    { paidAt: '2026-11-21T10:00:00.000Z', reference: 'UTR 1' },
    'we have transferred the refund of ₹699 for your return R1 at Asha, reference UTR 1.',
  ],
])('the message about a refund %s', (_, change, text) => {
  const payout: Payout = {
    _id: 'p1',
    returnId: 'r1',
    number: 'R1',
    order: { _id: 'o1', number: '7K3M-9QXT', name: 'Ravi', phone: '9876543210' },
    amount: 699,
    details: { method: 'upi', upiId: 'ravi@okbank' },
    detailsLink: '/o/t',
    settledAt: '2026-11-20T10:00:00.000Z',
    reference: null,
    paidAt: null,
    paidBy: null,
    version: 2,
    ...change,
  }
  const column = buildPayoutColumns({ onPay: () => {} }).find(({ head }) => head === 'Return or order')
  render(<MemoryRouter>{column?.cell(payout)}</MemoryRouter>)
  expect(readLink()).toEqual(['/919876543210', `Hello Ravi, ${text}`])
})
