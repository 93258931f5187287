import { expect, test } from 'vitest'
import { policy } from '#contract/limits/policy-numbers.ts'
import { buildTerms } from './policy-terms.ts'

test('what is kept of an undelivered prepaid parcel is said only when something is kept', () => {
  expect(buildTerms(policy).undelivered).toBeUndefined()
  expect(buildTerms({ ...policy, undeliveredFreightRupees: 80 }).undelivered).toContain('less ₹80 for the freight')
})
