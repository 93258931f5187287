import { expect, test } from 'vitest'
import { policy } from '#contract/kernel/limits/policy-numbers.ts'
import { buildTerms, findLastUpdated } from './policy-terms.ts'

test('what is kept of an undelivered prepaid parcel is said only when something is kept', () => {
  expect(buildTerms(policy).undelivered).toBeUndefined()
  expect(buildTerms({ ...policy, undeliveredFreightRupees: 80 }).undelivered).toContain('less ₹80 for the freight')
})

test('policies were last updated when their texts or their figures were, whatever came later', () => {
  expect(findLastUpdated('2099-03-05')).toBe('2099-03-05')
  expect(findLastUpdated('2020-01-01')).toBe(findLastUpdated())
})
