import { useState } from 'react'
import { importLimits, type PriceRule, priceRules, type UncountedRule, uncountedRules } from '#contract/catalog-admin/import-fields.ts'
import type { ImportOptions } from '#contract/catalog-admin/product-import.ts'
import { SelectField, TextField } from '../../../ui/field.tsx'
import { Checkbox } from '../../kit/checkbox.tsx'

const priceLabels: Readonly<Record<PriceRule, string>> = {
  highest: 'The highest price counts',
  lowest: 'The lowest price counts',
  refuse: 'The product is refused',
}

const uncountedLabels: Readonly<Record<UncountedRule, string>> = {
  drafts: 'The products become drafts',
  figure: 'The same number for each size',
  sold_out: 'The products are sold out',
}

interface ImportRulesProps {
  options: ImportOptions
  isForeign: boolean
  /** new products whose stock the file does not count */
  uncounted: number
}

/** What the import does with all products of the file. */
export function ImportRules({ options, isForeign, uncounted }: ImportRulesProps) {
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-2 font-display text-xl">For all products</legend>
      <div className="grid items-start gap-x-6 gap-y-4 sm:grid-cols-2 lg:grid-cols-3">
        {uncounted > 0 && <UncountedFields options={options} uncounted={uncounted} />}
        <SelectField
          label="Sizes with different prices"
          name="prices"
          defaultValue={options.prices}
          hint="A product has one price"
          choices={priceRules.map((rule) => [rule, priceLabels[rule]] as const)}
        />
        <TextField
          label="Country of origin"
          optional
          name="countryOfOrigin"
          defaultValue={options.countryOfOrigin}
          maxLength={60}
          autoComplete="off"
          hint="Of new products that declare none. Empty: none is shown"
        />
        <TextField
          label="Maker"
          optional
          name="maker"
          defaultValue={options.maker}
          maxLength={importLimits.defaultLength}
          autoComplete="off"
          hint="Name and address, of new products that declare none. Empty: none is shown"
        />
        {isForeign && (
          <TextField
            label="Price of products without one (₹)"
            optional
            name="missingPrice"
            defaultValue={options.missingPrice}
            inputMode="decimal"
            maxLength={20}
            autoComplete="off"
            hint="They become drafts. Empty: they are refused"
          />
        )}
      </div>
      {isForeign && (
        <Checkbox className="self-start" name="isDoubleXlOne" defaultChecked={options.isDoubleXlOne}>
          2XL and XXL are one size, written XXL
        </Checkbox>
      )}
    </fieldset>
  )
}

function UncountedFields({ options, uncounted }: Pick<ImportRulesProps, 'options' | 'uncounted'>) {
  const [rule, setRule] = useState(options.uncounted)
  const products = uncounted === 1 ? '1 new product' : `${uncounted.toLocaleString('en-IN')} new products`
  return (
    <>
      <SelectField
        label="Stock that the file does not count"
        name="uncounted"
        value={rule}
        onChange={({ currentTarget: { value } }) => setRule(uncountedRules.find((each) => each === value) ?? 'drafts')}
        hint={`Of ${products}`}
        choices={uncountedRules.map((each) => [each, uncountedLabels[each]] as const)}
      />
      {rule === 'figure' && (
        <TextField
          label="Stock of each size"
          name="uncountedStock"
          defaultValue={options.uncountedStock}
          inputMode="numeric"
          maxLength={10}
          autoComplete="off"
          required
        />
      )}
    </>
  )
}

/** The options of a form with `ImportRules`. */
export const readImportRules = (
  form: FormData,
  { isDoubleXlOne, uncounted, uncountedStock }: ImportOptions,
  isForeign: boolean,
): ImportOptions => ({
  prices: priceRules.find((rule) => rule === form.get('prices')) ?? 'refuse',
  isDoubleXlOne: isForeign ? form.get('isDoubleXlOne') !== null : isDoubleXlOne,
  countryOfOrigin: String(form.get('countryOfOrigin') ?? '').trim(),
  maker: String(form.get('maker') ?? '').trim(),
  missingPrice: String(form.get('missingPrice') ?? '').trim(),
  uncounted: uncountedRules.find((rule) => rule === form.get('uncounted')) ?? uncounted,
  uncountedStock: String(form.get('uncountedStock') ?? uncountedStock).trim(),
})
