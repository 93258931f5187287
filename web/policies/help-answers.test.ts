import { expect, test } from 'vitest'
import { policy } from '#contract/kernel/limits/policy-numbers.ts'
import { buildAnswerGroups, findAnswers } from './help-answers.ts'
import { buildTerms } from './policy-terms.ts'

const groups = buildAnswerGroups(buildTerms({ ...policy, returnWindowDays: 12 }))

const listQuestions = (query: string) => findAnswers({ groups, query }).flatMap(({ answers }) => answers.map(({ question }) => question))
const all = groups.flatMap(({ answers }) => answers)

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
  expect(text).toContain(`within 12 days of delivery`)
  expect(text).toContain(`₹${policy.reverseShippingFeeRupees}`)
})

test('each question exists once', () => {
  expect(new Set(all.map(({ question }) => question)).size).toBe(all.length)
})

test('exchanges are offered where the owner has switched them on, with the figures of the policies', () => {
  const read = (change: Partial<Parameters<typeof buildTerms>[0]>) => {
    const answers = buildAnswerGroups(buildTerms({ ...policy, ...change })).flatMap((group) => group.answers)
    return answers.find(({ question }) => question === 'Can I exchange an item for another size?')?.text
  }
  expect(read({})).toBe('Please return the item and order the other size. Shipping is free.')
  expect(read({ exchanges: 'on', returnWindowDays: 12 })).toMatch(/within 12 days of delivery\. An exchange is free\.$/)
  expect(read({ exchanges: 'on', exchangeFee: 'link', reverseShippingFeeRupees: 80 })).toContain('the reverse shipping fee of ₹80')
})
