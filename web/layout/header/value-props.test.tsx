import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { sampleStoreConfig } from '../../api/fake-store-config.ts'
import { useStoreConfig } from '../store-config.ts'
import { ValueProps } from './value-props.tsx'

vi.mock('../store-config.ts', () => ({ useStoreConfig: vi.fn() }))

const listTiles = (texts: (typeof sampleStoreConfig)['texts']) => {
  vi.mocked(useStoreConfig).mockReturnValue({ ...sampleStoreConfig, texts })
  const { unmount } = render(<ValueProps />)
  const tiles = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  unmount()
  return tiles
}

test('the tiles have the usual texts, each of which the owner may replace', () => {
  const usual = listTiles(undefined)
  expect(usual.slice(1)).toEqual([
    '24/7 supportWrite to us at any hour. We answer Monday to Saturday, 09:00 to 20:00.',
    'Money-back guaranteeNot happy with it? Return it within 7 days of delivery.',
    'Secure paymentPay by UPI or card over an encrypted connection, or cash on delivery.',
  ])
  const own = listTiles({ moneyTitle: 'Happy or back', supportText: 'Call us.', serviceHours: 'every day' })
  expect(own).toEqual([usual[0], '24/7 supportCall us.', 'Happy or backNot happy with it? Return it within 7 days of delivery.', usual[3]])
  expect(listTiles({ serviceHours: 'every day' })[1]).toBe('24/7 supportWrite to us at any hour. We answer every day.')
})
