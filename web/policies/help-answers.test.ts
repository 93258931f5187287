import { expect, test } from 'vitest'
import { policy } from '#contract/limits/policy-numbers.ts'
import { answerGroups, findAnswers } from './help-answers.ts'

const listQuestions = (query: string) => findAnswers(query).flatMap(({ answers }) => answers.map(({ question }) => question))
const all = answerGroups.flatMap(({ answers }) => answers)

test('an empty query finds all answers', () => {
  expect(listQuestions(' ')).toHaveLength(all.length)
})

test('prefixes of words match in any case and order', () => {
  expect(listQuestions('COST ship')).toContain('What does shipping cost?')
  expect(listQuestions('refu')).toContain('When will I get my refund?')
})

test('characters of regular expressions are ignored', () => {
  expect(listQuestions('.*+(?')).toHaveLength(all.length)
  expect(listQuestions('size)')).toContain('Which size fits me?')
})

test('an unknown word finds nothing', () => {
  expect(listQuestions('submarine')).toEqual([])
})

test('the answers contain the figures of the policies', () => {
  const text = all.map((answer) => answer.text).join(' ')
  expect(text).toContain(`within ${policy.returnWindowDays} days of delivery`)
  expect(text).toContain(`₹${policy.reverseShippingFeeRupees}`)
})

test('each question exists once', () => {
  expect(new Set(all.map(({ question }) => question)).size).toBe(all.length)
})
