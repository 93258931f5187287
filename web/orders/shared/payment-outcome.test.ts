import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setUser } from '../../session/session.ts'
import { savePaymentOutcome, takePaidNotice, usePaymentOutcome } from './payment-outcome.ts'

const user = { _id: 'asha', name: 'Asha', role: 'user', firstName: '', lastName: '', email: '', phone: '' } as const

const readOutcome = () => renderHook(usePaymentOutcome).result.current

test('the arrival of a payment is announced once', () => {
  savePaymentOutcome({ paidPaymentId: 'pay_1' })
  expect(takePaidNotice('')).toBe(false)
  expect(takePaidNotice('pay_2')).toBe(false)
  expect(takePaidNotice('pay_1')).toBe(true)
  expect(takePaidNotice('pay_1')).toBe(false)
})

test('an outcome survives a reload, and the next payment replaces it', () => {
  savePaymentOutcome({ failureReason: 'Declined.' })
  expect(readOutcome()).toEqual({ failureReason: 'Declined.' })
  expect(readOutcome()).toEqual({ failureReason: 'Declined.' })
  savePaymentOutcome({})
  expect(readOutcome()).toEqual({})
})

test('an outcome belongs to one user', () => {
  setUser({ ...user })
  savePaymentOutcome({ failureReason: 'Declined.' })
  setUser({ ...user, _id: 'ravi' })
  expect(readOutcome()).toEqual({})
  setUser(null)
})

test.each(['{', 'null', '{"failureReason":7}'])('the invalid stored value %s is ignored', (stored) => {
  sessionStorage.setItem('draft::payment outcome', stored)
  expect(readOutcome()).toEqual({})
})
