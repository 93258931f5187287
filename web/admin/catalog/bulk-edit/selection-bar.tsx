import { useState } from 'react'
import type { AdminProduct, ProductStatus } from '#contract/catalog/admin-products.ts'
import type { Category } from '#contract/catalog/categories.ts'
import { maxDispatchDays } from '#contract/catalog/dispatch-days.ts'
import { type ReturnRule, returnRules } from '#contract/catalog/return-rules.ts'
import type { ProductChange } from '#contract/catalog-admin/bulk-edit.ts'
import { Button } from '../../../ui/button.tsx'
import { SelectField, TextField } from '../../../ui/field.tsx'
import { ReturnRuleOptions } from '../../shared/return-rule-options.tsx'
import type { DescribePriceProblem, TaxedCategory } from '../../shared/use-tax-rates.ts'
import { PanelForm, parsePercent, SaleForm, type SaleValues } from '../sale-form.tsx'

interface SelectionBarProps {
  /** at least one */
  chosen: readonly AdminProduct[]
  categories: readonly TaxedCategory[]
  describePriceProblem: DescribePriceProblem
  busy: boolean
  /** the administrator may change prices */
  setsPrices: boolean
  onChange: (values: Pick<ProductChange, 'category' | 'dispatchDays' | 'returnRule'> & { status?: ProductStatus }) => void
  onChangePrices: (percent: number) => void
  onStartSale: (sale: SaleValues) => void
}

/** To whole rupees, as the server lowers it. */
const lowerPrice = ({ price, percent }: { price: number; percent: number }) => Math.max(1, Math.round((price * (100 - percent)) / 100))

const panels = {
  price: 'Change prices',
  category: 'Move to a category',
  dispatch: 'Set the dispatch days',
  returns: 'Change returns',
  sale: 'Start a sale',
} as const
type Panel = keyof typeof panels
const pricePanels: ReadonlySet<Panel> = new Set(['price', 'sale'])

/** What can be done with the selected products. */
export function SelectionBar({
  chosen,
  categories,
  describePriceProblem,
  busy,
  setsPrices,
  onChange,
  onChangePrices,
  onStartSale,
}: SelectionBarProps) {
  const [panel, setPanel] = useState<Panel>()
  /** The products whose price during a sale fits no tax rate; one in a sale already keeps its price. */
  const describeSale = (percent: number) =>
    chosen
      .filter(({ regularPrice }) => regularPrice === undefined)
      .flatMap((product) => {
        const problem = describePriceProblem({ ...product, price: lowerPrice({ ...product, percent }), categories })
        return problem ? [`${product.name}: ${problem}`] : []
      })
  return (
    <>
      <span className="text-sm text-soft">{chosen.length} selected</span>
      {chosen.some(({ status }) => status !== 'archived') && (
        <Button className="text-sm" aria-disabled={busy} onClick={() => onChange({ status: 'archived' })}>
          Archive
        </Button>
      )}
      {chosen.some(({ status }) => status !== 'on_sale') && (
        <Button className="text-sm" aria-disabled={busy} onClick={() => onChange({ status: 'on_sale' })}>
          {chosen.every(({ status }) => status === 'draft') ? 'Publish' : 'Restore'}
        </Button>
      )}
      {chosen.some(({ status }) => status !== 'draft') && (
        <Button className="text-sm" aria-disabled={busy} onClick={() => onChange({ status: 'draft' })}>
          Make drafts
        </Button>
      )}
      {(Object.keys(panels) as Panel[])
        .filter((name) => setsPrices || !pricePanels.has(name))
        .map((name) => (
          <Button
            key={name}
            className="text-sm"
            aria-expanded={panel === name}
            onClick={() => setPanel((open) => (open === name ? undefined : name))}
          >
            {panels[name]}
          </Button>
        ))}
      {panel === 'price' && <PriceForm onSubmit={onChangePrices} />}
      {panel === 'category' && <CategoryForm categories={categories} busy={busy} onSubmit={(category) => onChange({ category })} />}
      {panel === 'dispatch' && <DispatchForm busy={busy} onSubmit={(dispatchDays) => onChange({ dispatchDays })} />}
      {panel === 'returns' && <ReturnRuleForm busy={busy} onSubmit={(returnRule) => onChange({ returnRule })} />}
      {panel === 'sale' && <SaleForm busy={busy} onSubmit={onStartSale} describeProblems={describeSale} />}
    </>
  )
}

function PriceForm({ onSubmit }: { onSubmit: (percent: number) => void }) {
  const [text, setText] = useState('-10')
  const [error, setError] = useState<string>()
  const submit = () => {
    const percent = parsePercent({ text, min: -90, max: 300 })
    setError(percent === undefined ? 'Enter a whole number such as -10 or 5.' : undefined)
    if (percent !== undefined) onSubmit(percent)
  }
  return (
    <PanelForm label={panels.price} action="Fill in the prices" onSubmit={submit}>
      <TextField
        label="Change in per cent"
        hint="To whole rupees. Review them in the list, then save."
        value={text}
        maxLength={5}
        autoComplete="off"
        {...(error && { error })}
        onChange={({ target }) => setText(target.value)}
        className="w-full sm:w-72"
      />
    </PanelForm>
  )
}

function ReturnRuleForm({ busy, onSubmit }: { busy: boolean; onSubmit: (returnRule: ReturnRule | null) => void }) {
  const [rule, setRule] = useState<ReturnRule | ''>('')
  return (
    <PanelForm label={panels.returns} action="Change" busy={busy} onSubmit={() => onSubmit(rule || null)}>
      <SelectField
        label="Returns"
        value={rule}
        onChange={({ target }) => setRule(target.value as ReturnRule | '')}
        className="w-full sm:w-72"
      >
        <ReturnRuleOptions rules={returnRules} none="As its category or its sale" />
      </SelectField>
    </PanelForm>
  )
}

interface CategoryFormProps {
  categories: readonly Category[]
  busy: boolean
  onSubmit: (category: string) => void
}

function CategoryForm({ categories, busy, onSubmit }: CategoryFormProps) {
  const [category, setCategory] = useState(categories[0]?.key ?? '')
  return (
    <PanelForm label={panels.category} action="Move" busy={busy} onSubmit={() => onSubmit(category)}>
      <SelectField
        label="Category"
        value={category}
        onChange={({ target }) => setCategory(target.value)}
        className="w-full sm:w-72"
        choices={categories.map(({ key, name }) => [key, name] as const)}
      />
    </PanelForm>
  )
}

/** Days until products leave that are made to order; empty: as the policies say. */
function DispatchForm({ busy, onSubmit }: { busy: boolean; onSubmit: (days: number | null) => void }) {
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const submit = () => {
    const days = text.trim()
    const isDays = /^\d{1,2}$/.test(days) && Number(days) <= maxDispatchDays
    if (days !== '' && !isDays) return setError(`Enter 0 to ${maxDispatchDays} days.`)
    setError(undefined)
    onSubmit(days === '' ? null : Number(days))
  }
  return (
    <PanelForm label={panels.dispatch} action="Set" busy={busy} onSubmit={submit}>
      <TextField
        label="Leaves in, in days"
        optional
        hint="Empty: as the policy figures say"
        value={text}
        inputMode="numeric"
        maxLength={3}
        autoComplete="off"
        {...(error && { error })}
        onChange={({ target }) => setText(target.value)}
        className="w-full sm:w-72"
      />
    </PanelForm>
  )
}
