import { act, renderHook, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { errorAnswer, type FakeAnswer, fakeApi } from '../../api/fake-api.ts'
import { codResolver, useAddressForm } from './address-form.ts'
import { usePinCodeHint } from './use-pin-code-hint.ts'

const areas: Record<string, FakeAnswer> = {
  560001: { state: 'Karnataka', district: 'Bengaluru' },
  110001: { state: 'Delhi', district: 'Central Delhi' },
  560999: { state: 'Karnataka', district: '' },
  999999: { state: '', district: '' },
  400001: 'offline',
  400002: errorAnswer({ status: 500 }),
}

/** Opens the form. Returns how to type a PIN code, what the form shows, and the calls. */
function openForm() {
  const received = fakeApi({ 'GET /pins/:pin': ({ path }) => areas[path.slice(-6)] ?? 'offline' })
  const { result } = renderHook(() => {
    const form = useAddressForm({ resolver: codResolver })
    return { form, ...usePinCodeHint(form) }
  })
  const set = (name: 'pinCode' | 'state', text: string) => act(() => result.current.form.setValue(name, text))
  const read = () => ({ state: result.current.form.getValues('state'), district: result.current.district })
  const waitForReplies = async (count: number) => {
    await waitFor(() => expect(received).toHaveLength(count))
    await act(async () => {})
  }
  return { received, set, read, isUnknown: () => result.current.isUnknown, waitForReplies, form: () => result.current.form }
}

test('six digits fill the state and show the district', async () => {
  const { set, read, received } = openForm()
  for (const text of ['5', '56000', '5600011', '560 00']) set('pinCode', text)
  expect(received).toEqual([])
  set('pinCode', '560 001')
  await waitFor(() => expect(read()).toEqual({ state: 'Karnataka', district: 'Bengaluru' }))
  set('pinCode', '110001')
  expect(read().district).toBeUndefined()
  await waitFor(() => expect(read()).toEqual({ state: 'Delhi', district: 'Central Delhi' }))
  expect(received).toHaveLength(2)
})

test('a state that the shopper has chosen stays', async () => {
  const { set, read } = openForm()
  set('state', 'Kerala')
  set('pinCode', '560001')
  await waitFor(() => expect(read()).toEqual({ state: 'Kerala', district: 'Bengaluru' }))
})

test('a state that was filled in and then changed by the shopper stays', async () => {
  const { set, read } = openForm()
  set('pinCode', '560001')
  await waitFor(() => expect(read().state).toBe('Karnataka'))
  set('state', 'Kerala')
  set('pinCode', '110001')
  await waitFor(() => expect(read()).toEqual({ state: 'Kerala', district: 'Central Delhi' }))
})

test.each(['999999', '400001', '400002'])('%s, unknown or failed, changes nothing', async (pinCode) => {
  const { set, read, isUnknown, waitForReplies, form } = openForm()
  set('pinCode', pinCode)
  await waitForReplies(1)
  expect(read().state).toBe('')
  expect(isUnknown()).toBe(pinCode === '999999')
  expect(read().district || undefined).toBeUndefined()
  expect(form().formState.errors).toEqual({})
})

test('a PIN code with a known prefix fills the state only', async () => {
  const { set, read } = openForm()
  set('pinCode', '560999')
  await waitFor(() => expect(read()).toEqual({ state: 'Karnataka', district: '' }))
})
