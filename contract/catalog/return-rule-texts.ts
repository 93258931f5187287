import type { ReturnRule } from './return-rules.ts'

/** As forms name them. */
export const returnRuleLabels: Readonly<Record<ReturnRule, string>> = {
  returnable: 'Can be returned',
  'exchange only': 'Exchange only',
  'final sale': 'Final sale',
}

const ruleTexts: Readonly<Record<ReturnRule, string | undefined>> = {
  returnable: undefined,
  'exchange only': 'Exchange only: no refund, unless it is faulty, wrong, late or not as shown.',
  'final sale': 'Final sale: no return or exchange, unless it is faulty, wrong, late or not as shown.',
}

/** What shoppers read beside an item; undefined for an item that can be returned. */
export const describeReturnRule = (rule: ReturnRule = 'returnable'): string | undefined => ruleTexts[rule]
