import { describeReturnRule } from '#contract/catalog/return-rule-texts.ts'
import type { ReturnRule } from '#contract/catalog/return-rules.ts'

interface ReturnRuleTextProps {
  /** undefined: it can be returned, and nothing is shown */
  rule: ReturnRule | undefined
  className?: string
}

/** Says beside an item that it is exchanged only or not returned. */
export function ReturnRuleText({ rule, className = '' }: ReturnRuleTextProps) {
  const text = describeReturnRule(rule)
  return text === undefined ? null : <p className={`font-medium ${className}`}>{text}</p>
}
