import type { RefObject } from 'react'
import { offerLimits } from '#contract/kernel/limits/offer-limits.ts'
import { offerScopes } from '#contract/offers/offer-kinds.ts'
import { SelectField } from '../../../ui/field.tsx'
import { Checkbox } from '../../kit/checkbox.tsx'
import { ProductPicker } from '../../shared/product-picker.tsx'
import type { OfferValues } from './offer-values.ts'

type Scope = OfferValues['scope']

const scopeNames = { all: 'All products', categories: 'Categories', collections: 'Collections', products: 'Chosen products' } as const

interface Choice {
  readonly _id: string
  readonly name: string
}

export interface ScopeChoices {
  readonly categories: readonly Choice[]
  readonly collections: readonly Choice[]
}

interface ScopeFieldsProps {
  scope: Scope
  choices: ScopeChoices
  error: string | undefined
  searchRef: RefObject<HTMLInputElement | null>
  onChange: (scope: Scope) => void
}

/** The products that an offer is for. */
export function ScopeFields({ scope, choices, error, searchRef, onChange }: ScopeFieldsProps) {
  const { kind } = scope
  return (
    <div className="flex flex-col gap-4">
      <SelectField
        label="For"
        value={kind}
        onChange={({ target }) => onChange({ ...scope, kind: target.value as Scope['kind'] })}
        {...(error !== undefined && kind !== 'products' && { error })}
        choices={offerScopes.map((each) => [each, scopeNames[each]] as const)}
      />
      {(kind === 'categories' || kind === 'collections') && (
        <ChoiceList
          label={scopeNames[kind]}
          choices={choices[kind]}
          chosen={scope[kind]}
          onChange={(ids) => onChange({ ...scope, [kind]: ids })}
        />
      )}
      {kind === 'products' && (
        <ProductPicker
          products={scope.products}
          max={offerLimits.scopeIds}
          error={error}
          searchRef={searchRef}
          onChange={(products) => onChange({ ...scope, products: [...products] })}
        />
      )}
      <Checkbox checked={scope.notOnSale} onChange={({ target }) => onChange({ ...scope, notOnSale: target.checked })}>
        Not for products whose price a sale has lowered
      </Checkbox>
    </div>
  )
}

interface ChoiceListProps {
  label: string
  choices: readonly Choice[]
  chosen: readonly string[]
  onChange: (ids: string[]) => void
}

function ChoiceList({ label, choices, chosen, onChange }: ChoiceListProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium">{label}</legend>
      {choices.length === 0 && <p className="text-soft">The shop has none yet.</p>}
      <div className="grid gap-x-6 sm:grid-cols-2">
        {choices.map(({ _id, name }) => (
          <Checkbox
            key={_id}
            checked={chosen.includes(_id)}
            onChange={({ target }) => onChange(target.checked ? [...chosen, _id] : chosen.filter((id) => id !== _id))}
          >
            {name}
          </Checkbox>
        ))}
      </div>
    </fieldset>
  )
}
