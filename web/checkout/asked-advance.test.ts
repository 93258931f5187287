import { expect, test } from 'vitest'
import { applyAskedAdvance, parseAskedAdvance } from './asked-advance.ts'

const answer = { state: 'Karnataka', district: 'Bengaluru', deliver: true, cod: 'yes' } as const
const address = { phone: '9876543210', pinCode: '560005' }
const asked = { ...address, advance: 100 }

test('an advance is asked of the phone and the PIN code that it was asked of, and of no other', () => {
  expect(applyAskedAdvance({ answer, asked, address: { phone: ' 9876543210', pinCode: '560005 ' } })).toEqual({
    ...answer,
    cod: 'advance',
    advance: 100,
  })
  for (const other of [{ phone: '9876543211' }, { pinCode: '560006' }])
    expect(applyAskedAdvance({ answer, asked, address: { ...address, ...other } }), JSON.stringify(other)).toBe(answer)
  expect(applyAskedAdvance({ answer, asked: undefined, address })).toBe(answer)
})

test('an advance of another page is complete, or none', () => {
  expect(parseAskedAdvance({ asked })).toEqual(asked)
  for (const state of [null, {}, { asked: { ...asked, advance: '100' } }, { asked: { advance: 100, phone: '9876543210' } }])
    expect(parseAskedAdvance(state), JSON.stringify(state)).toBeUndefined()
})
