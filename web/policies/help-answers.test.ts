import { expect, test } from 'vitest'
import { policy } from '#contract/business.ts'
import { answerGroups, findAnswers } from './help-answers.ts'

const listQuestions = (query: string) => findAnswers(query).flatMap(({ answers }) => answers.map(({ question }) => question))
const all = answerGroups.flatMap(({ answers }) => answers)

test('no word asks for nothing special', () => {
  expect(listQuestions(' ')).toHaveLength(all.length)
})

test('the beginnings of words are enough, in any case and order', () => {
  expect(listQuestions('COST ship')).toContain('What does shipping cost?')
  expect(listQuestions('refu')).toContain('When is my money back?')
})

test('signs of regular expressions are no words', () => {
  expect(listQuestions('.*+(?')).toHaveLength(all.length)
  expect(listQuestions('size)')).toContain('Which size fits me?')
})

test('what nobody answers is not found', () => {
  expect(listQuestions('submarine')).toEqual([])
})

test('the answers say what the shop does', () => {
  const words = all.flatMap((answer) => answer.words).join(' ')
  expect(words).toContain(`${policy.returnWindowDays} days from the day it was delivered`)
  expect(words).toContain(`₹${policy.reverseShippingFeeRupees}`)
})

test('no question is asked twice', () => {
  expect(new Set(all.map(({ question }) => question)).size).toBe(all.length)
})
