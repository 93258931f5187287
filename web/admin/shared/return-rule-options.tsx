import { returnRuleLabels } from '#contract/catalog/return-rule-texts.ts'
import type { ReturnRule } from '#contract/catalog/return-rules.ts'

interface ReturnRuleOptionsProps {
  rules: readonly ReturnRule[]
  /** the choice of none */
  none: string
}

/** The options of a field for the return rule of a product, a category or a sale. */
export function ReturnRuleOptions({ rules, none }: ReturnRuleOptionsProps) {
  return (
    <>
      <option value="">{none}</option>
      {rules.map((rule) => (
        <option key={rule} value={rule}>
          {returnRuleLabels[rule]}
        </option>
      ))}
    </>
  )
}
