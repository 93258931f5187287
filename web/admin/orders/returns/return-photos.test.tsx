import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { AdminReturn } from '#contract/returns/admin-returns.ts'
import { NetworkError } from '../../../api/client.ts'
import { ReturnPhotos } from './return-photos.tsx'

const { sendForm } = vi.hoisted(() => ({ sendForm: vi.fn() }))
vi.mock('../../../orders/shared/send-form.ts', () => ({ sendForm }))

test('after a lost reply the same photo is sent with the same key, and another photo with its own', async () => {
  const returned = { _id: 'r1', state: 'accepted', pictures: [] } as Partial<AdminReturn> as AdminReturn
  const onChange = vi.fn()
  render(<ReturnPhotos returned={returned} line={1} label="Photo of Tee" onChange={onChange} />)
  const [worn, torn] = ['worn.jpg', 'torn.jpg'].map((name) => new File(['photo'], name, { type: 'image/jpeg', lastModified: 1 }))
  const choose = async (file: File | undefined) => userEvent.setup().upload(screen.getByLabelText('Add a photo: Photo of Tee'), file ?? [])
  sendForm.mockRejectedValueOnce(new NetworkError('network')).mockRejectedValueOnce(new NetworkError('network'))
  await choose(worn)
  await choose(worn)
  sendForm.mockResolvedValue({ message: 'The photo is added', pictures: [] })
  await choose(torn)
  await choose(torn)
  await vi.waitFor(() => expect(onChange).toHaveBeenCalledTimes(2))
  const [first, repeated, other, another] = sendForm.mock.calls.map(([{ key }]) => key)
  expect(repeated).toBe(first)
  expect(new Set([first, other, another]).size).toBe(3)
})
